internal import ClockDomain
public import ClockWire
internal import Synchronization

/// A store without a file, by the same rules as the one with: for tests and simulations.
public final class MemoryStore: CoordinatorStore {
    fileprivate struct Line {
        var record: QuarterRecord
        /// Whether the node wrote it, not the coordinator.
        var isOfNode: Bool
    }

    fileprivate struct Entry: Hashable {
        var node: NodeID
        var epoch: String
        var sequence: Int
    }

    fileprivate struct Contents {
        var state: StoredState
        var lines: [NodeID: [WallTime: Line]] = [:]
        var received: [Entry: WallTime] = [:]
    }

    private let contents: Mutex<Contents>

    /// - Parameter storeID: the store's name, 16 hexadecimal digits.
    public init(storeID: String) {
        contents = Mutex(Contents(state: StoredState(storeID: storeID, closedThrough: nil, nodes: [])))
    }

    public func load() throws(StoreError) -> StoredState {
        contents.withLock { contents in
            var state = contents.state
            for index in state.nodes.indices {
                let lines = contents.lines[state.nodes[index].definition.id] ?? [:]
                state.nodes[index].last = lines.keys.max().flatMap { lines[$0]?.record }
            }
            return state
        }
    }

    public func commit(_ operations: [StoreOperation]) throws(StoreError) -> CommitSummary {
        contents.withLock { contents in
            var summary = CommitSummary()
            for operation in operations { contents.apply(operation, &summary) }
            return summary
        }
    }

    public func history(_ request: HistoryRequest) throws(StoreError) -> HistoryPage {
        contents.withLock { contents in
            let lines = contents.lines.flatMap { node, lines in
                lines.values.map { HistoryLine(node: node, record: $0.record) }
            }
            let matching = lines.filter { line in
                (request.node.map { $0 == line.node } ?? true)
                    && (request.since.map { line.record.target >= $0 } ?? true)
                    && (request.before.map { isAfter(line, $0) } ?? true)
            }.sorted { isAfter($1, HistoryCursor(target: $0.record.target, node: $0.node)) }
            let page = Array(matching.prefix(request.limit))
            let next = page.last.map { HistoryCursor(target: $0.record.target, node: $0.node) }
            return HistoryPage(lines: page, next: matching.count > page.count ? next : nil)
        }
    }

    public func check() -> StoreCheck { StoreCheck(sizeBytes: nil, freeBytes: nil, problem: nil) }

    /// Whether `line` comes after the cursor when the newest is first.
    private func isAfter(_ line: HistoryLine, _ cursor: HistoryCursor) -> Bool {
        line.record.target < cursor.target || (line.record.target == cursor.target && line.node > cursor.node)
    }
}

extension MemoryStore.Contents {
    mutating func apply(_ operation: StoreOperation, _ summary: inout CommitSummary) {
        switch operation {
        case .saveDefinition(let definition):
            if let index = index(of: definition.id) {
                state.nodes[index].definition = definition
            } else {
                state.nodes.append(StoredNode(definition: definition))
                state.nodes.sort { $0.definition.id < $1.definition.id }
            }
        case .saveAvailability(let node, let availability, let since):
            guard let index = index(of: node) else { return }
            state.nodes[index].availability = availability
            state.nodes[index].availabilitySince = since
        case .appendLedger(let node, let epoch, let entries, let received):
            append(entries, epoch: epoch, of: node, received: received)
        case .closeQuarters(let closing): close(closing)
        case .reopenQuarters(let after):
            state.closedThrough = after
            lines = lines.mapValues { $0.filter { $0.key <= after || $0.value.isOfNode } }
        case .forget(let node):
            state.nodes.removeAll { $0.definition.id == node }
            lines[node] = nil
            received = received.filter { $0.key.node != node }
        case .purge(let before, let limit):
            if purge(before: before, limit: limit) { summary.purgeReachedLimit = true }
        case .probe: break
        }
    }

    private func index(of node: NodeID) -> Int? { state.nodes.firstIndex { $0.definition.id == node } }

    private mutating func append(_ entries: [LedgerEntry], epoch: String, of node: NodeID, received at: WallTime) {
        guard let index = index(of: node), let last = entries.last else { return }
        for entry in entries {
            let key = MemoryStore.Entry(node: node, epoch: epoch, sequence: entry.sequence)
            if received[key] == nil { received[key] = at }
            switch entry.event {
            case .quarter(let record):
                if lines[node]?[record.target]?.isOfNode != true {
                    lines[node, default: [:]][record.target] = MemoryStore.Line(record: record, isOfNode: true)
                }
            case .unknown: break
            }
        }
        var cursors = state.nodes[index].cursors
        let before = cursors.first { $0.epoch == epoch }?.sequence ?? 0
        cursors.removeAll { $0.epoch == epoch }
        cursors.append(Acked(epoch: epoch, sequence: max(before, last.sequence)))
        state.nodes[index].cursors = cursors.suffix(StoredNode.maximumCursors)
    }

    private mutating func close(_ closing: QuarterClosing) {
        for absence in closing.absences {
            var target = closing.after + QuarterHour.length
            while target <= closing.through {
                if absence.firstSeen < target, lines[absence.node]?[target] == nil {
                    let record = QuarterRecord(
                        target: target, outcome: .absent, reason: absence.reason, detail: absence.detail)
                    lines[absence.node, default: [:]][target] = MemoryStore.Line(record: record, isOfNode: false)
                }
                target = target + QuarterHour.length
            }
        }
        state.closedThrough = closing.through
    }

    private mutating func purge(before: WallTime, limit: Int) -> Bool {
        let oldLines = lines.flatMap { node, lines in lines.keys.filter { $0 < before }.map { (target: $0, node: node) }
        }
        .sorted { ($0.target, $0.node) < ($1.target, $1.node) }.prefix(limit)
        for old in oldLines { lines[old.node]?[old.target] = nil }
        let oldEntries = received.filter { $0.value < before }.keys
            .sorted { ($0.node, $0.epoch, $0.sequence) < ($1.node, $1.epoch, $1.sequence) }.prefix(limit)
        for old in oldEntries { received[old] = nil }
        return oldLines.count >= limit || oldEntries.count >= limit
    }
}
