internal import ClockCoordinatorCore
internal import ClockDomain

/// A coordinator's database: whole transactions, in order. It keeps every acknowledged commit, unless the disk lies.
struct CoordinatorDisk {
    /// The content that a read finds now.
    private(set) var store: MemoryStore
    /// The content that would survive a power cut, while the disk lies.
    private var durable: MemoryStore?
    /// Acknowledged commits that are not on the disk yet, oldest first, each with the time at which it will be.
    private var unwritten: [(operations: [StoreOperation], durableAt: Int64)] = []
    private var random: SplitMix64

    var isFull = false
    var isReadOnly = false
    var shortestWrite: Int64
    var longestWrite: Int64

    var isLying = false { didSet { if isLying, durable == nil { durable = store.copy() } } }

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
        complete(at: now)
        if unwritten.isEmpty, !isLying { durable = nil }
        return result
    }

    /// Decides a commit during which the program was killed: all of it is stored, or nothing.
    mutating func interrupted(_ operations: [StoreOperation], at now: Int64) -> Bool {
        guard random.tossesCoin(), case .success = commit(operations, at: now) else { return false }
        return true
    }

    /// Discards the commits that the disk only pretended to have, as the power is gone.
    ///
    /// - Returns: the number of lost commits.
    mutating func losesPower(at now: Int64) -> Int {
        complete(at: now)
        guard let durable, !unwritten.isEmpty else { return 0 }
        defer { unwritten.removeAll() }
        store = durable
        self.durable = isLying ? durable.copy() : nil
        return unwritten.count
    }

    /// Puts an old copy of the disk back.
    mutating func restore(_ snapshot: MemoryStore) {
        store = snapshot
        unwritten.removeAll()
        durable = isLying ? snapshot.copy() : nil
    }

    private mutating func complete(at now: Int64) {
        guard let durable else { return }
        while let first = unwritten.first, first.durableAt <= now {
            // The copy accepts every commit that the store accepted.
            do { _ = try durable.commit(first.operations) } catch { preconditionFailure("\(error)") }
            unwritten.removeFirst()
        }
    }
}
