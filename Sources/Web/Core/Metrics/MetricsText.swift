public import ClockDomain
public import ClockWire

/// A site's counts and states in the text format of Prometheus, version 0.0.4.
///
/// A series is there from the first scrape on, with 0 for a count without events: if a series began with 1, nobody
/// would see that it grew. Labels have few values: nodes, and outcomes and reasons that the protocol names. Times are
/// in seconds.
public struct MetricsText: Sendable {
    /// The metrics of clock-web itself.
    public struct Own: Sendable {
        public var version: String
        public var started: WallTime
        public var process: ProcessReading

        public init(version: String, started: WallTime, process: ProcessReading) {
            self.version = version
            self.started = started
            self.process = process
        }
    }

    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private enum Kind: String {
        case counter, gauge, histogram
    }

    private var text = ""

    /// - Parameters:
    ///   - site: the coordinator's answer; `nil` when it does not answer.
    ///   - nodes: ascending by node, each once.
    public static func write(_ site: SiteMetrics?, _ nodes: [NodeMetrics], _ own: Own) -> String {
        var text = MetricsText()
        text.text.reserveCapacity((nodes.count + 1) * 6_000)
        text.family("clock_coordinator_up", .gauge, "Whether the coordinator answers.")
        text.sample("clock_coordinator_up", "", site == nil ? 0 : 1)
        text.family("clock_build_info", .gauge, "1, for each program with its version.")
        if let site { text.build("clock-coordinator", site.version) }
        text.build("clock-web", own.version)
        text.process("process", own.process, started: own.started, of: "clock-web")
        if let site {
            text.process("clock_coordinator_process", site.process, started: site.started, of: "the coordinator")
            text.write(site)
            text.write(nodes.map { (labels: "node=\"\(escaped($0.node.rawValue))\"", node: $0) })
        }
        return text.text
    }

    // MARK: The site

    private mutating func write(_ site: SiteMetrics) {
        family("clock_store_degraded", .gauge, "1 while the store takes no changes.")
        sample("clock_store_degraded", "", site.isDegraded ? 1 : 0)
        family("clock_next_wake_timestamp_seconds", .gauge, "When the next wake message is due.")
        sample("clock_next_wake_timestamp_seconds", "", site.nextWake)
        family("clock_emergency", .gauge, "1 while an emergency is on.")
        sample("clock_emergency", "", site.emergencySilentRooms == nil ? 0 : 1)
        family("clock_emergency_silent_rooms", .gauge, "Rooms in which the emergency is not heard.")
        sample("clock_emergency_silent_rooms", "", site.emergencySilentRooms ?? 0)
        if let until = site.certificateUntil {
            let name = "clock_coordinator_certificate_end_timestamp_seconds"
            family(name, .gauge, "Until when the coordinator's certificate is valid.")
            sample(name, "", until)
        }
        family("clock_wake_latency_seconds", .histogram, "From a wake being published to a node handling it.")
        histogram("clock_wake_latency_seconds", "", site.wakeLatency, on: .wakeLatency)
        family("clock_commit_duration_seconds", .histogram, "How long the store took for commits that it took.")
        histogram("clock_commit_duration_seconds", "", site.commits, on: .commit)
        family("clock_commit_failures_total", .counter, "Commits that the store did not take.")
        sample("clock_commit_failures_total", "", site.failedCommits)
        if let notices = site.notices { write(notices) }
    }

    private mutating func write(_ notices: NoticeMetrics) {
        family("clock_notices_waiting", .gauge, "Messages to people that wait to be taken by their receiver.")
        sample("clock_notices_waiting", "", notices.waiting)
        family("clock_notices_failing", .gauge, "1 while the last attempt to send a message to people has failed.")
        sample("clock_notices_failing", "", notices.isFailing ? 1 : 0)
        family("clock_notices_total", .counter, "Messages to people by what became of them.")
        sample("clock_notices_total", "result=\"delivered\"", notices.delivered)
        sample("clock_notices_total", "result=\"dropped\"", notices.dropped)
        family("clock_notice_failures_total", .counter, "Attempts to send a message to people that failed.")
        sample("clock_notice_failures_total", "", notices.failures)
    }

    private mutating func build(_ program: String, _ version: String) {
        sample("clock_build_info", "program=\"\(program)\",version=\"\(Self.escaped(version))\"", 1)
    }

    private mutating func process(_ prefix: String, _ reading: ProcessReading, started: WallTime, of program: String) {
        family("\(prefix)_cpu_seconds_total", .counter, "Processor time of \(program).")
        sample("\(prefix)_cpu_seconds_total", "", seconds(ofMicroseconds: reading.processorMilliseconds * 1_000))
        family("\(prefix)_resident_memory_bytes", .gauge, "Resident memory of \(program).")
        sample("\(prefix)_resident_memory_bytes", "", reading.residentBytes)
        family("\(prefix)_open_fds", .gauge, "Open files and connections of \(program).")
        sample("\(prefix)_open_fds", "", reading.openFiles)
        family("\(prefix)_start_time_seconds", .gauge, "When \(program) started.")
        sample("\(prefix)_start_time_seconds", "", started)
    }

    // MARK: Nodes

    private typealias Labelled = (labels: String, node: NodeMetrics)

