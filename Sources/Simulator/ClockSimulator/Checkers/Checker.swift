/// Checks one invariant against a run.
///
/// A small value that receives every observation once, in order, after ``RunFacts`` has. It forgets settled facts, so
/// that its size does not grow with the run, and builds no text unless it finds a violation.
protocol Checker {
    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings)

    /// Judges the open claims at the end of the run.
    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings)
}

extension Checker { mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {} }

extension [any Checker] {
    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        for place in indices { self[place].observe(observation, facts, &findings) }
    }

    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {
        for place in indices { self[place].finish(end, facts, &findings) }
    }
}

extension Array {
    /// Appends an element, and removes the oldest one of more than `limit`.
    mutating func append(_ element: Element, keeping limit: Int) {
        append(element)
        if count > limit { removeFirst() }
    }
}
