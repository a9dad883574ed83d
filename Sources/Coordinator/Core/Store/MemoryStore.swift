internal import ClockDomain
public import ClockWire
internal import Synchronization

/// A store without a file, by the same rules as one with a file: for tests and simulations.
public final class MemoryStore: CoordinatorStore {
    private let contents: Mutex<MemoryContents>

    /// - Parameter storeID: the store's name, 16 hexadecimal digits.
    public convenience init(storeID: String) {
        self.init(MemoryContents(state: StoredState(storeID: storeID, closedThrough: nil, nodes: [])))
    }

    private init(_ contents: MemoryContents) { self.contents = Mutex(contents) }

    /// Returns a separate store with the same contents.
    public func copy() -> MemoryStore { MemoryStore(contents.withLock { $0 }) }

    public func load() throws(StoreError) -> StoredState { contents.withLock { $0.loaded } }

    public func commit(_ operations: [StoreOperation]) throws(StoreError) -> CommitSummary {
        contents.withLock { contents in
            var summary = CommitSummary()
            for operation in operations { contents.apply(operation, &summary) }
            return summary
        }
    }

    public func history(_ request: HistoryRequest) throws(StoreError) -> HistoryPage {
        contents.withLock { HistoryPage(request, of: $0.history(request)) }
    }

    public func serviceLevels(_ request: SLORequest) throws(StoreError) -> SLOResult {
        let all = HistoryRequest(node: request.node, since: request.edges.first, limit: .max)
        var count = ServiceLevelCount(request)
        for line in contents.withLock({ $0.history(all) }) {
            switch line.event {
            case .quarter(let record):
                count.countQuarter(
                    of: line.node, record.target, record.outcome, onsetErrorMicroseconds: record.onsetErrorMicroseconds)
            case .ring(let record):
                count.countRing(
                    of: line.node, record.occurrence.due, record.outcome,
                    onsetErrorMicroseconds: record.onsetErrorMicroseconds,
                    silentMilliseconds: record.silentMilliseconds)
            case .sound: break
            }
        }
        return count.result
    }

    public func changes(_ request: ChangesRequest) throws(StoreError) -> ChangesPage {
        contents.withLock { ChangesPage(request, of: $0.changes(request)) }
    }

    public func check() -> StoreCheck { StoreCheck(sizeBytes: nil, freeBytes: nil, problem: nil) }
}

extension HistoryPage {
    /// - Parameter lines: all lines of the request, or at least one more than the page has; in any order.
    public init(_ request: HistoryRequest, of lines: [HistoryLine]) {
        let sorted = lines.sorted { $0.cursor.precedes($1.cursor) }
        let page = Array(sorted.prefix(request.limit))
        self.init(lines: page, next: sorted.count > page.count ? page.last?.cursor : nil)
    }
}

extension ChangesPage {
    /// The most bytes of changes, so that an answer has room for them. A larger change has a page to itself.
    private static let maximumBytes = 900 << 10

    /// - Parameter events: all events of the request, or at least one more than the page has; the newest first.
    public init(_ request: ChangesRequest, of events: [ChangeEvent]) {
        var page: [ChangeEvent] = []
        var bytes = 0
        for event in events.prefix(request.limit) {
            bytes += WireCodec.encode(event).count
            guard page.isEmpty || bytes <= Self.maximumBytes else { break }
            page.append(event)
        }
        self.init(changes: page, next: page.count < events.count ? page.last?.number : nil)
    }
}

extension HistoryCursor {
    /// True if it precedes `other` when the newest is first.
    public func precedes(_ other: HistoryCursor) -> Bool {
        if target != other.target { return target > other.target }
        if node != other.node { return node < other.node }
        return switch (self.place, other.place) {
        case (.quarter, .quarter): false
        case (.quarter, _): true
        case (.ring(let source), .ring(let other)): source < other
        case (.ring, .quarter): false
        case (.ring, .sound): true
        case (.sound(let order), .sound(let other)): order < other
        case (.sound, _): false
        }
    }

    /// The kind of a node's line, in the order of the history.
    private enum Place {
        case quarter
        case ring(RingSource)
        case sound(String)
    }

    private var place: Place {
        if let order { return .sound(order) }
        return source.map(Place.ring) ?? .quarter
    }
}