    private mutating func write(_ nodes: [Labelled]) {
        family("clock_node_info", .gauge, "1, for each node with its room, zone and version.")
        for (labels, node) in nodes {
            let more = [("room", node.room), ("zone", node.zone ?? ""), ("version", node.version ?? "")]
            sample("clock_node_info", labels + more.map { ",\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(), 1)
        }
        gauge("clock_node_up", "Whether the node is online.", nodes) { $0.isOnline ? 1 : 0 }
        gauge("clock_node_clock_trusted", "Whether the node trusts its clock.", nodes) {
            $0.isClockTrusted.map { $0 ? 1 : 0 }
        }
        family("clock_node_clock_offset_seconds", .gauge, "The coordinator's clock minus the node's.")
        for (labels, node) in nodes {
            guard let offset = node.clockOffsetMilliseconds else { continue }
            sample("clock_node_clock_offset_seconds", labels, "\(offset / 1_000)")
        }
        gauge("clock_node_ledger_pending", "Ledger lines that are not acknowledged yet.", nodes) { $0.ledgerPending }
        gauge("clock_node_revision_lag", "Revisions of its document that the node is behind.", nodes) { $0.revisionLag }
        instant("clock_node_next_ring_timestamp_seconds", "When the node rings next.", nodes) { $0.nextRing }
        instant(
            "clock_node_certificate_end_timestamp_seconds", "Until when the node's certificate is valid.", nodes
        ) { $0.certificateUntil }
        quarters(nodes)
        rings(nodes)
        family("clock_onset_error_seconds", .histogram, "How far announcements began from their quarter hour.")
        for (labels, node) in nodes { histogram("clock_onset_error_seconds", labels, node.onsetError, on: .onsetError) }
    }

    private static let quarterSeries = QuarterOutcome.allCases.flatMap { outcome in
        outcome.reasons.map { reason in
            (outcome: outcome, reason: reason, labels: outcomeLabels(outcome.rawValue, reason?.rawValue ?? ""))
        }
    }
    private static let knownQuarters = Set(
        quarterSeries.map { OutcomeCounts.key($0.outcome.rawValue, $0.reason?.rawValue) })

    private mutating func quarters(_ nodes: [Labelled]) {
        let name = "clock_quarters_total"
        family(name, .counter, "Quarter hours by what became of them.")
        for (labels, node) in nodes {
            for series in Self.quarterSeries {
                sample(name, labels + series.labels, node.quarters[series.outcome, series.reason])
            }
            others(name, labels, node.quarters, than: Self.knownQuarters)
        }
        gauge(
            "clock_quarters_amended_total",
            "Quarter hours counted as absent whose own line came after all.", nodes, .counter
        ) { $0.amended }
    }

    private static let ringSeries = RingOutcome.allCases.flatMap { outcome in
        outcome.reasons.map { reason in
            (outcome: outcome, reason: reason, labels: outcomeLabels(outcome.rawValue, reason.rawValue))
        }
    }
    private static let knownRings = Set(ringSeries.map { OutcomeCounts.key($0.outcome.rawValue, $0.reason.rawValue) })

    private mutating func rings(_ nodes: [Labelled]) {
        let name = "clock_rings_total"
        family(name, .counter, "Alarms and timers that were due, by what became of them.")
        for (labels, node) in nodes {
            for series in Self.ringSeries {
                sample(name, labels + series.labels, node.rings[series.outcome, series.reason])
            }
            others(name, labels, node.rings, than: Self.knownRings)
        }
    }

    private mutating func others(_ name: String, _ labels: String, _ counts: OutcomeCounts, than known: Set<String>) {
        for other in counts.others(than: known) {
            sample(
                name, labels + Self.outcomeLabels(Self.escaped(other.outcome), Self.escaped(other.reason)), other.count)
        }
    }

    private static func outcomeLabels(_ outcome: String, _ reason: String) -> String {
        ",outcome=\"\(outcome)\",reason=\"\(reason)\""
    }

    // MARK: Lines

    private mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP "
        text += name
        text += " "
        text += help
        text += "\n# TYPE "
        text += name
        text += " "
        text += kind.rawValue
        text += "\n"
    }

    /// Writes a family with one series for each node that has a value.
    private mutating func gauge(
        _ name: String, _ help: String, _ nodes: [Labelled], _ kind: Kind = .gauge, _ value: (NodeMetrics) -> Int?
    ) {
        family(name, kind, help)
        for (labels, node) in nodes { if let value = value(node) { sample(name, labels, value) } }
    }

    private mutating func instant(
        _ name: String, _ help: String, _ nodes: [Labelled], _ value: (NodeMetrics) -> WallTime?
    ) {
        family(name, .gauge, help)
        for (labels, node) in nodes { if let value = value(node) { sample(name, labels, value) } }
    }

    private mutating func histogram(
        _ name: String, _ labels: String, _ histogram: Histogram, on scale: HistogramScale
    ) {
        let separator = labels.isEmpty ? "" : ","
        let bounds = scale.boundsMicroseconds.map { seconds(ofMicroseconds: $0) } + ["+Inf"]
        var total = 0
        for (place, bound) in bounds.enumerated() {
            if place < histogram.counts.count { total += histogram.counts[place] }
            sample("\(name)_bucket", "\(labels)\(separator)le=\"\(bound)\"", total)
        }
        sample("\(name)_sum", labels, seconds(ofMicroseconds: histogram.sumMicroseconds))
        sample("\(name)_count", labels, total)
    }

    private mutating func sample(_ name: String, _ labels: String, _ instant: WallTime) {
        sample(name, labels, "\(Double(instant.nanoseconds) / 1e9)")
    }

    private mutating func sample(_ name: String, _ labels: String, _ value: Int) { sample(name, labels, "\(value)") }

    private mutating func sample(_ name: String, _ labels: String, _ value: String) {
        text += name
        if !labels.isEmpty {
            text += "{"
            text += labels
            text += "}"
        }
        text += " "
        text += value
        text += "\n"
    }

    private func seconds(ofMicroseconds microseconds: Int) -> String { "\(Double(microseconds) / 1e6)" }

    /// Returns the text with the characters escaped that must not stand between quotes.
    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") || $0 == 0x0A }) else {
            return value
        }
        var text = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
