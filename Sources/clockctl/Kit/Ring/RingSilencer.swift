internal import ClockConnection
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// Stops or snoozes rings without the coordinator, and waits for the rooms to confirm.
///
/// It publishes the action to the broker, which keeps it a day for nodes that are away. A room has obeyed when its own
/// report says so, which it does only once the action is on its disk.
struct RingSilencer {
    let link: CoordinatorLink
    let kind: RingAction.Kind
    /// The person, for the record.
    let by: String
    /// The length of a snooze; `nil` for each ring's own.
    let minutes: Int?

    /// The result for one occurrence.
    struct Outcome: Sendable {
        var occurrence: RingingOccurrence
        /// Ascending by node.
        var rooms: [RingRoomOutcome]
    }

    /// Publishes the action, and returns when the broker has it.
    func send(_ chosen: [RingingOccurrence]) async throws {
        guard !chosen.isEmpty else { return }
        try await link.publish(
            MQTTMessage(
                kind, chosen.map(\.occurrence), after: link.state().ringActions, by: by, at: Clocks.wall(),
                minutes: minutes, in: link.topics))
    }

    /// Publishes the action and waits until every room that is online has obeyed, at most for the link's time-out.
    func act(on chosen: [RingingOccurrence]) async throws -> [Outcome] {
        try await send(chosen)
        let deadline = Clocks.boot() + link.timeout
        while true {
            let state = link.state()
            let outcomes = chosen.map { RingSilencer.outcome(of: $0, kind, state.nodes) }
            let isSettled = outcomes.allSatisfy { $0.rooms.allSatisfy { $0.isConfirmed || !$0.isOnline } }
            if isSettled || Clocks.boot() >= deadline { return outcomes }
            if let failure = LinkFailure.failure(of: state, settings: link.settings) { throw failure }
            Clocks.wait(for: [link.descriptor], until: deadline)
        }
    }

    /// Returns the result by the nodes' newest reports. A room that began to ring meanwhile counts as well.
    static func outcome(
        of ringing: RingingOccurrence, _ kind: RingAction.Kind, _ nodes: [NodeID: NodeWord]
    ) -> Outcome {
        let now = RingingOccurrence.all(nodes).first { $0.occurrence == ringing.occurrence }
        return Outcome(
            occurrence: ringing,
            rooms: ringing.outcome(of: kind, now: now) { nodes[$0]?.availability == .online })
    }

    /// Returns `anna@laptop`, as far as this computer knows.
    static func asker(environment: [String: String]) -> String {
        let user = environment["SUDO_USER"] ?? environment["USER"] ?? environment["LOGNAME"]
        let host = HostName.current()
        let name = [user, host].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "@")
        return name.isEmpty ? "clockctl" : "\(name) (clockctl)"
    }
}
