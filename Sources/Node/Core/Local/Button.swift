// The room's button: a key of an input device. A touch silences what rings, at once. A short press says the time, for
// people who cannot see a clock. Holding it ends what rings or is snoozed, in all rooms. None of it needs the broker.

internal import ClockDomain
internal import ClockWire

/// What a press of the room's button does.
struct Button: Sendable {
    private enum State: Sendable {
        case up
        /// - Parameter isUsed: true when the touch has silenced a ring.
        case down(isUsed: Bool)
        /// It has been down for so long that it has done its work.
        case held
    }

    /// From the touch on.
    private static let holding: Duration = .seconds(1)
    /// The time for the order to reach the disk.
    private static let storing: Duration = .milliseconds(300)

    private var state = State.up

    /// A key went down or up.
    ///
    /// - Returns: true when the caller must tend the rings.
    mutating func moved(
        isDown: Bool, at now: Now, _ alarms: inout Alarms, _ sounds: inout OrderedSounds,
        _ quarters: inout QuarterHours, _ node: inout NodeContext
    ) -> Bool {
        switch (state, isDown) {
        case (.up, true):
            let silenced = silence(at: now, &alarms, &node)
            state = .down(isUsed: silenced)
            node.set(.button, .boot(now.boot + Self.holding))
            return silenced
        case (.down(let isUsed), false):
            state = .up
            node.cancel(.button)
            if !isUsed { sayTime(at: now, &sounds, &quarters, &node) }
        case (.held, false): state = .up
        case (.up, false), (.down, true), (.held, true): break
        }
        return false
    }

    /// It is still down.
    ///
    /// - Returns: as ``moved(isDown:at:_:_:_:_:)``.
    mutating func isHeld(at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) -> Bool {
        guard case .down = state else { return false }
        state = .held
        return !act(.stop, at: now, &alarms, &node).isEmpty
    }

    /// Snoozes what rings; stops what cannot be snoozed.
    private func silence(at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) -> Bool {
        let loud = node.book.reports(at: node.clock.ringTime(at: now)).filter { $0.state == .ringing }
        guard !loud.isEmpty else { return false }
        let snoozed = act(.snooze, at: now, &alarms, &node)
        for ring in loud where !snoozed.contains(ring.occurrence) {
            _ = act(.stop, source: ring.occurrence.source, at: now, &alarms, &node)
        }
        return true
    }

    private func act(
        _ action: LocalRequest.Action, source: RingSource? = nil, at now: Now, _ alarms: inout Alarms,
        _ node: inout NodeContext
    ) -> [Occurrence] {
        let request = LocalRequest(action: action, source: source, by: "the button in \(node.identity.id)")
        do throws(LocalRefusal) {
            return try LocalDoor.silence(request, at: now, &alarms, &node)
        } catch {
            // Nothing of it can be snoozed: the caller stops it.
            return []
        }
    }

    private func sayTime(
        at now: Now, _ sounds: inout OrderedSounds, _ quarters: inout QuarterHours, _ node: inout NodeContext
    ) {
        let target = (now.wall + node.output.openingTime + Self.storing).truncatedToMilliseconds
        sounds.receive(
            SoundOrder(sound: nil, target: target), id: "b\(node.random.nextName())",
            quarter: quarters.quarterInTheWay(of: target, &node), at: now, &node)
    }
}
