/// Holds one invariant against what happens in a run.
///
/// A small value that is told every observation once, in order, after ``RunFacts`` has taken it in. It forgets what is
/// settled, so that its size does not grow with the run, and builds no text unless something is wrong.
protocol Checker {
    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings)

    /// The run is over: what was still open is judged.
    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings)
}

extension Checker {
    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {}
}

extension [any Checker] {
    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        for place in indices { self[place].see(observation, facts, &findings) }
    }

    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {
        for place in indices { self[place].finish(end, facts, &findings) }
    }
}
