import ClockDomain
import ClockSound
import ClockTestSupport
import ClockWire
import Foundation
import Testing

@testable import ClockSite
@testable import ClockctlKit
@testable import ClockctlVoiceKit

/// `say` and `play` as people run them, against a coordinator that answers from a table.
@Suite("Saying and playing", .timeLimit(.minutes(2)))
struct SoundProcessTests {
    private func site(_ sounds: StubSounds = StubSounds()) async throws -> StubSite {
        try await StubSite(StubCoordinator.State(status: Sample.healthy, sounds: sounds))
    }

    /// A sound of so many seconds that no codec makes small.
    private func noise(_ folder: TemporaryFolder, seconds: Int) throws -> String {
        var random = SplitMix64(seed: 7)
        let frames = (0..<seconds * RenderedPlan.sampleRate).map { _ in Int16(truncatingIfNeeded: random.next()) / 2 }
        let path = folder.file("noise.flac")
        try SoundFileWriter.write(frames, to: path, maximumBytes: 32 << 20)
        return path
    }

    @Test("say tells what became of it, node by node")
    func say() async throws {
        let site = try await site()
        let said = try await site.run("say", "kitchen", "bedroom", "Dinner is ready", "--volume", "60%")
        #expect(said.exitCode == 0, "\(said.errors)")
        #expect(
            said.output == """
                bedroom, kitchen hear it at 14:41:23, 0.5 s, as stub-1
                bedroom  played at 14:41:23, 0.02 ms off
                kitchen  played at 14:41:23, 0.02 ms off

                """)
        #expect(site.coordinator.state.sounds.texts == ["Dinner is ready"])
        let how = PlayOptions(
            targets: RingTargets(nodes: [Sample.id("bedroom"), Sample.id("kitchen")]), volume: Volume(percent: 60)!)
        #expect(site.coordinator.state.sounds.options == [how])
        await site.end()
    }

    @Test(
        "without quotes the first words that are rooms are the place, and the others the text",
        arguments: [
            ("kitchen Dinner is ready", ["kitchen"], "Dinner is ready"),
            ("kitchen bedroom Dinner is ready", ["bedroom", "kitchen"], "Dinner is ready"),
            ("kitchen,bedroom Dinner", ["bedroom", "kitchen"], "Dinner"), ("KITCHEN Dinner", ["kitchen"], "Dinner"),
            ("kitchen The kitchen is free", ["kitchen"], "The kitchen is free"),
            ("--room kitchen Dinner is ready", ["kitchen"], "Dinner is ready"),
            ("Dinner is ready --room kitchen", ["kitchen"], "Dinner is ready"),
        ])
    func plainWords(line: String, rooms: [String], text: String) async throws {
        let site = try await site()
        let said = try await site.clockctl.run(["say"] + line.split(separator: " ").map(String.init))
        #expect(said.exitCode == 0, "\(said.errors)")
        #expect(site.coordinator.state.sounds.texts == [text])
        #expect(site.coordinator.state.sounds.options.map { $0.targets?.nodes.map(\.rawValue).sorted() } == [rooms])
        await site.end()
    }

    @Test("a site with one room needs no place, and --all takes all words as the text")
    func noPlace() async throws {
        var status = Sample.healthy
        status.nodes = [status.nodes[0]]
        let site = try await StubSite(StubCoordinator.State(status: status, sounds: StubSounds()))
        for line in ["Dinner is ready", "--all Dinner is ready"] {
            let said = try await site.clockctl.run(["say"] + line.split(separator: " ").map(String.init))
            #expect(said.exitCode == 0, "\(said.errors)")
        }
        #expect(try await site.run("say", "Dinner is ready").exitCode == 0)
        #expect(site.coordinator.state.sounds.texts == Array(repeating: "Dinner is ready", count: 3))
        let only = status.nodes[0].id
        #expect(site.coordinator.state.sounds.options.map { $0.targets?.nodes } == [[only], nil, [only]])
        await site.end()
    }

    @Test("what was not played makes the command fail, and says why")
    func failure() async throws {
        var sounds = StubSounds()
        sounds.failures[Sample.id("kitchen")] = (.missed, .incomplete, "1 of 3 parts had come at the instant")
        let site = try await site(sounds)
        let said = try await site.run("say", "--all", "Dinner")
        #expect(said.exitCode == 1)
        #expect(said.output.contains("\noffice   played at"))
        #expect(said.output.contains("\nkitchen  missed (incomplete): 1 of 3 parts had come at the instant\n"))
        let json = try await site.run("say", "--all", "Dinner", "--json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect((document["nodes"] as? [Any])?.count == 3 && document["length_ms"] as? Int == 500)
        await site.end()
    }

    @Test("what is far ahead is left when the nodes have it")
    func farAhead() async throws {
        var sounds = StubSounds()
        sounds.delay = .minutes(20)
        let site = try await site(sounds)
        let said = try await site.run("say", "kitchen", "Dinner")
        #expect(said.exitCode == 0, "\(said.errors)")
        #expect(said.output.contains("kitchen  has the sound, and waits for its time\n"))
        #expect(said.output.contains("To take it back: clockctl cancel stub-1."))
        await site.end()
    }

    private static let evening = PendingSound(
        id: "pgx4k2", label: "Dinner is ready", target: Sample.instant("2026-11-21T17:00:00Z"))

    /// Kitchen and bedroom have something to say in the evening; bedroom is away.
    private func waiting(_ sounds: StubSounds = StubSounds()) async throws -> StubSite {
        let status = Sample.status([
            Sample.node("bedroom") { ($0.plays, $0.availability) = ([Self.evening], .offline) },
            Sample.node("kitchen") { $0.plays = [Self.evening] },
        ])
        return try await StubSite(StubCoordinator.State(status: status, sounds: sounds))
    }

    @Test("what waits to be played is shown, and taken back by its id")
    func cancel() async throws {
        let site = try await waiting()
        let status = try await site.run("status")
        #expect(status.output.contains("plays pgx4k2 Dinner is ready  today 18:00 in Bedroom, Kitchen\n"))
        let next = try await site.run("next", "--node", "kitchen")
        #expect(next.output.contains("today 18:00  in 3 h 18 min  plays pgx4k2 Dinner is ready\n"), "\(next.output)")
        #expect(try await site.run("next", "--json").output.contains("\"id\" : \"pgx4k2\""))
        let cancelled = try await site.run("cancel", "pgx4k2")
        #expect(cancelled.exitCode == 0, "\(cancelled.errors)")
        #expect(
            cancelled.output == """
                pgx4k2 Dinner is ready is taken back in kitchen
                ! bedroom gets to know when it is back (offline)

                """)
        #expect(try await site.run("next", "--node", "kitchen").output.contains("plays") == false)
        await site.end()
    }

    @Test("what cannot be taken back fails with words, and a room that does not confirm is named")
    func notCancelled() async throws {
        var sounds = StubSounds()
        sounds.keepsEverything = true
        let site = try await waiting(sounds)
        let kept = try await site.run("cancel", "pgx4k2", "--timeout", "0.5")
        #expect(kept.exitCode == 75)
        #expect(kept.errors == "clockctl: not confirmed by kitchen: it may be heard there\n")
        let unknown = try await site.run("cancel", "pnone")
        #expect(unknown.exitCode == 65 && unknown.errors.contains("no sound pnone waits"), "\(unknown.errors)")
        let timer = try await site.run("cancel", "t3")
        #expect(timer.exitCode == 64 && timer.errors.contains("clockctl timer rm t3"), "\(timer.errors)")
        await site.end()
    }

    @Test("a file goes over in chunks, and again when the coordinator has forgotten it", arguments: [nil, 2])
    func upload(forgetsAfter: Int?) async throws {
        var sounds = StubSounds()
        sounds.forgetsAfter = forgetsAfter
        let site = try await site(sounds)
        let folder = try TemporaryFolder("sounds")
        let path = try noise(folder, seconds: 12)
        let played = try await site.run("play", "kitchen", path)
        #expect(played.exitCode == 0, "\(played.errors)")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.count > 4 * UploadRequest.chunkBytes)
        #expect(site.coordinator.state.sounds.files == [bytes])
        let requests = site.coordinator.requests.count { $0.verb == UploadRequest.verb }
        // The first request asks, the others send; forgotten chunks go once more.
        #expect(requests > (bytes.count / UploadRequest.chunkBytes) + 1)
        await site.end()
    }

    @Test("what cannot be played goes nowhere, and is refused in one line")
    func refusals() async throws {
        let site = try await site()
        let folder = try TemporaryFolder("sounds")
        let text = try folder.write("no sound at all", to: "a.wav")
        let cases: [([String], Int32, String)] = [
            (["play", "kitchen", text], 65, "\(text) is not a sound file that can be read"),
            (["play", "kitchen", "/nowhere.wav"], 66, "/nowhere.wav cannot be read"),
            (["play", text], 64, "where shall it be heard?"),
            (["say", "kitchen"], 64, "what shall be said in kitchen?"),
            (["say", "kitchen", "  "], 64, "cannot be said"),
            (["say", "--all", "kitchen", "Dinner is ready"], 64, "name nodes and groups or say --all, not both"),
            (["say", "kitchen", "bedroom"], 64, "what shall be said in kitchen, bedroom?"),
            (["say"], 64, "what shall be said?"), (["say", "Dinner"], 64, "where shall it be heard?"),
            (["say", "kichen", "Dinner", "is", "ready"], 65, "did you mean kitchen?"),
            (["say", "kitchen", "Dinner", "--at", "25:00"], 64, "--at: \"25:00\" is not a time"),
            (["say", "kitchen", "Dinner", "--volume", "101"], 64, "--volume: \"101\" is no volume"),
        ]
        for (words, code, line) in cases {
            let ended = try await site.clockctl.run(words)
            #expect(ended.exitCode == code, "\(words): \(ended.errors)")
            #expect(ended.errors.contains(line), "\(words): \(ended.errors)")
            #expect(ended.output.isEmpty)
        }
        #expect(site.coordinator.state.sounds.options.isEmpty)
        await site.end()
    }
}

