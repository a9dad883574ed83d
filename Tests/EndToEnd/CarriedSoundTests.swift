import ClockDomain
import ClockMQTT
import ClockSound
import ClockTestSupport
import ClockWire
import Glibc
import Synchronization
import Testing

/// Speech and files that people have played: from clockctl over the coordinator's disk and the broker to the rooms' outputs.
@Suite(.ownThreads) struct CarriedSoundTests {
    /// Far from any quarter hour.
    private static let quarter = WallTime(rfc3339: "2027-03-01T15:15:00Z")!

    private static func rooms() -> [Site.Room] {
        var rooms = [Site.Room("kitchen"), Site.Room("bedroom")]
        rooms[0].output = "ppm 40"
        rooms[1].output = "ppm -40 granularity_us 1000 fifo_us 5000"
        return rooms
    }

    private struct Played: Decodable {
        var sound: Digest
        var target: WallTime
        var offline: [NodeID]
        var nodes: [SoundOutcomes.NodeOutcome]
    }

    /// A bell with a sharp beginning.
    private func bell(_ site: Site, seconds: Double) throws -> String {
        let frames = (0..<Int(seconds * 44_100)).map { frame in
            let time = Double(frame) / 44_100
            return Int16(16_000 * exp(-3 * time) * cos(2 * .pi * 880 * time))
        }
        let path = site.folder.file("bell.flac")
        try SoundFileWriter.write(frames, to: path, maximumBytes: Blob.maximumBytes)
        return path
    }

    /// Returns the instant of each room's first sound from a second before the target on.
    private func onsets(_ site: Site, of target: WallTime) async throws -> [WallTime] {
        try site.rooms.map { room in
            let sounds = try site.sounds(in: room.id, from: target - .seconds(1), to: target + .seconds(1))
            guard let first = sounds.first else {
                throw TestFailure("\(room.id) heard nothing around \(target)")
            }
            return first.start
        }
    }

