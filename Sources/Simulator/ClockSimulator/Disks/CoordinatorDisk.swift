internal import ClockCoordinatorCore
internal import ClockDomain

/// A coordinator's database: whole transactions, in order. What it said it had is there, unless the disk lied.
struct CoordinatorDisk {
    /// What reading finds now.
    private(set) var store: MemoryStore
    /// What the disk really has, while it lies.
    private var durable: MemoryStore?
    /// Commits that it said it had, oldest first, and when it will have them.
    private var unwritten: [(operations: [StoreOperation], durableAt: Int64)] = []
    private var random: SplitMix64

    var isFull = false
    var isReadOnly = false
    var shortestWrite: Int64
    var longestWrite: Int64

    var isLying = false {
        didSet {
            if isLying, durable == nil { durable = store.copy() }
        }
    }

    init(_ plan: DiskPlan, store: MemoryStore, random: SplitMix64) {
        self.store = store
        self.random = random
        shortestWrite = plan.shortestWrite.nanoseconds
        longestWrite = plan.longestWrite.nanoseconds
    }

    mutating func writeLength() -> Int64 { random.within(shortestWrite, longestWrite) }

    /// A short read, nanoseconds.
    mutating func readLength() -> Int64 { random.within(200_000, 3_000_000) }

    mutating func commit(_ operations: [StoreOperation], at now: Int64) -> Result<CommitSummary, StoreError> {
        if isReadOnly {
            return .failure(StoreError(.notWritable, "cannot write to coordinator.sqlite: it is on a read-only disk"))
        }
        if isFull { return .failure(StoreError(.full, "no space is left for coordinator.sqlite")) }
        let result = Result { () throws(StoreError) in try store.commit(operations) }
        guard case .success = result, durable != nil else { return result }
        unwritten.append((operations, now + (isLying ? random.within(1_000_000_000, 30_000_000_000) : 0)))
        settle(at: now)
        if unwritten.isEmpty, !isLying { durable = nil }
        return result
    }

    /// The program was killed in the middle of a commit: all of it is there, or nothing.
    mutating func interrupted(_ operations: [StoreOperation], at now: Int64) -> Bool {
        guard random.tossesCoin(), case .success = commit(operations, at: now) else { return false }
        return true
    }

    /// The power is gone: commits that the disk only said it had are lost.
    ///
    /// - Returns: how many.
    mutating func losesPower(at now: Int64) -> Int {
        settle(at: now)
        guard let durable, !unwritten.isEmpty else { return 0 }
        defer { unwritten.removeAll() }
        store = durable
        self.durable = isLying ? durable.copy() : nil
        return unwritten.count
    }

    /// Somebody puts a copy of the disk back.
    mutating func restore(_ snapshot: MemoryStore) {
        store = snapshot
        unwritten.removeAll()
        durable = isLying ? snapshot.copy() : nil
    }

    private mutating func settle(at now: Int64) {
        guard let durable else { return }
        while let first = unwritten.first, first.durableAt <= now {
            // What the store took, its copy takes.
            do { _ = try durable.commit(first.operations) } catch { preconditionFailure("\(error)") }
            unwritten.removeFirst()
        }
    }
}
