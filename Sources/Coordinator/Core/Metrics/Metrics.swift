internal import ClockDomain
internal import ClockWire

/// Counts for graphs and alerts: a reader of the site's events that decides nothing.
///
/// Counts begin with the program and only grow, as graphing tools expect. Each line of a ledger counts once, when the
/// store has it. A quarter hour counts as absent when the coordinator closes it. So each node keeps its open quarter
/// hours that already have a line.
struct Metrics: Sendable {
    private struct NodeCounts: Sendable {
        var quarters = OutcomeCounts()
        var amended = 0
        var rings = OutcomeCounts()
        var onsetError = Histogram()
        /// Quarter hours after ``Metrics/closedThrough`` with a line of the node.
        var open: Set<WallTime> = []
    }

    /// A node with a clock far ahead can send any number of future lines. Further ones may also count as absent.
    private static let maximumOpen = 1_000

    private var nodes: [NodeID: NodeCounts] = [:]
    private var closedThrough: WallTime
    private var wakeLatency = Histogram()
    private var commits = Histogram()
    private var failedCommits = 0
    /// The instant at which the commit under way began.
    private var commitBegan: BootTime?

    /// - Parameter closedThrough: the store has the lines of every quarter hour up to this one.
    init(_ stored: [StoredNode], closedThrough: WallTime) {
        self.closedThrough = closedThrough
        for node in stored {
            // Of the lines committed before this start, only the newest is known, and there is hardly ever another.
            if let last = node.last, last.target > closedThrough, last.outcome != .absent {
                nodes[node.definition.id, default: NodeCounts()].open = [last.target]
            }
        }
    }

    // MARK: Counting

    mutating func follow(_ events: [SiteEvent], _ known: Nodes, at now: Now) {
        for event in events {
            switch event {
            case .node(let id): if !known.isKnown(id) { nodes[id] = nil }
            case .quarter(let id, let record): if known.isKnown(id) { count(record, of: id, known, at: now) }
            case .quartersClosed(let closing): close(closing)
            case .quartersReopened(let after): closedThrough = min(closedThrough, after)
            case .ring(let id, let record):
                if known.isKnown(id) { nodes[id, default: NodeCounts()].rings.count(record.outcome, record.reason) }
            case .object, .sound, .times: break
            }
        }
    }

    private mutating func count(_ record: QuarterRecord, of id: NodeID, _ known: Nodes, at now: Now) {
        var counts = nodes.removeValue(forKey: id) ?? NodeCounts()
        defer { nodes[id] = counts }
        if record.target > closedThrough {
            // A node that lost its state may send a line again.
            guard !counts.open.contains(record.target) else { return }
            if counts.open.count < Self.maximumOpen { counts.open.insert(record.target) }
        } else if let node = known[id], record.target > node.firstSeen(at: now) {
            counts.amended += 1
        }
        counts.quarters.count(record.outcome, record.reason)
        if let error = record.onsetErrorMicroseconds {
            counts.onsetError.count(Int(clamping: error.magnitude), on: .onsetError)
        }
        if let latency = record.wakeLatencyMilliseconds {
            wakeLatency.count(latency.multipliedReportingOverflow(by: 1_000).partialValue, on: .wakeLatency)
        }
    }

    private mutating func close(_ closing: QuarterClosing) {
        for absence in closing.absences {
            let first = max(closing.after, QuarterHour.atOrBefore(absence.firstSeen)) + QuarterHour.length
            guard first <= closing.through else { continue }
            let all = (closing.through - first).nanoseconds / QuarterHour.length.nanoseconds + 1
            let own = nodes[absence.node]?.open.count { $0 >= first && $0 <= closing.through } ?? 0
            let absent = Int(all) - own
            guard absent > 0 else { continue }
            nodes[absence.node, default: NodeCounts()].quarters.count(.absent, absence.reason, times: absent)
        }
        closedThrough = closing.through
        nodes = nodes.mapValues { counts in
            guard !counts.open.isEmpty else { return counts }
            var counts = counts
            counts.open = counts.open.filter { $0 > closing.through }
            return counts
        }
    }

    mutating func commitBegan(at boot: BootTime) { commitBegan = boot }

    mutating func commitSucceeded(at boot: BootTime) {
        guard let began = commitBegan else { return }
        commitBegan = nil
        commits.count(Int((boot - began).nanoseconds / 1_000), on: .commit)
    }

    mutating func commitFailed() {
        commitBegan = nil
        failedCommits += 1
    }

    // MARK: Reporting

    /// The facts for metrics that other machines keep.
    struct Facts: Sendable {
        var settings: CoordinatorSettings
        var started: WallTime
        var storeID: String
        var isDegraded: Bool
        var nextWake: WallTime
        var process: ProcessReading
        var notices: NoticeMetrics
        /// `nil` while no emergency is on.
        var emergencySilentRooms: Int?
    }

    func page(_ request: MetricsRequest, _ known: Nodes, _ facts: Facts) -> MetricsPage {
        let ids = known.ids
        let rest = request.after.map { after in ids.drop { $0 <= after } } ?? ids[...]
        let page = rest.prefix(MetricsRequest.maximumNodes)
        return MetricsPage(
            site: SiteMetrics(
                version: facts.settings.version, started: facts.started, isDegraded: facts.isDegraded,
                nextWake: facts.nextWake, certificateUntil: facts.settings.certificateUntil, process: facts.process,
                wakeLatency: wakeLatency, commits: commits, failedCommits: failedCommits,
                notices: facts.notices, emergencySilentRooms: facts.emergencySilentRooms),
            nodes: page.compactMap { id in known[id].map { metrics(of: $0, facts) } },
            next: page.count < rest.count ? page.last : nil)
    }

    private func metrics(of node: KnownNode, _ facts: Facts) -> NodeMetrics {
        let counts = nodes[node.id] ?? NodeCounts()
        let reported = node.reported
        let desired = node.committed?.revision ?? 0
        return NodeMetrics(
            node: node.id, room: (node.committed ?? node.definition).room, zone: reported?.zone,
            version: reported?.version, isOnline: node.availability == .online, isClockTrusted: reported?.clock.trusted,
            clockOffsetMilliseconds: reported?.clock.offsetMilliseconds, ledgerPending: reported?.ledgerPending,
            revisionLag: max(0, desired - node.appliedRevision(of: facts.storeID)),
            nextRing: reported?.upcoming.first?.occurrence.due, certificateUntil: reported?.certificateUntil,
            quarters: counts.quarters, amended: counts.amended, rings: counts.rings, onsetError: counts.onsetError)
    }
}
