internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire

/// Stops or snoozes what rings, past the coordinator, and sees whether the rooms obey.
///
/// The word goes to the broker, which keeps it a day for nodes that are away. A room has obeyed when its own report
/// says so, which it does only once the word is on its disk.
struct RingSilencer {
    let link: CoordinatorLink
    let kind: RingAction.Kind
    /// Who asks, for the record.
    let by: String

    /// How long the broker keeps the word.
    static let expirySeconds: UInt32 = 24 * 3600

    /// What became of one occurrence.
    struct Outcome: Sendable {
        var occurrence: RingingOccurrence
        /// Ascending by node.
        var rooms: [RoomOutcome]

        var isConfirmed: Bool { rooms.allSatisfy(\.isConfirmed) }
    }

    struct RoomOutcome: Hashable, Sendable, Encodable {
        var node: NodeID
        var isConfirmed: Bool
        var isOnline: Bool
        /// When the snooze ends there.
        var until: WallTime?

        enum CodingKeys: String, CodingKey {
            case node, until
            case isConfirmed = "confirmed"
            case isOnline = "online"
        }
    }

    /// Publishes the word and waits until every room that is online has obeyed, at most for the link's time-out.
    func act(on chosen: [RingingOccurrence]) async throws -> [Outcome] {
        let at = Clocks.wall().truncatedToMilliseconds
        for ringing in chosen {
            let action = RingAction(
                id: String(UInt64.random(in: .min ... .max), radix: 36), occurrence: ringing.occurrence, kind: kind,
                at: at, by: by)
            try await link.publish(
                MQTTMessage(
                    topic: link.topics.ring(ringing.occurrence.source), payload: WireCodec.encode(action), retain: true,
                    messageExpirySeconds: RingSilencer.expirySeconds))
        }
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

    /// By the nodes' newest words. A room in which it has only begun to ring counts as well.
    static func outcome(
        of ringing: RingingOccurrence, _ kind: RingAction.Kind, _ nodes: [NodeID: LinkState.NodeWord]
    ) -> Outcome {
        let now = RingingOccurrence.all(nodes).first { $0.occurrence == ringing.occurrence }
        let rooms = Set(ringing.rooms.map(\.node) + (now?.rooms.map(\.node) ?? [])).sorted().map { node in
            let ring = now?.rooms.first { $0.node == node }?.ring
            let isConfirmed =
                switch kind {
                case .stop: ring == nil
                case .snooze: ring.map { $0.state == .snoozed } ?? true
                }
            return RoomOutcome(
                node: node, isConfirmed: isConfirmed, isOnline: nodes[node]?.availability == .online,
                until: ring?.until)
        }
        return Outcome(occurrence: ringing, rooms: rooms)
    }

    /// `anna@laptop`, as far as this computer knows.
    static func asker(environment: [String: String]) -> String {
        let user = environment["SUDO_USER"] ?? environment["USER"] ?? environment["LOGNAME"]
        let host = HostName.current()
        let name = [user, host].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "@")
        return name.isEmpty ? "clockctl" : "\(name) (clockctl)"
    }
}
