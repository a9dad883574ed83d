internal import ClockDomain
internal import ClockWire

/// Admits commands: each once, and none too late.
struct CommandGate: Sendable {
    /// Commands whose repetition is recognised.
    private static let remembered = 16

    private var recent: [String] = []

    mutating func admit(_ command: Command, at now: Now, _ node: inout NodeContext) -> Bool {
        guard !recent.contains(command.id) else { return false }
        recent.append(command.id)
        recent.removeFirst(max(0, recent.count - Self.remembered))
        let verdict = node.clock.verdict(at: now)
        switch command.action {
        // An order to sound that comes too late gets its line in the ledger: somebody waits for the line.
        case .announce, .play: return true
        case .cancel, .probe, .show: break
        }
        guard verdict.isTrusted, command.notAfter < now.wall else { return true }
        node.log(.warning, "ignored a command: it was good until \(command.notAfter)")
        return false
    }
}
