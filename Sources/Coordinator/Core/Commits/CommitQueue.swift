internal import ClockDomain
internal import ClockWire

/// Operations for the store, in commits: one is under way at a time, and later operations make up the next one.
///
/// So an idle store commits at once, and a busy one shares the cost of a commit among all that waited. Answers wait
/// here too, until it is committed. When a commit fails, the next batch fails with it, because it builds upon it.
struct CommitQueue: Sendable {
    struct Answer: Sendable, Equatable {
        var origin: RequestOrigin
        var answer: CoordinatorAnswer
    }

    struct ForgottenNode: Sendable {
        var node: KnownNode
        var ledger: Intake.NodeLedger?
    }

    struct Batch: Sendable {
        var operations: [StoreOperation] = []
        /// Sent when the batch is committed.
        var answers: [Answer] = []
        /// Nodes that then receive their documents again, under the same revision.
        var retold: Set<NodeID> = []
        /// The setting of the clock before the batch first follows it.
        var clockBefore: ClockWatch.Setting?
        /// Nodes that the batch forgets; they return if it fails.
        var forgotten: [ForgottenNode] = []
        /// Ledger entries in `operations`.
        var entries = 0

        var isEmpty: Bool { operations.isEmpty && answers.isEmpty && retold.isEmpty }
    }

    enum Health: Sendable, Equatable {
        case working
        /// The last commit failed, as `attempts` in a row did; 0 while the outcome of the first is unknown.
        case failing(reason: String, attempts: Int)
    }

    /// The number of waiting ledger entries at which the reading of nodes' messages stops.
    static let manyEntries = 2_500
    /// The most ledger entries that may wait for the next commit: everything read has room. Beyond it, and while the
    /// store fails, nodes send again.
    static let maximumEntries = manyEntries + CoordinatorSettings.readAhead * LedgerBatch.maximumEntries
    /// The most requests that may wait for the next commit; further ones are answered as unavailable.
    static let maximumAnswers = 1_000
    /// The number of operations at which no further request is accepted until the next commit.
    static let maximumOperations = 20_000

    private enum Progress: Sendable {
        case idle
        case committing(CommitID, Batch)
    }

    private(set) var health = Health.working
    /// The holder and the standbys, if several coordinators share the store.
    var lease: LeaseStatus?
    private var waiting = Batch()
    private var progress = Progress.idle
    private var lastNumber = 0

    var isFailing: Bool { health != .working }
    var hasRoomForLedger: Bool { !isFailing && waiting.entries < Self.maximumEntries }
    var hasManyEntries: Bool { !isFailing && waiting.entries >= Self.manyEntries }

    /// The refusal of requests that change something; `nil` while they are accepted.
    var refusal: RequestError? {
        if isInDoubt {
            return RequestError(
                .unavailable,
                "the store does not answer, and nobody knows yet whether it has the last change: ask again")
        }
        guard waiting.answers.count < Self.maximumAnswers, waiting.operations.count < Self.maximumOperations else {
            return RequestError(.unavailable, "too many changes are waiting for the store: ask again in a moment")
        }
        return nil
    }

    /// True while the outcome of the commit under way is unknown.
    private var isInDoubt: Bool {
        switch progress {
        case .idle: false
        case .committing: isFailing
        }
    }

    mutating func add(_ operation: StoreOperation) {
        waiting.operations.append(operation)
        if case .appendLedger(_, _, let entries, _) = operation { waiting.entries += entries.count }
    }

    mutating func add(_ answer: CoordinatorAnswer, to origin: RequestOrigin) {
        waiting.answers.append(Answer(origin: origin, answer: answer))
    }

    mutating func addRetold(_ nodes: Set<NodeID>) { waiting.retold.formUnion(nodes) }

    /// Notes that the batch follows the clock; if it fails, the clock returns to `clock`.
    mutating func addFollowed(from clock: ClockWatch.Setting) {
        if waiting.clockBefore == nil { waiting.clockBefore = clock }
    }

    mutating func add(forgotten node: KnownNode, ledger: Intake.NodeLedger?) {
        waiting.operations.append(.forget(node.id))
        waiting.forgotten.append(ForgottenNode(node: node, ledger: ledger))
    }

    var waitingOperations: [StoreOperation] { waiting.operations }

    var isIdle: Bool {
        switch progress {
        case .idle: true
        case .committing: false
        }
    }

    /// True if something waits and no commit is under way.
    var isReady: Bool {
        switch progress {
        case .idle: !waiting.isEmpty
        case .committing: false
        }
    }

    /// Begins the next commit.
    ///
    /// - Parameter first: operations that go first; alone they cause no commit.
    mutating func begin(with first: [StoreOperation]) -> (id: CommitID, operations: [StoreOperation]) {
        precondition(isReady)
        lastNumber += 1
        let id = CommitID(number: lastNumber)
        var batch = Batch()
        swap(&batch, &waiting)
        if !first.isEmpty { batch.operations.insert(contentsOf: first, at: 0) }
        progress = .committing(id, batch)
        return (id, batch.operations)
    }

    /// Returns the batch that is now committed; `nil` for a commit that is not under way.
    mutating func succeed(_ id: CommitID) -> Batch? {
        guard let batch = remove(id) else { return nil }
        health = .working
        return batch
    }

    /// Notes that the outcome of the commit is unknown; it follows later.
    ///
    /// - Returns: false for a commit that is not under way.
    mutating func doubt(_ id: CommitID, reason: String) -> Bool {
        guard case .committing(id, _) = progress else { return false }
        let attempts = if case .failing(_, let attempts) = health { attempts } else { 0 }
        health = .failing(reason: reason, attempts: attempts)
        return true
    }

    /// Returns the batches that will not be committed: the failed one, and the next, which builds upon it.
    mutating func fail(_ id: CommitID, reason: String) -> [Batch]? {
        guard let batch = remove(id) else { return nil }
        let attempts = if case .failing(_, let attempts) = health { attempts } else { 0 }
        health = .failing(reason: reason, attempts: attempts + 1)
        defer { waiting = Batch() }
        return [batch, waiting]
    }

    private mutating func remove(_ id: CommitID) -> Batch? {
        guard case .committing(id, let batch) = progress else { return nil }
        progress = .idle
        return batch
    }
}
