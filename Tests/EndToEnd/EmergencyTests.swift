import ClockDomain
import ClockSound
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// An emergency through real programs, judged by what the rooms' outputs played.
struct EmergencyTests {
    /// Far from any quarter hour.
    private static let quarter = WallTime(rfc3339: "2027-03-01T15:15:00Z")!

    /// The longest time without sound between two instants.
    ///
    /// - Parameter asked: no sound that matters began before.
    private func longestSilence(
        _ site: Site, _ room: String, asked: WallTime, from start: WallTime, to end: WallTime
    ) throws -> Duration {
        let sounds = try site.sounds(in: room, from: asked, to: end)
        var heard = start
        var longest = Duration.zero
        for sound in sounds where sound.end > start {
            longest = max(longest, sound.start - heard)
            heard = max(heard, sound.end)
        }
        return max(longest, end - heard)
    }

    @Test(
        "it begins in every room, outlives coordinator and a node's kill, and ends everywhere", .timeLimit(.minutes(5)))
    func emergency() async throws {
        try await withSite(Site([Site.Room("kitchen"), Site.Room("bath")])) { site in
            site.setClock(to: Self.quarter, in: .minutes(10))
            try site.start()
            try await site.waitUntilReady()
            let muted = try await site.clockctl(["set", "--all", "mute", "on", "volume", "0"])
            #expect(muted.code == 0, "\(muted.output)")

            let asked = site.now
            let begun = try await site.clockctl(["emergency", "Leave the building by the nearest exit"])
            #expect(begun.code == 0, "\(begun.output)")
            #expect(begun.output.contains("bath sounds since") && begun.output.contains("kitchen sounds since"))
            site.coordinator.kill()
            try await site.sleep(until: site.now + .seconds(10))
            let killed = site.now
            site.node("bath").kill()
            try site.node("bath").start()
            try await waitUntil("the restarted room's answer", timeout: .seconds(30)) {
                let shown = try await site.clockctl(["emergency"])
                return shown.code == 0 && shown.output.contains("bath sounds since")
            }
            let back = site.now
            try await site.sleep(until: back + .seconds(10))
            let ended = try await site.clockctl(["emergency", "end"])
            #expect(ended.code == 0, "\(ended.output)")
            let over = site.now
            try await site.sleep(until: over + .seconds(12))

            for room in ["kitchen", "bath"] {
                let first = try #require(try site.sounds(in: room, from: asked, to: over).first)
                #expect(first.start - asked < .seconds(10), "\(room) begins at \(first.start), asked at \(asked)")
                let late = try site.sounds(in: room, from: over + .seconds(1), to: over + .seconds(11))
                #expect(late.isEmpty, "\(room) goes on: \(late)")
            }
            let kitchen = try longestSilence(
                site, "kitchen", asked: asked, from: asked + .seconds(10), to: over - .seconds(5))
            #expect(kitchen < .seconds(3), "the kitchen is silent for \(kitchen)")
            let bath = try longestSilence(
                site, "bath", asked: asked, from: back + .seconds(1), to: over - .seconds(5))
            #expect(bath < .seconds(3), "the bath is silent for \(bath) since \(back), killed at \(killed)")

            try site.coordinator.start()
            try await waitUntil("the rooms' lines", timeout: .seconds(30)) {
                // Not there yet: the coordinator may still be starting.
                let lines = (try? await site.history()) ?? []
                let records = lines.compactMap { if case .sound(let record) = $0.event { record } else { nil } }
                return records.filter { $0.label.hasPrefix("Emergency: Leave") && $0.outcome == .played }.count == 2
            }
        }
    }

    @Test("its words follow the siren once they have been spoken", .timeLimit(.minutes(4)))
    func words() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let frames = (0..<44_100).map { Int16(9_000 * sin(2 * .pi * 440 * Double($0) / 44_100)) }
            let sound = site.folder.file("words.flac")
            try SoundFileWriter.write(frames, to: sound, maximumBytes: 1 << 20)
            let engine = try site.folder.write("#!/bin/sh\ncat >/dev/null\nexec cat \(sound)\n", to: "engine")
            chmod(engine, 0o755)
            site.setClock(to: Self.quarter, in: .minutes(10))
            site.coordinator.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": "\(site.clockOffset.components.seconds)",
                "CLOCKSMITH_SPEECH_COMMAND": engine,
            ])
            try site.start()
            try await site.waitUntilReady()
            let text = "Stay in your rooms"
            let begun = try await site.clockctl(["emergency", text, "--drill"])
            #expect(begun.code == 0, "\(begun.output)")
            let file = SpokenText.file(of: "This is a drill. \(text). This is a drill.")
            try await waitUntil("the words in the room", timeout: .seconds(60)) {
                access(site.folder.file("state/kitchen/voices/\(SpokenText.name)/\(file).flac"), R_OK) == 0
            }
            try await waitUntil("the room's word", timeout: .seconds(30)) {
                let shown = try await site.clockctl(["emergency"])
                return shown.output.contains("kitchen sounds since") && !shown.output.contains("without the words")
            }
            let ended = try await site.clockctl(["emergency", "end"])
            #expect(ended.code == 0, "\(ended.output)")
        }
    }
}
