internal import ClockDomain
internal import ClockWire

/// What is to be stored, in commits: one is under way at a time, and what comes meanwhile makes the next one.
///
/// So an idle store commits at once and a busy one shares the cost of a commit among all that waited. Whoever is to be told
/// of a change waits here as well, until it is committed. When a commit fails, what was built upon it fails with it.
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
        /// Given when the batch is committed.
        var answers: [Answer] = []
        /// Told to everybody when the batch is committed.
        var events: [ChangeEvent] = []
        /// Nodes that are then sent their documents again, under the revision that they have.
        var retold: Set<NodeID> = []
        /// How the clock was set before the first time that the batch follows it.
        var clockBefore: ClockWatch.Setting?
        /// Nodes that the batch forgets, to be known again if it fails.
        var forgotten: [ForgottenNode] = []
        /// Ledger entries in `operations`.
        var entries = 0

        var isEmpty: Bool { operations.isEmpty && answers.isEmpty && retold.isEmpty }
    }

    enum Health: Sendable, Equatable {
        case working
        /// The last commit failed, as `attempts` in a row did; none did yet where it is not known whether it did.
        case failing(reason: String, attempts: Int)
    }

    /// From as many ledger entries on that wait for the next commit, what nodes say is left unread.
    static let manyEntries = 2_500
    /// Ledger entries that may wait for the next commit: there is room for all that was read. Beyond it, and while the
    /// store fails, nodes send again.
    static let maximumEntries = manyEntries + CoordinatorSettings.readAhead * LedgerBatch.maximumEntries
    /// Requests that may wait for the next commit; more are answered as unavailable.
    static let maximumAnswers = 1_000
    /// Operations, after which no further request is taken until the next commit.
    static let maximumOperations = 20_000

    private enum Progress: Sendable {
        case idle
        case committing(CommitID, Batch)
    }

    private(set) var health = Health.working
    /// Who works and who stands by, where several coordinators share the store.
    var lease: LeaseStatus?
    private var waiting = Batch()
    private var progress = Progress.idle
    private var lastNumber = 0

    var isFailing: Bool { health != .working }
    var hasRoomForLedger: Bool { !isFailing && waiting.entries < Self.maximumEntries }
    var hasManyEntries: Bool { !isFailing && waiting.entries >= Self.manyEntries }

    /// Why a request cannot be taken that changes something; `nil` where it can.
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

    /// Whether it is not known what became of the commit that is under way.
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

    mutating func add(_ event: ChangeEvent) { waiting.events.append(event) }

    mutating func addRetold(_ nodes: Set<NodeID>) { waiting.retold.formUnion(nodes) }

    /// The clock was followed; until this is committed, it may have to be followed again.
    mutating func addFollowed(from clock: ClockWatch.Setting) {
        if waiting.clockBefore == nil { waiting.clockBefore = clock }
    }

    mutating func add(forgotten node: KnownNode, ledger: Intake.NodeLedger?) {
        waiting.operations.append(.forget(node.id))
        waiting.forgotten.append(ForgottenNode(node: node, ledger: ledger))
    }

    /// What goes into the next commit.
    var waitingOperations: [StoreOperation] { waiting.operations }

    var isIdle: Bool {
        switch progress {
        case .idle: true
        case .committing: false
        }
    }

    /// Whether something waits and no commit is under way.
    var isReady: Bool {
        switch progress {
        case .idle: !waiting.isEmpty
        case .committing: false
        }
    }

    /// Begins the next commit.
    ///
    /// - Parameter first: goes before all that waits, and is no reason for a commit by itself.
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

    /// The batch that is now committed; `nil` for a commit that is not the one under way.
    mutating func succeed(_ id: CommitID) -> Batch? {
        guard let batch = take(id) else { return nil }
        health = .working
        return batch
    }

    /// It is not known whether the batch is committed, and will be later.
    ///
    /// - Returns: false for a commit that is not the one under way.
    mutating func doubt(_ id: CommitID, reason: String) -> Bool {
        guard case .committing(id, _) = progress else { return false }
        let attempts = if case .failing(_, let attempts) = health { attempts } else { 0 }
        health = .failing(reason: reason, attempts: attempts)
        return true
    }

    /// The batches that will not be committed: the failed one, and the one that was built upon it.
    mutating func fail(_ id: CommitID, reason: String) -> [Batch]? {
        guard let batch = take(id) else { return nil }
        let attempts = if case .failing(_, let attempts) = health { attempts } else { 0 }
        health = .failing(reason: reason, attempts: attempts + 1)
        defer { waiting = Batch() }
        return [batch, waiting]
    }

    private mutating func take(_ id: CommitID) -> Batch? {
        guard case .committing(id, let batch) = progress else { return nil }
        progress = .idle
        return batch
    }
}
