// Programs of the node's own machine stop and snooze what rings here, also while the broker cannot be reached. What they
// do is a ring action as any other: the same decision, the same line. As nobody else has heard of it, the node publishes
// it for the other rooms, at once or when the broker is back, until the broker has shown it to this node as well.

internal import ClockDomain
public import ClockWire

/// Who of this machine waits for an answer, and what the site has not heard yet.
struct LocalDoor: Sendable {
    private struct Waiting {
        var peer: Int
        var done: [Occurrence]
    }

    /// They are answered when everything is on the disk. The socket has one request of each of its few peers under way.
    private var waiting: [Waiting] = []

    var isAwaited: Bool { !waiting.isEmpty }

    /// A program of this machine asks. Its word counts as one that comes by way of the broker.
    ///
    /// - Returns: whether what rings is to be looked at.
    mutating func receive(
        _ request: LocalRequest, from peer: Int, at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext
    ) -> Bool {
        let time = node.clock.ringTime(at: now)
        let kind: RingAction.Kind
        switch request.action {
        case .status:
            waiting.append(Waiting(peer: peer, done: []))
            return false
        case .stop: kind = .stop
        case .snooze: kind = .snooze
        }
        let chosen: [Occurrence]
        do throws(LocalRefusal) {
            chosen = try LocalDoor.chosen(request, of: node.book.reports(at: time))
        } catch {
            node.emit(.answerLocal(.refused(error.sentence), peer: peer))
            return false
        }
        let at = (time.wall ?? now.wall).truncatedToMilliseconds.clampedToValid
        for occurrence in chosen {
            let action = RingAction(
                id: node.random.nextName(), occurrence: occurrence, kind: kind, at: at,
                by: request.by ?? "somebody at \(node.identity.id)")
            node.memory.alarms.untold.add(action)
            _ = alarms.receive(action, at: now, &node)
            if node.isConnected { UntoldActions.publish(action, at: time, &node.out) }
        }
        waiting.append(Waiting(peer: peer, done: chosen))
        return !chosen.isEmpty
    }

    /// Answers whoever waits.
    mutating func answer(_ reported: Reported, at now: Now, _ node: inout NodeContext) {
        for waiting in waiting {
            let state = LocalState(
                node: node.identity.id, now: now.wall.truncatedToMilliseconds.clampedToValid,
                isConnected: node.isConnected, done: waiting.done, reported: reported)
            node.emit(.answerLocal(.told(state), peer: waiting.peer))
        }
        waiting = []
    }

    /// Which of what rings a request is for.
    ///
    /// - Returns: nothing where nothing of the kind rings.
    /// - Throws: ``LocalRefusal`` where what rings cannot be snoozed.
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

/// Stops and snoozes by programs of this machine that the broker may not have, the newest last.
///
/// The newest of each alarm or timer, as the broker keeps one of each; those of a day, as it keeps them for one.
public struct UntoldActions: Hashable, Sendable {
    public private(set) var actions: [RingAction]

    /// How long the broker keeps an action.
    static let lifetime: Duration = .hours(24)

    init(_ actions: [RingAction]) { self.actions = actions }

    mutating func add(_ action: RingAction) {
        actions.removeAll { $0.occurrence.source == action.occurrence.source }
        actions.append(action)
        actions.removeFirst(max(0, actions.count - NodeState.maximumRingActions))
    }

    /// The broker shows an action: it has this one, or a newer occurrence's in its place.
    ///
    /// - Returns: whether anything has changed.
    mutating func heard(_ action: RingAction) -> Bool {
        let count = actions.count
        actions.removeAll {
            $0.id == action.id
                || ($0.occurrence.source == action.occurrence.source && $0.occurrence.due < action.occurrence.due)
        }
        return actions.count != count
    }

    /// Has them published that the broker would still keep. While nobody knows what time it is, nothing is too old.
    mutating func publish(at time: RingTime, _ out: inout Outlet) {
        if let wall = time.wall { actions.removeAll { (wall - $0.at).magnitude >= UntoldActions.lifetime } }
        for action in actions { UntoldActions.publish(action, at: time, &out) }
    }

    static func publish(_ action: RingAction, at time: RingTime, _ out: inout Outlet) {
        let left = time.wall.map { min(lifetime, lifetime - ($0 - action.at)) } ?? lifetime
        out.emit(.publish(.ringAction(action, expirySeconds: UInt32(clamping: max(1, Int(left.secondsWithFraction))))))
    }
}
