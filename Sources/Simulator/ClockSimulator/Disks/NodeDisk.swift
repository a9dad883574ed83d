internal import ClockDomain
internal import ClockNodeCore

/// A node's state file: the disk replaces it as a whole, syncs it, then reports it as stored.
struct NodeDisk {
    enum File {
        case nothing
        case state(Boxed<NodeState>)
        case damaged
    }

    /// The content that a read finds now.
    private(set) var file: File
    /// The content that would survive a power cut; differs only after the disk lied.
    private var durable: File
    /// Acknowledged writes that are not on the disk yet, oldest first, each with the time at which it will be.
    private var unwritten: [(state: Boxed<NodeState>, durableAt: Int64)] = []
    private var random: SplitMix64

    var isFull = false
    var isReadOnly = false
    var isLying = false
    var tears = false
    /// The bounds of a write's length, nanoseconds.
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

    /// - Returns: the reason of a failure; `nil` when the disk reports success.
    mutating func write(_ state: Boxed<NodeState>, at now: Int64) -> String? {
        if isReadOnly { return "cannot write state.json: Read-only file system" }
        if isFull { return "cannot write state.json: No space left on device" }
        complete(at: now)
        file = .state(state)
        if isLying {
            unwritten.append((state, now + random.within(1_000_000_000, 30_000_000_000)))
        } else {
            unwritten.removeAll()
            durable = file
        }
        return nil
    }

    /// Decides a write during which the program was killed: the old file is there, or the new one.
    mutating func interrupted(_ state: Boxed<NodeState>, at now: Int64) {
        if random.tossesCoin() { _ = write(state, at: now) }
    }

    /// Discards the writes that the disk only pretended to have, as the power is gone.
    ///
    /// - Returns: true if the disk lost an acknowledged write.
    mutating func losesPower(at now: Int64) -> Bool {
        complete(at: now)
        guard !unwritten.isEmpty else { return false }
        unwritten.removeAll()
        if tears, random.tossesCoin() { durable = .damaged }
        file = durable
        return true
    }

    /// Puts the damaged file aside, unless the disk is read-only.
    mutating func putAside() {
        guard !isReadOnly else { return }
        file = .nothing
        durable = .nothing
    }

    /// Puts an old copy of the disk back.
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

    private mutating func complete(at now: Int64) {
        while let first = unwritten.first, first.durableAt <= now {
            durable = .state(first.state)
            unwritten.removeFirst()
        }
    }
}
