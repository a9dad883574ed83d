// A run as a timeline that a person can follow.
//
//     true time                   host         own clock          what
//     2027-05-01 02:59:59.000000  kitchen      02:59:59.000       FAULT  f0 power cut until 03:05:00.000
//     2027-05-01 02:59:59.000000  kitchen                         CRASH  power gone
//
// The first column is the true time (UTC), the third the reading of the host's own clock (its local time), with its
// error if that is a millisecond or more. A core's event begins with a verb; its effects follow below, each line with
// an arrow. Everything is whole numbers and fixed words, so that equal runs are equal texts.

internal import ClockSimulator

/// Writes the timeline of one run.
enum Trace {
    /// The trace is written after each such piece of the run: when a core traps, the events before it can be read.
    private static let piece: Duration = .seconds(1)

    static func write(
        _ subject: RunSubject, _ plan: SimulationPlan, coloured: Bool, to write: @escaping (String) -> Void
    ) -> RunResult {
        let buffer = TraceBuffer()
        var lines = TraceLines(plan: plan, kept: subject.kept, coloured: coloured)
        var known = 0
        write(lines.heading)
        func flush(_ simulation: borrowing Simulation, _ violations: [Violation]) {
            var text = ""
            // The simulation has the topics' names, and answers only while it stands still.
            for observation in buffer.drain() { text += lines.text(observation, topic: { simulation.name(of: $0) }) }
            for violation in violations.dropFirst(known) { text += lines.text(violation) }
            known = violations.count
            if !text.isEmpty { write(text) }
        }
        var run = PlanRun(plan)
        run.observers = [buffer]
        run.piece = piece
        run.afterPiece = { _, simulation, violations in
            flush(simulation, violations)
            return true
        }
        return run.result(of: subject)
    }
}

/// Keeps observations until the trace writes them.
final class TraceBuffer: SimulationObserver {
    private var observations: [Observation] = []

    var interests: Interests { .all }

    func observe(_ observation: borrowing Observation) { observations.append(copy observation) }

    func drain() -> [Observation] {
        defer { observations.removeAll(keepingCapacity: true) }
        return observations
    }
}
