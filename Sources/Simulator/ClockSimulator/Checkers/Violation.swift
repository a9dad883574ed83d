/// A broken claim of an invariant.
public struct Violation: Hashable, Sendable {
    /// The number of the design's invariant, 1...17 (docs/simulator.md lists them).
    public var invariant: Int
    /// The true time at which the checker noticed it.
    public var at: TrueTime
    /// The host that broke it; `nil` without a single one.
    public var host: Host?
    /// One line: the claim, and the event that broke it.
    public var text: String
}

extension Violation: CustomStringConvertible {
    /// `invariant 1, 2026-03-29T01:15:00.000Z, node 3: …`
    public var description: String { "invariant \(invariant), \(at)\(host.map { ", \($0)" } ?? ""): \(text)" }
}

extension Violation {
    /// The promise of an invariant, in a few words.
    ///
    /// - Parameter number: 1...17
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
            "an emergency sounds until its end, and never after it",
        ]
        return names.indices.contains(number - 1) ? names[number - 1] : "invariant \(number)"
    }
}
