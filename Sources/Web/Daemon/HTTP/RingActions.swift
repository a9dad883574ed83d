internal import ClockConnection
internal import ClockDomain
internal import ClockMQTT
internal import ClockSite
internal import ClockWebCore
internal import ClockWire
internal import HTTPTypes

/// Stops and snoozes rings without the coordinator, and waits for the rooms to confirm.
struct RingActions: Sendable {
    let link: SiteLink
    let feed: Feed

    /// Time for the rooms to confirm.
    static let patience: Duration = .seconds(5)

    struct Document: Encodable {
        struct Room: Encodable {
            var node: NodeID
            var state: State
            /// The instant at which the snooze ends there.
            var until: WallTime?
        }

        enum State: String, Encodable {
            case stopped, snoozed
            /// The broker keeps the message for the room for a day.
            case offline
            case noAnswer = "no answer"
        }

        /// Ascending by node.
        var rooms: [Room]
    }

    /// Publishes the action and waits until every room that is online has obeyed.
    ///
    /// - Parameters:
    ///   - by: the person, for the record.
    ///   - minutes: the length of a snooze; `nil` for the ring's own.
    func act(_ kind: RingAction.Kind, on occurrence: Occurrence, by: String, minutes: Int?) async throws -> Document {
        guard let ringing = find(occurrence) else {
            throw Problem(.notFound, "not-ringing", "\(occurrence.source) does not ring and is not snoozed.")
        }
        if kind == .snooze, ringing.snoozeMinutes == 0 {
            throw Problem(.conflict, "conflict", "\(ringing.name) cannot be snoozed; stop it.")
        }
        do {
            try link.member.client.publish(
                MQTTMessage(
                    kind, [occurrence], after: link.kept.list, by: by, at: feed.siteNow, minutes: minutes,
                    in: link.topics))
        } catch {
            throw LinkError(error, isConnected: link.member.client.isConnected)
        }
        return try await outcome(of: kind, ringing)
    }

    private func find(_ occurrence: Occurrence) -> RingingOccurrence? {
        feed.snapshot.rings.first { $0.occurrence == occurrence }
    }

    private func outcome(of kind: RingAction.Kind, _ ringing: RingingOccurrence) async throws -> Document {
        guard let subscription = feed.open(nil) else {
            throw Problem(.serviceUnavailable, "unavailable", "The server is ending.", retryAfter: 2)
        }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // Ends by cancellation as well: then nobody waits any more.
                try? await Task.sleep(for: Self.patience)
                feed.close(subscription)
            }
            var rooms = outcome(kind, ringing)
            for await _ in subscription.wakes {
                rooms = outcome(kind, ringing)
                if rooms.allSatisfy({ $0.isConfirmed || !$0.isOnline }) { break }
            }
            feed.close(subscription)
            group.cancelAll()
            return document(kind, rooms)
        }
    }

    private func outcome(_ kind: RingAction.Kind, _ ringing: RingingOccurrence) -> [RingRoomOutcome] {
        let snapshot = feed.snapshot
        let nodes = snapshot.status?.nodes ?? []
        let now = snapshot.rings.first { $0.occurrence == ringing.occurrence }
        return ringing.outcome(of: kind, now: now) { node in
            now?.rooms.first { $0.node == node }?.isOnline
                ?? nodes.contains { $0.id == node && $0.availability == .online }
        }
    }

    private func document(_ kind: RingAction.Kind, _ rooms: [RingRoomOutcome]) -> Document {
        Document(
            rooms: rooms.map { room in
                let state: Document.State =
                    switch (room.isConfirmed, kind) {
                    case (true, .stop): .stopped
                    case (true, .snooze): .snoozed
                    case (false, _): room.isOnline ? .noAnswer : .offline
                    }
                return Document.Room(node: room.node, state: state, until: room.until)
            })
    }
}
