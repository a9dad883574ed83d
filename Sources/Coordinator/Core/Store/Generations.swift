internal import ClockDomain
internal import ClockWire

/// The generation of the store that this run works in. It is committed with the run's first commit, so that no change is ever
/// stored without the generation in which it was made.
struct Generations: Sendable {
    private enum Progress: Sendable {
        case due
        case underWay
        case committed
    }

    /// The generation in which changes are made.
    let current: StoreGeneration
    private var progress: Progress

    /// - Parameter tag: drawn for this run; `nil`: the run goes on in the stored generation.
    init(_ stored: StoredState, tag: GenerationTag?) {
        guard let tag else {
            current = stored.generation
            progress = .committed
            return
        }
        current = stored.generation.next(tag)
        progress = .due
    }

    var isCommitted: Bool {
        switch progress {
        case .due, .underWay: false
        case .committed: true
        }
    }

    /// The operation that goes with the next commit; `nil` where it went with an earlier one.
    mutating func takeOperation() -> StoreOperation? {
        switch progress {
        case .underWay, .committed: return nil
        case .due:
            progress = .underWay
            return .beginGeneration(current)
        }
    }

    mutating func commit() { progress = .committed }

    /// The store did not take it.
    mutating func rollBack() { progress = .due }
}
