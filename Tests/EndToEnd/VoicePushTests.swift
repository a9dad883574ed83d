import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Glibc
import Testing

/// A voice pack on its way from a folder to a room that speaks with it, and the reading trainer's scores.
@Suite(.ownThreads) struct VoicePushTests {
    /// Far from any quarter hour.
    private static let quarter = WallTime(rfc3339: "2027-03-01T15:15:00Z")!

    private struct Pushed: Decodable {
        struct Node: Decodable {
            var node: NodeID
            var online: Bool
            var report: PackReport?
        }
        var pack: PackReference
        var nodes: [Node]
    }

    private func start(_ site: Site) async throws {
        site.setClock(to: Self.quarter, in: .minutes(7))
        try site.start()
        try await site.waitUntilReady()
    }

    /// A voice that says "seven" and "two" at any time, and much else that it never says.
    private func makePack(_ site: Site, fillers: Int) throws -> String {
        mkdir(site.folder.file("packs"), 0o755)
        mkdir(site.folder.file("packs/odd"), 0o755)
        for word in ["seven", "two"] {
            let clip = try Data(contentsOf: URL(filePath: "\(BuiltPrograms.voices)/english/\(word).wav"))
            try clip.write(to: URL(filePath: site.folder.file("packs/odd/\(word).wav")))
        }
        let base = try Data(contentsOf: URL(filePath: "\(BuiltPrograms.voices)/english/one.wav"))
        for index in 0..<fillers {
            var clip = base
            // Each another sound, so that each is carried.
            for offset in 0..<4 { clip[clip.count - 1 - offset] = UInt8(truncatingIfNeeded: index >> (4 * offset)) }
            try clip.write(to: URL(filePath: site.folder.file("packs/odd/filler-\(index).wav")))
        }
        let clips = (["seven", "two"] + (0..<fillers).map { "filler-\($0)" }).map { "  \($0): \($0)\n" }.joined()
        try site.folder.write(
            """
            format: 1
            name: odd
            language: en
            author: a test
            licence: none
            sample_rate: 44100
            clips:
            \(clips)grammar:
              time:
                - say: seven two

            """, to: "packs/odd/voice.yaml")
        return site.folder.file("packs/odd")
    }

    /// The number of files of a pack that have come and are not in place.
    private func come(_ site: Site) -> Int {
        let versions = site.folder.file("state/kitchen/voices/.versions")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
        return names.filter { $0.hasSuffix(".part") }.reduce(0) { sum, name in
            sum + ((try? FileManager.default.contentsOfDirectory(atPath: "\(versions)/\(name)")) ?? []).count
        }
    }

    @Test(
        "a pack is pushed to a room that is killed while it comes, and speaks with it in the end",
        .timeLimit(.minutes(8)))
    func pushAndKill() async throws {
        try await withSite(Site([Site.Room("kitchen"), Site.Room("bedroom")])) { site in
            try await start(site)
            let pack = try makePack(site, fillers: 300)
            // A room that has not told yet which voices it has is not refused one.
            try await waitUntil("which voices the kitchen has") {
                (try? await site.status(of: "kitchen"))?.voice?.installed.isEmpty == false
            }
            let unknown = try await site.clockctl(["set", "kitchen", "voice", "odd"])
            #expect(unknown.code != 0)
            #expect(unknown.output.contains("clockctl voice push odd kitchen"), "\(unknown.output)")

            site.node("bedroom").kill()
            async let pushing = site.clockctl(["voice", "push", pack, "kitchen", "bedroom", "--json"])
            try await waitUntil("a part of the pack in the kitchen", timeout: .minutes(2)) { come(site) > 20 }
            site.node("kitchen").kill()
            let atKill = come(site)
            #expect(atKill > 20 && atKill < 303, "\(atKill) files had come")
            #expect(access(site.folder.file("state/kitchen/voices/odd"), F_OK) != 0)
            try site.node("kitchen").start()
            try site.node("bedroom").start()
            let result = try await pushing
            let pushed = try JSONDecoder().decode(Pushed.self, from: Data(result.output.utf8))

            try await waitUntil("the pack in both rooms", timeout: .minutes(2)) {
                let nodes = (try? await site.status().nodes) ?? []
                return nodes.count == 2 && nodes.allSatisfy { $0.packs == [PackReport(pushed.pack, .ready)] }
            }
            let chosen = try await site.clockctl(["set", "kitchen", "voice", "odd"])
            try #require(chosen.code == 0, "\(chosen.output)")
            try await waitUntil("the voice in the kitchen") {
                let node = try? await site.status(of: "kitchen")
                return node?.voice?.name == "odd" && node?.voice?.problems == []
            }
            struct Announced: Decodable { var target: WallTime }
            let announced: Announced = try await site.ask(["announce", "kitchen"])
            try await site.sleep(until: announced.target + .seconds(6))
            let heard = try site.announcement(
                in: "kitchen", around: announced.target, beginningWith: "seven", before: .seconds(2))
            #expect(heard.words == ["seven", "two"])
            #expect((heard.onset - announced.target).magnitude <= .milliseconds(1))

            // It survives a restart, stays while a node speaks with it, and goes when it may.
            let refused = try await site.clockctl(["voice", "withdraw", "odd", "kitchen"])
            #expect(refused.code != 0 && refused.output.contains("choose another voice first"), "\(refused.output)")
            try site.node("kitchen").start()
            try await site.waitUntilReady()
            // All of it is held against its digests first.
            try await waitUntil("the pack in the kitchen again", timeout: .seconds(30)) {
                (try? await site.status(of: "kitchen"))?.packs == [PackReport(pushed.pack, .ready)]
            }
            try #require(try await site.clockctl(["set", "kitchen", "voice", "english"]).code == 0)
            try #require(try await site.clockctl(["voice", "withdraw", "odd", "--all"]).code == 0)
            try await waitUntil("the pack gone from both rooms", timeout: .seconds(30)) {
                ["kitchen", "bedroom"].allSatisfy { room in
                    let versions = site.folder.file("state/\(room)/voices/.versions")
                    return (try? FileManager.default.contentsOfDirectory(atPath: versions)) == []
                }
            }
        }
    }

    @Test("a pack whose half is there already is pushed with the other half")
    func pushAgain() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            try await start(site)
            let pack = try makePack(site, fillers: 5)
            let first: Pushed = try await site.ask(["voice", "push", pack, "--all"])
            #expect(first.nodes.map(\.report?.state) == [.ready])
            let base = try Data(contentsOf: URL(filePath: "\(BuiltPrograms.voices)/english/two.wav"))
            try base.write(to: URL(filePath: site.folder.file("packs/odd/filler-1.wav")))
            let second: Pushed = try await site.ask(["voice", "push", pack, "kitchen"])
            #expect(second.pack.digest != first.pack.digest && second.nodes.map(\.report?.state) == [.ready])
            let nodes = try await site.clockctl(["voice", "nodes"])
            #expect(nodes.output.contains("odd"), "\(nodes.output)")
            let shown = try await site.clockctl(["node", "show", "kitchen"])
            #expect(shown.output.contains("odd (\(second.pack.digest.short)"), "\(shown.output)")
        }
    }
}
