import ClockDomain
import ClockSound
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// Rings that say their label: from clockctl over a speech engine and the broker to the room's disk and its output.
@Suite(.ownThreads) struct SpokenRingTests {
    /// Far from any quarter hour.
    private static let quarter = WallTime(rfc3339: "2027-03-01T15:15:00Z")!

    /// A speech engine that says a tone of one second, whatever it reads.
    private func engine(_ site: Site) throws -> String {
        let frames = (0..<44_100).map { Int16(9_000 * sin(2 * .pi * 440 * Double($0) / 44_100)) }
        let sound = site.folder.file("words.flac")
        try SoundFileWriter.write(frames, to: sound, maximumBytes: 1 << 20)
        let engine = try site.folder.write("#!/bin/sh\ncat >/dev/null\nexec cat \(sound)\n", to: "engine")
        chmod(engine, 0o755)
        return engine
    }

    @Test(
        "a reminder is on the room's disk, and is said there with coordinator and broker dead", .timeLimit(.minutes(4)))
    func reminder() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: Self.quarter, in: .minutes(7))
            site.coordinator.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": "\(site.clockOffset.components.seconds)",
                "CLOCKSMITH_SPEECH_COMMAND": try engine(site),
            ])
            try site.start()
            try await site.waitUntilReady()
            let said = try await site.clockctl(["remind", "in 1 minute", "--room", "kitchen", "Take your pills"])
            #expect(said.code == 0, "\(said.output)")
            #expect(
                said.output.contains("Take your pills is said") && said.output.contains(", once"), "\(said.output)")
            #expect(!said.output.contains("have not come"), "\(said.output)")
            let file = "\(SpokenText.file(of: "Take your pills")).flac"
            #expect(access(site.folder.file("state/kitchen/voices/\(SpokenText.name)/\(file)"), R_OK) == 0)
            site.coordinator.kill()
            site.broker.stop()
            let asked = site.now
            // The minute that begins a minute later, and the words.
            try await site.sleep(until: asked + .seconds(130))
            let sounds = try site.sounds(in: "kitchen", from: asked, to: asked + .seconds(125))
            // Two notes and the words are one sound, or two with the notes apart.
            #expect((1...2).contains(sounds.count), "\(sounds)")
            let first = try #require(sounds.first)
            let minute = WallTime(seconds: (first.start + .seconds(1)).seconds / 60 * 60)
            #expect((first.start - minute).magnitude < .milliseconds(20), "\(first)")
        }
    }

    @Test("a timer says its name; where nothing speaks, a tone rings and clockctl says so", .timeLimit(.minutes(4)))
    func timer() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: Self.quarter, in: .minutes(7))
            let folder = try TemporaryFolder("empty")
            let broken = try folder.write("#!/bin/sh\nexit 3\n", to: "engine")
            chmod(broken, 0o755)
            site.coordinator.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": "\(site.clockOffset.components.seconds)",
                "CLOCKSMITH_SPEECH_COMMAND": broken, "PATH": folder.path,
            ])
            try site.start()
            try await site.waitUntilReady()
            let started = try await site.clockctl([
                "timer", "start", "14s", "Eggs", "--room", "kitchen", "--sound", "spoken",
            ])
            #expect(started.code == 0, "\(started.output)")
            #expect(started.output.contains("the words have not come to kitchen yet"), "\(started.output)")
            try await waitUntil("the ring", timeout: .seconds(30)) {
                (try? await site.status(of: "kitchen"))?.rings.isEmpty == false
            }
            let doctor = try await site.clockctl(["doctor"])
            #expect(
                doctor.code == 1 && doctor.output.contains("have not come from the coordinator"), "\(doctor.output)")
            _ = try await site.clockctl(["stop"])
            try await waitUntil("the line") {
                let lines = (try? await site.history()) ?? []
                return lines.contains { line in
                    if case .ring(let record) = line.event { record.label == "Eggs" } else { false }
                }
            }
        }
    }
}
