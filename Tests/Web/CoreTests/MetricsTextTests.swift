import ClockDomain
import ClockWebCore
import ClockWire
import Testing

/// The metrics that Prometheus reads.
struct MetricsTextTests {
    private let own = MetricsText.Own(
        version: "1.2.3", started: WallTime(seconds: 1_764_000_000),
        process: ProcessReading(processorMilliseconds: 1_250, residentBytes: 4_096, openFiles: 9))
    private let site = SiteMetrics(
        version: "1.2.3", started: WallTime(seconds: 1_764_000_000), isDegraded: true,
        nextWake: WallTime(seconds: 1_764_000_885), certificateUntil: nil,
        process: ProcessReading(processorMilliseconds: 10, residentBytes: 2, openFiles: 3), wakeLatency: Histogram(),
        commits: Histogram(), failedCommits: 2,
        notices: NoticeMetrics(waiting: 3, isFailing: true, failures: 7))

    private func lines(_ site: SiteMetrics?, _ nodes: [NodeMetrics]) -> [String] {
        MetricsText.write(site, nodes, own).split(separator: "\n").map(String.init)
    }

    private func value(_ series: String, in lines: [String]) -> String? {
        lines.first { $0.hasPrefix(series + " ") }.map { String($0.dropFirst(series.count + 1)) }
    }

    @Test func everyOutcomeHasItsSeriesFromZeroOn() throws {
        var node = NodeMetrics(node: NodeID("kitchen")!, room: "Kitchen", isOnline: true, revisionLag: 0)
        node.quarters.count(.missed, .late)
        let lines = lines(site, [node])
        let series = lines.filter { $0.hasPrefix("clock_quarters_total{") }
        #expect(series.count == 19 && Set(series).count == 19)
        #expect(
            value(#"clock_quarters_total{node="kitchen",outcome="announced",reason=""}"#, in: lines) == "0")
        #expect(value(#"clock_quarters_total{node="kitchen",outcome="missed",reason="late"}"#, in: lines) == "1")
        #expect(lines.count { $0.hasPrefix("clock_rings_total{") } == 17)
        #expect(value(#"clock_onset_error_seconds_bucket{node="kitchen",le="5e-05"}"#, in: lines) == "0")
        #expect(value("clock_store_degraded", in: lines) == "1")
        #expect(value("clock_emergency", in: lines) == "0" && value("clock_emergency_silent_rooms", in: lines) == "0")
        var alerted = site
        alerted.emergencySilentRooms = 3
        let alert = self.lines(alerted, [])
        #expect(value("clock_emergency", in: alert) == "1" && value("clock_emergency_silent_rooms", in: alert) == "3")
        #expect(value("clock_commit_failures_total", in: lines) == "2")
        #expect(value("clock_next_wake_timestamp_seconds", in: lines) == "1764000885.0")
    }

    @Test func messagesToPeopleHaveTheirSeriesFromZeroOn() {
        let lines = lines(site, [])
        #expect(value("clock_notices_waiting", in: lines) == "3")
        #expect(value("clock_notices_failing", in: lines) == "1")
        #expect(value(#"clock_notices_total{result="delivered"}"#, in: lines) == "0")
        #expect(value(#"clock_notices_total{result="dropped"}"#, in: lines) == "0")
        #expect(value("clock_notice_failures_total", in: lines) == "7")
    }

    @Test func aCoordinatorThatDoesNotCountMessagesHasNoSeriesOfThem() {
        var site = site
        site.notices = nil
        #expect(!lines(site, []).contains { $0.contains("clock_notice") })
    }

    @Test func bucketsAreCumulative() {
        var node = NodeMetrics(node: NodeID("kitchen")!, room: "Kitchen", isOnline: true, revisionLag: 0)
        for error in [40, 300, 2_000_000] { node.onsetError.count(error, on: .onsetError) }
        let lines = lines(site, [node])
        let name = "clock_onset_error_seconds"
        let bounds = ["5e-05", "0.0002", "0.001", "0.005", "0.02", "0.1", "1.0", "+Inf"]
        let counts = bounds.map { value(#"\#(name)_bucket{node="kitchen",le="\#($0)"}"#, in: lines) }
        #expect(counts == ["1", "1", "2", "2", "2", "2", "2", "3"])
        #expect(value(#"\#(name)_count{node="kitchen"}"#, in: lines) == "3")
        #expect(value(#"\#(name)_sum{node="kitchen"}"#, in: lines) == "2.00034")
    }

    @Test func aCoordinatorThatDoesNotAnswerIsToldAndNothingOfItIsMadeUp() {
        let lines = lines(nil, [])
        #expect(value("clock_coordinator_up", in: lines) == "0")
        #expect(value("process_cpu_seconds_total", in: lines) == "1.25")
        #expect(!lines.contains { $0.hasPrefix("clock_store") || $0.hasPrefix("clock_node") })
    }

    @Test func aRoomsNameCannotBreakOutOfItsQuotes() {
        let node = NodeMetrics(node: NodeID("kitchen")!, room: "a\"b\\c\nd", isOnline: false, revisionLag: 0)
        let lines = lines(site, [node])
        #expect(
            lines.contains(#"clock_node_info{node="kitchen",room="a\"b\\c\nd",zone="",version=""} 1"#))
    }

    @Test func anOutcomeOfANewerCoordinatorIsToldAsWell() throws {
        let text = #"{"announced":1,"hummed/softly":2}"#
        let counts = try WireCodec.decode(
            Reply<NodeMetrics>.self,
            from: Array(
                #"{"v":1,"result":{"node":"kitchen","room":"K","online":true,"revision_lag":0,"quarters":\#(text)}}"#
                    .utf8)
        )
        let lines = lines(site, [try #require(counts.result)])
        #expect(value(#"clock_quarters_total{node="kitchen",outcome="hummed",reason="softly"}"#, in: lines) == "2")
    }

    @Test func whatIsNotKnownOfANodeHasNoSeries() {
        let node = NodeMetrics(node: NodeID("kitchen")!, room: "Kitchen", isOnline: false, revisionLag: 1)
        let lines = lines(site, [node])
        #expect(value(#"clock_node_up{node="kitchen"}"#, in: lines) == "0")
        #expect(value(#"clock_node_revision_lag{node="kitchen"}"#, in: lines) == "1")
        for name in ["clock_trusted", "clock_offset_seconds", "ledger_pending", "next_ring_timestamp_seconds"] {
            #expect(!lines.contains { $0.hasPrefix("clock_node_\(name){") })
        }
    }
}
