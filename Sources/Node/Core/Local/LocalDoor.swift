// Programs of the node's own machine stop and snooze rings here, also without the broker. Their action is a ring action
// as any other: the same decision, the same line. As no other node knows of it, the node publishes it for the other
// rooms, at once and on each connection to the broker, for a day.

internal import ClockDomain
internal import ClockWire

/// The programs of this machine that wait for an answer.
struct LocalDoor: Sendable {
    private struct Waiting {
        var peer: Int
        var done: [Occurrence]
    }

    /// They get an answer once everything is on the disk. The socket has one request of each of its few peers under
    /// way.
    private var waiting: [Waiting] = []

    var isAwaited: Bool { !waiting.isEmpty }

    /// Handles a request from a program of this machine. It counts as much as one by way of the broker.
    ///
    /// - Returns: true when the caller must tend the rings.
    mutating func receive(
        _ request: LocalRequest, from peer: Int, at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext
    ) -> Bool {
        do throws(LocalRefusal) {
            let done = try LocalDoor.silence(request, at: now, &alarms, &node)
            waiting.append(Waiting(peer: peer, done: done))
            return !done.isEmpty
        } catch {
            node.emit(.answerLocal(.refused(error.sentence), peer: peer))
            return false
        }
    }

    /// Stops or snoozes what rings here, and tells the other rooms.
    ///
    /// - Returns: the occurrences; none for a request that asks for the status.
    /// - Throws: ``LocalRefusal`` when none of them can be snoozed.
    static func silence(
        _ request: LocalRequest, at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext
    ) throws(LocalRefusal) -> [Occurrence] {
        let kind: RingAction.Kind
        switch request.action {
        case .status: return []
        case .stop: kind = .stop
        case .snooze: kind = .snooze
        }
        let time = node.clock.ringTime(at: now)
        let chosen = try LocalDoor.chosen(request, of: node.book.reports(at: time))
        let at = (time.wall ?? now.wall).truncatedToMilliseconds.clampedToValid
        for occurrence in chosen {
            let action = RingAction(
                id: node.random.nextName(), occurrence: occurrence, kind: kind, at: at,
                by: request.by ?? "somebody at \(node.identity.id)", minutes: request.minutes)
            node.memory.alarms.own.add([action])
            _ = alarms.receive(action, at: now, &node)
        }
        if !chosen.isEmpty, node.isConnected { LocalDoor.publishActions(at: now, &node) }
        return chosen
    }

    /// Publishes the stops and snoozes of this machine's people within a day. While the time is unknown, none is too
    /// old.
    static func publishActions(at now: Now, _ node: inout NodeContext) {
        if let wall = node.clock.ringTime(at: now).wall { node.memory.alarms.own.expire(at: wall) }
        let own = node.memory.alarms.own
        if !own.actions.isEmpty { node.emit(.publish(.ringActions(own))) }
    }

    /// Answers every waiting peer.
    mutating func answer(_ reported: Reported, at now: Now, _ node: inout NodeContext) {
        for waiting in waiting {
            let state = LocalState(
                node: node.identity.id, now: now.wall.truncatedToMilliseconds.clampedToValid,
                isConnected: node.isConnected, done: waiting.done, reported: reported)
            node.emit(.answerLocal(.told(state), peer: waiting.peer))
        }
        waiting = []
    }

    /// Returns the ringing occurrences that a request is for.
    ///
    /// - Returns: an empty list when nothing of the kind rings.
    /// - Throws: ``LocalRefusal`` when none of them can be snoozed.
    private static func chosen(_ request: LocalRequest, of rings: [RingReport]) throws(LocalRefusal) -> [Occurrence] {
        let rings = rings.filter { ring in request.source.map { $0 == ring.occurrence.source } ?? true }
        switch request.action {
        case .status: return []
        case .stop: return rings.map(\.occurrence)
        case .snooze:
            let loud = rings.filter { $0.state == .ringing }
            let chosen = loud.filter { $0.snoozeMinutes > 0 }
            if chosen.isEmpty, let first = loud.first {
                throw LocalRefusal(sentence: "\(first.occurrence.source) cannot be snoozed; stop it")
            }
            return chosen.map(\.occurrence)
        }
    }
}

struct LocalRefusal: Error {
    var sentence: String
}