@Suite("When something is to begin")
struct AtWordsTests {
    /// 14:41:33 in Berlin.
    @Test(arguments: [
        ("14:42", "2026-11-21T13:42:00Z"), ("18:00:30", "2026-11-21T17:00:30Z"), ("7", "2026-11-22T06:00:00Z"),
        ("14:41:33", "2026-11-22T13:41:33Z"), ("14:41:34", "2026-11-21T13:41:34Z"),
        ("tomorrow 7:00", "2026-11-22T06:00:00Z"), ("2026-11-21T18:00:00Z", "2026-11-21T18:00:00Z"),
        ("6pm", "2026-11-21T17:00:00Z"), ("half past seven", "2026-11-22T06:30:00Z"),
        ("in 20 minutes", "2026-11-21T14:01:33.250Z"), ("tonight at 8", "2026-11-21T19:00:00Z"),
    ])
    func isTheNextSuchInstant(text: String, instant: String) throws {
        let zone = Zones.berlin.local
        #expect(try InputWords.coming(text, "--at", now: Sample.now, zone: zone) == WallTime(rfc3339: instant))
    }

    @Test(arguments: ["", "25:00", "18:00:60", "18:00:0", "soon", "today 7:00", "weekdays 7:00", "2h"])
    func othersAreRefused(text: String) {
        #expect(throws: (any Error).self) {
            try InputWords.coming(text, "--at", now: Sample.now, zone: Zones.berlin.local)
        }
    }
}
