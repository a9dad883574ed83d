internal import ClockDomain

/// The newest line of each node for what rings once: timers, and alarms that do not repeat.
struct RingEnds: Sendable {
    private var lines: [RingSource: [NodeID: RingLine]] = [:]

    init(_ lines: [RingLine]) {
        for line in lines { take(line) }
    }

    /// Everything that has a line, in order.
    var sources: [RingSource] { lines.keys.sorted() }

    func line(_ source: RingSource, of node: NodeID) -> RingLine? { lines[source]?[node] }

    /// A line is in the store. A node's own takes the place of the coordinator's.
    mutating func take(_ line: RingLine) {
        let source = line.occurrence.source
        if let known = lines[source]?[line.node] {
            guard line.isOfNode || !known.isOfNode || line.occurrence.due > known.occurrence.due else { return }
            guard line.occurrence.due >= known.occurrence.due || !known.isOfNode else { return }
        }
        lines[source, default: [:]][line.node] = line
    }

    mutating func forget(_ source: RingSource) { lines[source] = nil }

    /// The clock was ahead: the coordinator's lines of what is due after `now` are gone.
    mutating func goBack(to now: WallTime) {
        lines = lines.mapValues { $0.filter { $0.value.isOfNode || $0.value.occurrence.due <= now } }
    }
}