    private func start(_ site: Site, speech: String? = nil) async throws {
        site.setClock(to: Self.quarter, in: .minutes(7))
        if let speech {
            site.coordinator.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": "\(site.clockOffset.components.seconds)",
                "CLOCKSMITH_SPEECH_COMMAND": speech,
            ])
        }
        try site.start()
        try await site.waitUntilReady()
    }

    @Test(
        "what is to be played is shown, outlives its node and the coordinator, is taken back by its id, and has its line"
    )
    func cancel() async throws {
        try await withSite(Site(Self.rooms())) { site in
            try await start(site)
            let file = try bell(site, seconds: 1.5)
            let at = "\((site.now + .minutes(3)).truncatedToMilliseconds)"
            let told = try await site.clockctl(["play", "kitchen", "bedroom", file, "--at", at])
            try #require(told.code == 0, "\(told.output)")
            let id = try #require(try await site.status(of: "kitchen").plays.first?.id)
            #expect(told.output.contains("as \(id)\n"))
            let bedroom = site.node("bedroom")
            bedroom.kill()
            site.coordinator.kill()
            try site.coordinator.start()
            try await site.waitUntilReady(["kitchen"])
            #expect(try await site.clockctl(["next", "--node", "kitchen"]).output.contains("plays \(id) bell.flac"))

            let cancelled = try await site.clockctl(["cancel", id])
            try #require(cancelled.code == 0, "\(cancelled.output)")
            #expect(cancelled.output.contains("is taken back in kitchen\n! bedroom gets to know when it is back"))
            try bedroom.start()
            try await waitUntil("both lines are there", timeout: .seconds(30)) {
                let history = try await site.clockctl(["history", "--limit", "10"])
                return history.output.split(separator: "\n").count { $0.contains(id) && $0.contains("withdrawn") } == 2
            }
            #expect(try await site.status(of: "bedroom").plays.isEmpty)
        }
    }

    @Test("a file is heard in two rooms at the instant, and what the broker keeps of it is the file")
    func play() async throws {
        try await withSite(Site(Self.rooms())) { site in
            try await start(site)
            let file = try bell(site, seconds: 1.5)
            let played: Played = try await site.ask(["play", "kitchen", "bedroom", file])
            #expect(played.nodes.map(\.record?.outcome) == [.played, .played])
            for onset in try await onsets(site, of: played.target) {
                // The first frame that is loud enough is not the very first.
                #expect((onset - played.target).magnitude <= .milliseconds(1), "\(onset) for \(played.target)")
            }

            let kept = try await retained(site, played.sound)
            #expect(Digest(of: kept.sorted { $0.key < $1.key }.flatMap(\.value.payload)) == played.sound)
            #expect(kept.values.allSatisfy { $0.retain && (500...600).contains($0.messageExpirySeconds ?? 0) })

            // The rooms have it: it goes out again at once, without a chunk on the broker.
            let mark = site.coordinator.log.count
            let again: Played = try await site.ask(["play", "--all", file, "--volume", "40"])
            #expect(again.sound == played.sound && again.nodes.map(\.record?.outcome) == [.played, .played])
            #expect(!site.coordinator.log.dropFirst(mark).contains("lacks"))
            #expect(try site.store.ledger().count { $0.kind == "sound" } == 4)
        }
    }

    @Test("an output with another crystal keeps to the instant for as long as a sound lasts", .timeLimit(.minutes(3)))
    func twoRoomsStayTogether() async throws {
        try await withSite(Site(Self.rooms())) { site in
            try await start(site)
            let file = try bell(site, seconds: 0.4)
            var differences: [Duration] = []
            for _ in 0..<3 {
                let played: Played = try await site.ask(["play", "kitchen", "bedroom", file])
                let heard = try await onsets(site, of: played.target)
                differences.append((heard[0] - heard[1]).magnitude)
            }
            #expect(differences.allSatisfy { $0 <= .milliseconds(1) }, "\(differences)")
        }
    }

    @Test(
        "a text is spoken in two rooms at the instant",
        .enabled(if: (try? TestProcess.find("espeak-ng")) != nil, "espeak-ng is not installed"))
    func say() async throws {
        try await withSite(Site(Self.rooms())) { site in
            try await start(site)
            let said = try await site.clockctl(["say", "kitchen", "bedroom", "Dinner is ready"])
            try #require(said.code == 0, "\(said.output)")
            #expect(said.output.contains("kitchen  played at") && said.output.contains("bedroom  played at"))
            let played: Played = try await site.ask(["say", "--all", "Dinner is ready"])
            let heard = try await onsets(site, of: played.target)
            #expect((heard[0] - heard[1]).magnitude <= .milliseconds(1))
        }
    }

    @Test("a node that is away is named at once, and the others play")
    func offline() async throws {
        try await withSite(Site(Self.rooms())) { site in
            try await start(site)
            site.node("bedroom").kill()
            try await waitUntil("the bedroom is away", timeout: .seconds(90)) {
                // Not there yet: the coordinator may be busy.
                (try? await site.status(of: "bedroom"))?.availability == .offline
            }
            let file = try bell(site, seconds: 0.4)
            let played = try await site.clockctl(["play", "kitchen", "bedroom", file])
            #expect(played.code == 1)
            #expect(played.output.contains("offline: bedroom\nkitchen  played at"), "\(played.output)")
        }
    }

    @Test("an order survives a killed node, and is played at its instant")
    func killed() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            try await start(site)
            let file = try bell(site, seconds: 0.4)
            let at = (site.now + .seconds(25)).truncatedToMilliseconds
            async let played: Played = site.ask(["play", "kitchen", file, "--at", "\(at)"])
            try await waitUntil("the sound is in the kitchen") {
                site.node("kitchen").log.contains("subscribed to clock/v1/test/content/")
            }
            try await Task.sleep(for: .seconds(2))
            site.node("kitchen").kill()
            try site.node("kitchen").start()
            let outcome = try await played
            #expect(outcome.target == at && outcome.nodes.map(\.record?.outcome) == [.played])
            let heard = try await onsets(site, of: at)
            #expect((heard[0] - at).magnitude <= .milliseconds(1))
        }
    }

    @Test("where no engine can speak, one line says why")
    func engines() async throws {
        let folder = try TemporaryFolder("engines")
        let engine = try folder.write("#!/bin/sh\necho 'no such voice' >&2\nexit 3\n", to: "engine")
        chmod(engine, 0o755)
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: Self.quarter, in: .minutes(7))
            site.coordinator.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": "\(site.clockOffset.components.seconds)",
                "CLOCKSMITH_SPEECH_COMMAND": engine, "PATH": folder.path,
            ])
            try site.start()
            try await site.waitUntilReady()
            let refused = try await site.clockctl(["say", "kitchen", "Dinner is ready"])
            #expect(refused.code != 0 && refused.output.contains("ended with 3: no such voice"), "\(refused.output)")
            #expect(refused.output.split(separator: "\n").count == 1, "\(refused.output)")
        }
    }

    @Test(
        "an engine that fails is told in log and doctor, and espeak-ng speaks",
        .enabled(if: (try? TestProcess.find("espeak-ng")) != nil, "espeak-ng is not installed"))
    func nextEngine() async throws {
        let folder = try TemporaryFolder("engines")
        let text = folder.file("text")
        let engine = try folder.write("#!/bin/sh\ncat > \(text)\nexit 3\n", to: "engine")
        chmod(engine, 0o755)
        try await withSite(Site([Site.Room("kitchen")])) { site in
            try await start(site, speech: engine)
            // The text as it is, whatever a shell would make of it.
            for text in ["$(touch /tmp/x); `id` 'a' \"b\"", "Dinner is ready"] {
                let said = try await site.clockctl(["say", "kitchen", text])
                #expect(said.code == 0, "\(said.output)")
                if text.hasPrefix("$") { #expect(readText(folder.file("text")) == text + "\n") }
            }
            #expect(site.coordinator.log.split(separator: "\n").count { $0.contains("ended with 3") } == 1)
            let doctor = try await site.clockctl(["doctor"])
            #expect(doctor.output.contains("espeak-ng speaks the texts of say in its place"), "\(doctor.output)")
        }
    }

    @Test(
        "rooms hear a text in the voice that tells them the time, where its engine is there",
        .enabled(
            if: access("/usr/share/festival/voices/us/cmu_us_slt_arctic_hts", F_OK) == 0,
            "festival's voice slt is not installed"))
    func ownVoice() async throws {
        let programs = try TemporaryFolder("programs")
        let asked = programs.file("asked")
        // Of the engine that spoke the clips of the standard voice.
        let engine = try programs.write(
            "#!/bin/sh\necho \"$@\" > \(asked)\nexec \(try TestProcess.find("text2wave")) \"$@\"\n", to: "text2wave")
        chmod(engine, 0o755)
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: Self.quarter, in: .minutes(7))
            site.coordinator.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": "\(site.clockOffset.components.seconds)",
                "CLOCKSMITH_VOICES_DIRECTORY": BuiltPrograms.voices,
                "PATH": "\(programs.path):/usr/local/bin:/usr/bin:/bin",
            ])
            try site.start()
            try await site.waitUntilReady()
            let said = try await site.clockctl(["say", "kitchen", "Dinner is ready"])
            #expect(said.code == 0, "\(said.output)")
            #expect(readText(asked)?.hasSuffix("-eval (voice_cmu_us_slt_arctic_hts)\n") == true)
            #expect(!site.coordinator.log.contains("in its place"))
        }
    }

    /// Returns the broker's retained chunks of a sound, by number.
    private func retained(_ site: Site, _ sound: Digest) async throws -> [Int: MQTTMessage] {
        let topics = Topics(site: SiteID(Site.name)!)
        let kept = Kept()
        let client = try MQTTClient(
            MQTTConfiguration(host: "127.0.0.1", port: site.broker.port, clientID: "late")
        )
        try client.subscribe([MQTTSubscription(topics.contentFilter(sound))])
        try client.start { event in
            guard case .message(let message, _) = event,
                case .chunk(let chunk, of: sound, in: sound) = topics.parse(message.topic)
            else { return }
            kept.chunks.withLock { $0[chunk] = message }
        }
        try await waitUntil("the chunks of the sound") {
            let chunks = kept.chunks.withLock { $0 }
            return Digest(of: chunks.sorted { $0.key < $1.key }.flatMap(\.value.payload)) == sound
        }
        await client.stop()
        return kept.chunks.withLock { $0 }
    }

    private final class Kept: Sendable {
        let chunks = Mutex<[Int: MQTTMessage]>([:])
    }
}
