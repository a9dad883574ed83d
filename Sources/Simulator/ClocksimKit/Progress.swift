internal import Synchronization

/// The line on a terminal that shows the progress of the runs.
final class Progress: Sendable {
    private struct State {
        var nodeDays = 0.0
        var runs = 0
        var failures = 0
        var shownAt: ContinuousClock.Instant?
        var isShown = false
    }

    private let runs: Int
    private let nodeDays: Double
    private let write: @Sendable (String) -> Void
    private let started = ContinuousClock.now
    private let state = Mutex(State())

    private static let interval: Duration = .milliseconds(250)

    /// - Parameter nodeDays: of all runs together.
    init(runs: Int, nodeDays: Double, write: @escaping @Sendable (String) -> Void) {
        self.runs = runs
        self.nodeDays = nodeDays
        self.write = write
    }

    /// The time since the start.
    var elapsed: Duration { ContinuousClock.now - started }

    func add(nodeDays: Double) {
        state.withLock { state in
            state.nodeDays += nodeDays
            show(&state, line)
        }
    }

    /// Shows another text for a while.
    func show(_ text: String) { state.withLock { show(&$0) { _ in text } } }

    private func show(_ state: inout State, _ line: (State) -> String) {
        let now = ContinuousClock.now
        if let shownAt = state.shownAt, now - shownAt < Self.interval { return }
        state.shownAt = now
        state.isShown = true
        write("\r\u{1B}[K\(line(state))")
    }

    func finishRun(isKept: Bool) {
        state.withLock { state in
            state.runs += 1
            if !isKept { state.failures += 1 }
        }
    }

    /// Clears the line, so that other text can be written.
    func clear() {
        state.withLock { state in
            guard state.isShown else { return }
            state.isShown = false
            state.shownAt = nil
            write("\r\u{1B}[K")
        }
    }

    private func line(_ state: State) -> String {
        let seconds = max(0.001, Words.seconds(elapsed))
        let rate = state.nodeDays / seconds
        let left = rate > 0 ? max(0, nodeDays - state.nodeDays) / rate : 0
        return
            "\(state.runs) of \(runs) runs, \(Words.rounded(state.nodeDays)) of \(Words.rounded(nodeDays)) node-days, "
            + "\(Words.rounded(rate))/s, \(Words.clock(left)) left, \(state.failures) failed"
    }
}
