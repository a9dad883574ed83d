internal import ClockDomain
internal import ClockWire

/// The generation of the store that this run works in. The run's first commit contains it, so that no change is ever
/// stored without its generation.
struct Generations: Sendable {
    private enum Progress: Sendable {
        case due, underWay, committed
    }

    /// The generation in which changes are made.
    let current: StoreGeneration
    private var progress: Progress

    /// - Parameter tag: drawn for this run; `nil` to continue the stored generation.
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

    /// Returns the operation for the next commit; `nil` when an earlier one had it.
    mutating func takeOperation() -> StoreOperation? {
        switch progress {
        case .underWay, .committed: return nil
        case .due:
            progress = .underWay
            return .beginGeneration(current)
        }
    }

    mutating func commit() { progress = .committed }

    /// Marks the operation as due again after the store refused it.
    mutating func rollBack() { progress = .due }
}
