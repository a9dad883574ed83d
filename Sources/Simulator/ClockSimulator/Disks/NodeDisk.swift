internal import ClockDomain
internal import ClockNodeCore

/// A node's state file: replaced as a whole, synced, then said to be saved.
struct NodeDisk {
    enum File {
        case nothing
        case state(Boxed<NodeState>)
        case damaged
    }

    /// What reading finds now.
    private(set) var file: File
    /// What the disk really has; differs only after it lied.
    private var durable: File
    /// Writes that it said it had, oldest first, and when it will have them.
    private var unwritten: [(state: Boxed<NodeState>, durableAt: Int64)] = []
    private var random: SplitMix64

    var isFull = false
    var isReadOnly = false
    var isLying = false
    var tears = false
    /// How long a write takes, nanoseconds.
    var shortestWrite: Int64
    var longestWrite: Int64

    init(_ plan: DiskPlan, state: NodeState?, random: SplitMix64) {
        file = state.map { .state(Boxed(wrappedValue: $0)) } ?? .nothing
        durable = file
        self.random = random
        shortestWrite = plan.shortestWrite.nanoseconds
        longestWrite = plan.longestWrite.nanoseconds
    }

    mutating func writeLength() -> Int64 { random.within(shortestWrite, longestWrite) }

    /// - Returns: why it is not saved; `nil` when it is, as far as the disk says.
    mutating func write(_ state: Boxed<NodeState>, at now: Int64) -> String? {
        if isReadOnly { return "cannot write state.json: Read-only file system" }
        if isFull { return "cannot write state.json: No space left on device" }
        settle(at: now)
        file = .state(state)
        if isLying {
            unwritten.append((state, now + random.within(1_000_000_000, 30_000_000_000)))
        } else {
            unwritten.removeAll()
            durable = file
        }
        return nil
    }

    /// The program was killed in the middle of a write: the old file is there, or the new one.
    mutating func interrupted(_ state: Boxed<NodeState>, at now: Int64) {
        if random.tossesCoin() { _ = write(state, at: now) }
    }

    /// The power is gone: what the disk only said it had is lost.
    ///
    /// - Returns: whether that is another file than it said.
    mutating func losesPower(at now: Int64) -> Bool {
        settle(at: now)
        guard !unwritten.isEmpty else { return false }
        unwritten.removeAll()
        if tears, random.tossesCoin() { durable = .damaged }
        file = durable
        return true
    }

    /// The damaged file is put aside, where the disk takes that.
    mutating func putAside() {
        guard !isReadOnly else { return }
        file = .nothing
        durable = .nothing
    }

    /// Somebody puts a copy of the disk back.
    mutating func restore(_ snapshot: File) {
        file = snapshot
        durable = snapshot
        unwritten.removeAll()
    }

    var state: NodeState? {
        switch file {
        case .state(let state): state.wrappedValue
        case .nothing, .damaged: nil
        }
    }

    private mutating func settle(at now: Int64) {
        while let first = unwritten.first, first.durableAt <= now {
            durable = .state(first.state)
            unwritten.removeFirst()
        }
    }
}
