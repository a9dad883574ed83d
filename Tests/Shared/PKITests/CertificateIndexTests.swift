import ClockDomain
import ClockPKI
import Testing

@Suite struct CertificateIndexTests {
    private static let now = AuthorityTests.now
    private static func later(_ days: Int64) -> WallTime { WallTime(seconds: now.seconds + days * 86_400) }

    private let authority: Authority
    private var index: CertificateIndex

    init() throws {
        authority = try Authority.make(site: AuthorityTests.site, now: Self.now)
        index = CertificateIndex(site: AuthorityTests.site)
    }

    private mutating func issue(_ subject: CertificateSubject, days: Int = 100, after: Int64 = 0) throws {
        try index.add(try authority.issue(subject, now: Self.later(after), days: days), at: Self.later(after))
    }

    private func standings(at days: Int64) -> [CertificateIndex.Standing] {
        index.records.map { index.standing($0, at: Self.later(days)) }
    }

    @Test("a renewed certificate replaces the one before, which stays valid to its end")
    mutating func renewal() throws {
        try issue(.node(AuthorityTests.kitchen))
        #expect(standings(at: 0) == [.current] && standings(at: 101) == [.ended])
        try issue(.node(AuthorityTests.kitchen), after: 90)
        #expect(standings(at: 91) == [.replaced, .current] && standings(at: 101) == [.ended, .current])
        #expect(index.current("kitchen") == index.records[1] && index.current.count == 1)
    }

    @Test("revoking a name ends all of its certificates and frees the name")
    mutating func revocation() throws {
        try issue(.node(AuthorityTests.kitchen))
        try issue(.node(AuthorityTests.kitchen))
        try issue(.coordinator)
        #expect(index.revoke("kitchen", at: Self.later(3)) == 2 && index.revoke("kitchen", at: Self.later(4)) == 0)
        #expect(standings(at: 5) == [.revoked(Self.later(3)), .revoked(Self.later(3)), .current])
        #expect(
            index.current("kitchen") == nil && index.revoked.map(\.serial) == index.records[..<2].map(\.facts.serial))
        try issue(.client(AuthorityTests.kitchen, .viewer))
        #expect(index.current("kitchen")?.subject == .client(AuthorityTests.kitchen, .viewer))
    }

    @Test("a name in use is not given to somebody else")
    mutating func names() throws {
        try issue(.client(AuthorityTests.kitchen, .viewer))
        #expect(throws: PKIError.self) { try issue(.node(AuthorityTests.kitchen)) }
        #expect(index.records.count == 1)
    }

    @Test("that a node is one of several on its machine is remembered over renewals, until it is revoked")
    mutating func instances() throws {
        try issue(.node(AuthorityTests.kitchen))
        #expect(index.setInstance("kitchen") && !index.setInstance("kitchen") && !index.setInstance("study"))
        try issue(.node(AuthorityTests.kitchen), after: 1)
        let read = try CertificateIndex(json: try index.json())
        #expect(read == index && read.current("kitchen")?.isInstance == true)
        _ = index.revoke("kitchen", at: Self.later(2))
        try issue(.node(AuthorityTests.kitchen), after: 3)
        #expect(index.current("kitchen")?.isInstance == false)
    }

    @Test("the index is the same after it was written and read; another version, site or damage is told")
    mutating func json() throws {
        try issue(.node(AuthorityTests.kitchen))
        try issue(.broker([ServerHost("hub.local")!, ServerHost("10.0.0.1")!]))
        try issue(.client(NodeID("anna")!, .admin))
        try issue(.coordinator)
        try issue(.webClient(.viewer))
        let hosts = [ServerHost("hub.local")!, ServerHost("fd00::5")!]
        try index.add(
            try WebAuthority.make(site: AuthorityTests.site, hosts: hosts, now: Self.now).issue(hosts, now: Self.now),
            at: Self.now)
        _ = index.revoke("anna", at: Self.later(1))
        let bytes = try index.json()
        #expect(try CertificateIndex(json: bytes) == index)
        #expect(throws: PKIError.self) { try CertificateIndex(json: Array(bytes.dropLast(20))) }
        let newer = String(decoding: bytes, as: UTF8.self).replacing("\"v\" : 1", with: "\"v\" : 2")
        #expect(throws: PKIError("it is of version 2, from a newer clockctl")) {
            try CertificateIndex(json: Array(newer.utf8))
        }
        let damaged = String(decoding: bytes, as: UTF8.self).replacing("MII", with: "AAA")
        #expect(throws: PKIError.self) { try CertificateIndex(json: Array(damaged.utf8)) }
    }
}
