import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// Outputs and voices that are not as they should be: each room says what is wrong, and the others speak.
@Suite(.ownThreads) struct SoundTroubleTests {
    @Test("no device, a busy one, missing, broken and unreadable files: each is recorded, and the time is marked")
    func troubles() async throws {
        let voices = try TemporaryFolder("voices")
        for name in ["missing", "broken", "unreadable"] {
            try TestProcess.run("cp", ["-rL", BuiltPrograms.voices, voices.file(name)])
        }
        unlink(voices.file("missing/english/fifteen.wav"))
        try voices.write("this is no sound", to: "broken/english/fifteen.wav")
        try voices.write("format: 1\nname: english\nlanguage: en\nclips: [three\n", to: "unreadable/english/voice.yaml")
        let busy = voices.file("busy")
        try voices.write("", to: "busy")

        var rooms = ["kitchen", "attic", "bedroom", "study", "den", "cellar"].map { Site.Room($0) }
        rooms[1].device = "nonexistent"
        rooms[2].output = "busy_while \"\(busy)\""
        rooms[3].voices = voices.file("missing")
        rooms[4].voices = voices.file("broken")
        rooms[5].voices = voices.file("unreadable")
        try await withSite(Site(rooms)) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(45))
            try site.start()
            let records = try await site.records(of: target)
            let expected: [String: (QuarterOutcome, QuarterReason?)] = [
                "kitchen": (.announced, nil), "attic": (.failed, .deviceMissing), "bedroom": (.failed, .deviceBusy),
                "study": (.announced, .fallbackTone), "den": (.announced, .fallbackTone),
                "cellar": (.announced, nil),
            ]
            for (room, (outcome, reason)) in expected {
                let record = try #require(records[room])
                try #require(record.outcome == outcome && record.reason == reason, "\(room): \(record.sentence)")
                if reason != nil { try #require(record.detail?.isEmpty == false, "\(room)") }
            }
            for room in ["study", "den"] {
                let sounds = try site.sounds(in: room, around: target)
                try #require(sounds.count >= 1, "\(room) heard nothing")
                // The tone swells from silence.
                try #require((sounds[0].start - target).magnitude < .milliseconds(10), "\(room): \(sounds)")
                let voice = try #require(try await site.status(of: room).voice)
                try #require(voice.problems.contains { $0.contains("fifteen") }, "\(room): \(voice.problems)")
            }
            // Without its rules the clips with English names speak on.
            let cellar = try #require(try await site.status(of: "cellar").voice)
            try #require(cellar.problems.count == 1 && cellar.problems[0].contains("voice.yaml:"), "\(cellar.problems)")
            for room in ["attic", "bedroom"] { try #require(try site.sounds(in: room, around: target).isEmpty) }
            try #require(try await site.status(of: "attic").audio?.state == .missing)
            try #require(site.node("attic").log.contains("nonexistent"))

            // The doctor finds them, and the output that is free again.
            unlink(busy)
            let doctor = try await site.clockctl(["doctor"])
            try #require(doctor.code == 1, "\(doctor.output)")
            try await waitUntil("the bedroom's output found free") {
                try await site.status(of: "bedroom").audio?.state == .ok
            }
        }
    }
}
