public import ClockDomain
public import ClockWire

/// Counts lines of the history into service levels, each line once, in any order.
///
/// Percentiles are exact: it keeps every onset error, four bytes for a room's and four for the site's.
public struct ServiceLevelCount: Sendable {
    private struct Tally: Sendable {
        var level = ServiceLevel()
        /// The magnitudes of the errors.
        var errors: [Int32] = []

        mutating func count(_ outcome: QuarterOutcome, error: Int?, within: Int) {
            switch outcome {
            case .silent: return
            case .announced: level.quarters.heard += 1
            case .absent: level.quarters.absent += 1
            case .missed, .expired, .failed: break
            }
            level.quarters.due += 1
            guard outcome == .announced, let error else { return }
            let size = Int32(clamping: error.magnitude)
            errors.append(size)
            if Int(size) <= within { level.quarters.within += 1 }
        }

        mutating func count(_ outcome: RingOutcome, error: Int?, silentMilliseconds silent: Int, within: Int) {
            switch outcome {
            case .skipped: return
            case .rang:
                level.rings.heard += 1
                if let error, error.magnitude > within.magnitude {
                    level.rings.late += 1
                } else if silent > within / 1_000 {
                    level.rings.silent += 1
                }
            case .missed, .failed, .absent: break
            }
            level.rings.due += 1
        }

        var finished: ServiceLevel {
            var level = level
            let sorted = errors.sorted()
            guard let worst = sorted.last else { return level }
            level.worstMicroseconds = Int(worst)
            level.p99Microseconds = Int(sorted[(sorted.count * 99 + 99) / 100 - 1])
            return level
        }
    }

    private let request: SLORequest
    private var site: [Tally]
    private var nodes: [NodeID: [Tally]] = [:]

    public init(_ request: SLORequest) {
        self.request = request
        site = Array(repeating: Tally(), count: request.edges.count - 1)
    }

    public mutating func countQuarter(
        of node: NodeID, _ target: WallTime, _ outcome: QuarterOutcome, onsetErrorMicroseconds error: Int?
    ) {
        let within = request.withinMicroseconds
        count(node, target) { $0.count(outcome, error: error, within: within) }
    }

    public mutating func countRing(
        of node: NodeID, _ due: WallTime, _ outcome: RingOutcome, onsetErrorMicroseconds error: Int?,
        silentMilliseconds: Int
    ) {
        let within = request.withinMicroseconds
        count(node, due) { $0.count(outcome, error: error, silentMilliseconds: silentMilliseconds, within: within) }
    }

    private mutating func count(_ node: NodeID, _ instant: WallTime, _ count: (inout Tally) -> Void) {
        guard let span = request.edges.lastIndex(where: { $0 <= instant }), span < site.count else { return }
        count(&site[span])
        count(&nodes[node, default: Array(repeating: Tally(), count: site.count)][span])
    }

    public var result: SLOResult {
        SLOResult(
            site: site.map(\.finished),
            nodes: nodes.sorted { $0.key < $1.key }.map {
                NodeServiceLevels(node: $0.key, levels: $0.value.map(\.finished))
            })
    }
}
