/// A promise that was broken in a run.
public struct Violation: Hashable, Sendable {
    /// Which of the design's invariants, 1...16 (docs/simulator.md lists them).
    public var invariant: Int
    /// When it was noticed, by true time.
    public var at: TrueTime
    /// Where it was broken; `nil` when that is no single place.
    public var host: Host?
    /// One line: what was promised and what happened instead.
    public var text: String

    public init(invariant: Int, at: TrueTime, host: Host?, text: String) {
        self.invariant = invariant
        self.at = at
        self.host = host
        self.text = text
    }
}

extension Violation: CustomStringConvertible {
    /// `invariant 1, 2026-03-29T01:15:00.000Z, node 3: …`
    public var description: String {
        "invariant \(invariant), \(at)\(host.map { ", \($0)" } ?? ""): \(text)"
    }
}

extension Violation {
    /// The node it is about, by its number in the plan.
    public var node: Int? {
        if case .node(let index)? = host { index } else { nil }
    }

    /// What an invariant promises, in a few words.
    ///
    /// - Parameter number: 1...16
    public static func invariantName(_ number: Int) -> String {
        let names = [
            "rings and is announced at most once", "never early, never later than its window",
            "heard with broker and coordinator dead", "a one-shot is used up only by a recorded end",
            "disabled, skipped and deleted alarms never ring", "a timer's remaining time never grows",
            "an expired wake is silent, with a reason", "an untrusted clock never speaks",
            "exactly one line for everything due", "acknowledged lines are safe, the others still on the node",
            "desired, reported and store agree in the end", "an answered request survives any crash",
            "every due time follows the clock and the zone, and the volume what was set",
            "nothing is looked at or asked for without end",
            "a store that nodes do not obey takes nothing from them",
            "of two coordinators with one store never two commit",
        ]
        return names.indices.contains(number - 1) ? names[number - 1] : "invariant \(number)"
    }
}
