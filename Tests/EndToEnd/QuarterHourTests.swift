import ClockDomain
import ClockTestSupport
import ClockWire
import PacedRecording
import Testing

/// The spine: a quarter hour from the coordinator's wake to the sound in three rooms and the lines in the store.
@Suite(.ownThreads) struct QuarterHourTests {
    /// Onset against the target, and rooms against each other, as heard.
    static let tolerance: Duration = .microseconds(200)

    private static func rooms() -> [Site.Room] {
        var rooms = [
            Site.Room("kitchen"), Site.Room("office", zone: "America/New_York"),
            Site.Room("attic", zone: "Asia/Kolkata"),
        ]
        rooms[2].output = "ppm 40 granularity_us 1000 fifo_us 5000"
        return rooms
    }

    @Test("three rooms in three zones say the quarter hour, each its own time, at the very instant")
    func quarterHour() async throws {
        try await withSite(Site(Self.rooms())) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(45))
            try site.start()
            try await site.waitUntilReady()
            let records = try await site.records(of: target)
            try expectAnnounced(
                site, target, records,
                words: [
                    "kitchen": ["three", "fifteen", "PM"], "office": ["ten", "fifteen", "AM"],
                    "attic": ["eight", "forty-five", "PM"],
                ])
            for (room, record) in records {
                let latency = try #require(record.wakeLatencyMilliseconds, "\(room)")
                try #require((0...1000).contains(latency), "\(room)")
                // Woken 15 s ahead it looks at its clock each second until the lead-in, 2 s ahead.
                try #require((12...15).contains(record.trips ?? 0), "\(room): \(record.sentence)")
            }
            try await expectStatus(site, target)
        }
    }

    @Test("at the top of an hour the bell's first frame is on the hour, and a room half an hour off has no bell")
    func hour() async throws {
        try await withSite(Site(Self.rooms())) { site in
            // Noon of London's summer.
            let target = try WallTime("2027-07-01T11:00:00Z")
            site.setClock(to: target, in: .seconds(60))
            try site.start()
            let records = try await site.records(of: target)
            try expectAnnounced(
                site, target, records,
                words: [
                    "kitchen": ["strike", "twelve", "PM"], "office": ["strike", "seven", "AM"],
                    "attic": ["four", "thirty", "PM"],
                ])
        }
    }

    @Test("a soft tone wakes the amplifier in the lead-in, and the first word keeps its instant")
    func warmUpTone() async throws {
        var room = Site.Room("kitchen")
        room.lines = ["  warm_up_tone_ms: 800"]
        try await withSite(Site([room])) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(60))
            try site.start()
            let record = try #require(try await site.records(of: target)["kitchen"])
            try #require(record.outcome == .announced && record.reason == nil, "\(record.sentence)")
            let sounds = try site.sounds(in: "kitchen", around: target)
            let sound = try #require(sounds.first)
            // They are 150 ms apart, which counts as one sound.
            try #require(sounds.count == 1, "\(sounds)")
            let early = target - sound.start
            #expect((.milliseconds(900)...(.milliseconds(950))).contains(early), "the tone begins \(early) before")
            let clip = try #require(site.voice.clips["three"])
            let place = sound.recording.frame(atWallNanoseconds: (target - site.clockOffset).nanoseconds)
            let finder = ReferenceFinder(reference: Array(clip.prefix(4_410)))
            let region = Int(place) - 8_820..<Int(place) + 8_820
            let match = try #require(try finder.bestMatch(in: sound.recording, frames: region))
            #expect(match.correlation > 0.95)
            #expect((match.frame - place).magnitude < 9, "\(match.frame - place) frames off")
            // By a tone that is far softer than the word.
            let tone = try sound.recording.samples(ofChannel: 0, in: Int(place) - 30_000..<Int(place) - 8_000)
            let word = try sound.recording.samples(ofChannel: 0, in: Int(place)..<Int(place) + 22_000)
            let (soft, loud) = (tone.map(\.magnitude).max() ?? 0, word.map(\.magnitude).max() ?? 0)
            #expect(soft > 0 && loud > 10 * soft, "\(soft) against \(loud)")
        }
    }

    private func expectAnnounced(
        _ site: Site, _ target: WallTime, _ records: [String: QuarterRecord], words: [String: [String]]
    ) throws {
        var onsets: [WallTime] = []
        for (room, expected) in words {
            let record = try #require(records[room])
            try #require(record.outcome == .announced && record.reason == nil, "\(room): \(record.sentence)")
            try #require(record.source == .wake, "\(room): \(record.sentence)")
            let heard = try site.announcement(in: room, around: target, beginningWith: expected[0])
            try #require(heard.words == expected, "\(room)")
            let error = heard.onset - target
            try #require(error.magnitude <= Self.tolerance, "\(room) heard it \(error) late")
            let reported = try #require(record.onsetErrorMicroseconds, "\(room)")
            try #require(reported.magnitude <= 1_000, "\(room): \(record.sentence)")
            onsets.append(heard.onset)
        }
        let spread = try #require(onsets.max()) - (try #require(onsets.min()))
        try #require(spread <= Self.tolerance, "the rooms are \(spread) apart")
    }

    /// The fields that `clockctl status --json` promises to scripts.
    private func expectStatus(_ site: Site, _ target: WallTime) async throws {
        let status = try await site.ask(["status"], as: JSONValue.self)
        try #require(status.keys.isSuperset(of: ["site", "now", "next_wake", "coordinator", "nodes"]))
        try #require(status["site"].text == Site.name)
        try #require(status["coordinator"].keys.isSuperset(of: ["state", "version", "started"]))
        try #require(status["coordinator"]["state"].text == "running")
        let nextWake = try #require(status["next_wake"].text)
        try #require(nextWake == "2027-03-01T15:29:45.000Z")
        try #require(status["nodes"].elements.map { $0["id"].text } == ["attic", "kitchen", "office"])
        for node in status["nodes"].elements {
            try #require(
                node.keys.isSuperset(of: [
                    "id", "room", "zone", "availability", "clock", "last", "volume", "muted", "revision", "alarms",
                    "timers",
                ]))
            try #require(node["availability"].text == "online")
            try #require(node["clock"].keys.isSuperset(of: ["trusted", "reason", "offset_ms"]))
            let last = node["last"]
            try #require(
                last.keys.isSuperset(of: ["target", "outcome", "source", "wake_latency_ms", "onset_error_us", "trips"]))
            try #require(last["target"].text == target.rfc3339)
            try #require(last["outcome"].text == "announced")
            try #require(node["revision"].keys == ["desired", "applied"])
        }
        // To the millisecond, whatever the milliseconds are.
        for instant in [status["now"], status["coordinator"]["started"]] {
            let text = try #require(instant.text)
            try #require(
                text.utf8.count == "2027-03-01T15:15:00.000Z".utf8.count && text.utf8.last == UInt8(ascii: "Z"))
        }
    }
}
