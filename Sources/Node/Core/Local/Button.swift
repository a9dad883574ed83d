// The room's button: a key of an input device. A touch silences what rings, at once. A short press says the time, for
// people who cannot see a clock; a second one right after it, the date and the next alarm. Holding it ends what rings or
// is snoozed, in all rooms. None of it needs the broker.

internal import ClockDomain
internal import ClockWire

/// Decides the effect of a press of the room's button.
struct Button: Sendable {
    private enum State: Sendable {
        /// - Parameter said: the instant at which a press asked for the time.
        case up(said: BootTime? = nil)
        /// - Parameters:
        ///   - isUsed: true when the touch has silenced a ring.
        ///   - isSecond: true for the second of two presses.
        case down(isUsed: Bool, isSecond: Bool)
        /// It has been down for so long that it has done its work.
        case held
    }

    /// From the touch on.
    private static let holding: Duration = .seconds(1)
    /// From one press to the next, for two to count as one gesture. The time is not heard before.
    private static let between: Duration = .milliseconds(400)
    /// The time by which a date and a time take longer than a time alone.
    private static let dayExcess: Duration = .seconds(6)
    /// The time for the order to reach the disk.
    private static let storing: Duration = .milliseconds(300)

    private var state = State.up()

    /// A key went down or up.
    ///
    /// - Returns: true when the caller must tend the rings.
    mutating func moved(
        isDown: Bool, at now: Now, _ alarms: inout Alarms, _ sounds: inout OrderedSounds,
        _ quarters: inout QuarterHours, _ node: inout NodeContext
    ) -> Bool {
        switch (state, isDown) {
        case (.up(let said), true):
            let silenced = silence(at: now, &alarms, &node)
            state = .down(isUsed: silenced, isSecond: said.map { now.boot - $0 <= Self.between } ?? false)
            node.set(.button, .boot(now.boot + Self.holding))
            return silenced
        case (.down(let isUsed, let isSecond), false):
            state = .up(said: isUsed || isSecond ? nil : now.boot)
            node.cancel(.button)
            guard !isUsed else { break }
            let next = isSecond ? alarms.upcoming(&node).first?.occurrence.due : nil
            say(isSecond ? CarriedOrder.Day(next: next) : nil, at: now, &sounds, &quarters, &node)
        case (.held, false): state = .up()
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

    /// - Parameter day: `nil` for the time.
    private func say(
        _ day: CarriedOrder.Day?, at now: Now, _ sounds: inout OrderedSounds, _ quarters: inout QuarterHours,
        _ node: inout NodeContext
    ) {
        var target = (now.wall + node.output.openingTime + Self.storing).truncatedToMilliseconds
        var quarter = quarters.quarterInTheWay(of: target, &node)
        if day != nil, let announced = quarter ?? quarters.quarterInTheWay(of: target + Self.dayExcess, &node) {
            (target, quarter) = (quarters.end(of: announced, &node), nil)
        }
        sounds.receive(
            SoundOrder(sound: nil, target: target), id: "b\(node.random.nextName())", quarter: quarter, day: day,
            at: now,
            &node)
    }
}
