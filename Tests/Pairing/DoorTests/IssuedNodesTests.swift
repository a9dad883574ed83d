import ClockDomain
import ClockPKI
import ClockTestSupport
import Glibc
import Testing

@testable import DoorDaemon

/// The door's index of certificates and its list of revoked ones, over failures of the disk.
@Suite struct IssuedNodesTests {
    private let folder: TemporaryFolder
    private let authority: NodeAuthority
    private let now = WallTime(seconds: 1_800_000_000)
    private let kitchen = NodeID("kitchen")!

    init() throws {
        folder = try TemporaryFolder("door")
        authority = try NodeAuthority.make(site: SiteID("home")!, now: now)
    }

    private func open() throws -> IssuedNodes {
        try IssuedNodes(site: SiteID("home")!, authority: authority, folder: folder.path)
    }

    private func list() throws -> String { try #require(readText(folder.file("revoked.pem"))) }

    private func revoked(_ count: Int) throws -> Bool {
        let index = try CertificateIndex(json: Array(#require(readText(folder.file("index.json"))).utf8))
        let list = try list()
        return index.revoked.count == count && authority.isRevocationList(list, of: index.revoked)
    }

    @Test func aRevokeThatCannotWriteTheListIsTriedAgain() throws {
        var issued = try open()
        _ = try issued.issue(kitchen, publicKey: SigningKey().publicKey, now: now)
        let list = folder.file("revoked.pem")
        // Nothing can replace a folder.
        try #require(unlink(list) == 0)
        try #require(mkdir(list, 0o700) == 0)
        #expect(throws: (any Error).self) { try issued.revoke(kitchen, now: now) }
        try #require(rmdir(list) == 0)
        #expect(try issued.revoke(kitchen, now: now) == 1)
        #expect(try revoked(1))
        #expect(try issued.revoke(kitchen, now: now) == 0)
    }

    @Test func aListThatLacksEntriesOfTheIndexIsWrittenAtTheStart() throws {
        var issued = try open()
        let before = try list()
        _ = try issued.issue(kitchen, publicKey: SigningKey().publicKey, now: now)
        _ = try issued.revoke(kitchen, now: now)
        // A power cut between the two files.
        try folder.write(before, to: "revoked.pem")
        #expect(try !revoked(1))
        _ = try open()
        #expect(try revoked(1))
        // The broker restarts with each new list, so an equal one stays as it is.
        let repaired = try list()
        _ = try open()
        #expect(try list() == repaired)
    }
}
