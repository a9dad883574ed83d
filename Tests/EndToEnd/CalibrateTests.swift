import ClockDomain
import ClockTestSupport
import ClockVoice
import ClockWire
import Testing

/// Rooms out of step by delays behind their outputs, put in step by a recording.
@Suite(.ownThreads) struct CalibrateTests {
    /// The delay of an amplifier behind the bedroom's output, which the output does not report.
    private static let hidden = Duration.milliseconds(7)

    private struct Clicks: Decodable {
        var target: WallTime
        var lengthMilliseconds: Int
        var nodes: [NodeID]

        enum CodingKeys: String, CodingKey {
            case target, nodes
            case lengthMilliseconds = "length_ms"
        }
    }

    private struct Calibration: Decodable {
        struct Room: Decodable {
            var node: NodeID
            var verdict: String
            var lateMilliseconds: Double
            var newTrimMicroseconds: Int

            enum CodingKeys: String, CodingKey {
                case node, verdict
                case lateMilliseconds = "late_ms"
                case newTrimMicroseconds = "new_trim_us"
            }
        }
        var reference: NodeID
        var rooms: [Room]
        var applied: Bool
    }

    @Test("a room that is heard 7 ms late is within 0.2 ms of the other after its trim was set from a recording")
    func inStep() async throws {
        var kitchen = Site.Room("kitchen")
        kitchen.output = "ppm 40"
        var bedroom = Site.Room("bedroom")
        bedroom.output = "ppm -40 granularity_us 1000 fifo_us 5000"
        try await withSite(Site([kitchen, bedroom])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            let microphone = Microphone(site: site, latencies: ["bedroom": Self.hidden])

            let clicks: Clicks = try await site.ask(["calibrate", "--all"])
            try #require(clicks.nodes.map(\.rawValue) == ["bedroom", "kitchen"])
            let file = site.folder.file("microphone.wav")
            try microphone.record(
                from: clicks.target - .seconds(1),
                to: clicks.target + .milliseconds(clicks.lengthMilliseconds) + .seconds(1), to: file)

            let found: Calibration = try await site.ask(["calibrate", "--recording", file, "--apply"])
            try #require(found.reference.rawValue == "kitchen" && found.applied)
            let late = try #require(found.rooms.first { $0.node.rawValue == "bedroom" })
            try #require(late.verdict == "measured" && (late.lateMilliseconds - 7).magnitude < 0.3, "\(found)")
            try await waitUntil("the bedroom's trim applied", timeout: .seconds(5)) {
                let status = try await site.status(of: "bedroom")
                return status.settings.trimMicroseconds == late.newTrimMicroseconds
                    && status.revision.applied == status.revision.desired
            }
            // Reading the same recording again finds the same trims, not the correction twice.
            let again: Calibration = try await site.ask(["calibrate", "--recording", file])
            try #require(again.rooms.map(\.newTrimMicroseconds) == found.rooms.map(\.newTrimMicroseconds))

            try await expectAnnouncedTogether(site)
        }
    }

    private func expectAnnouncedTogether(_ site: Site) async throws {
        let result: Announced = try await site.ask(["announce", "--all"])
        try await site.sleep(until: result.target + .seconds(4))
        let local = LocalDateTime(secondsSinceEpoch: result.target.seconds).time
        let first = try #require(try Grammar.english.clips(time: local).first)
        let kitchen = try site.announcement(
            in: "kitchen", around: result.target, beginningWith: first, before: .seconds(1))
        let bedroom = try site.announcement(
            in: "bedroom", around: result.target, beginningWith: first, before: .seconds(1))
        let apart = bedroom.onset + Self.hidden - kitchen.onset
        try #require(apart.magnitude <= .microseconds(200), "the bedroom is heard \(apart) after the kitchen")
    }
}
