// The room's button: a key of an input device. A touch silences what rings, at once. A short press says the time, for
// people who cannot see a clock; a second one right after it, the date and the next alarm. Holding it ends what rings or
// is snoozed, in all rooms. None of it needs the broker.

internal import ClockDomain
internal import ClockWire

/// Decides the effect of a press of the room's button.
struct Button: Sendable {
    private enum State: Sendable {
        /// - Parameter asked: the press that has just asked for the time.
        case up(asked: Press? = nil)
        /// - Parameters:
        ///   - isUsed: true when the touch has silenced a ring.
        ///   - isSecond: true for the second of two presses.
        case down(isUsed: Bool, isSecond: Bool)
        /// It has been down for so long that it has done its work.
        case held
    }

    private struct Press: Sendable {
        var at: BootTime
        /// The order to say the time; `nil` where a quarter hour says it.
        var order: String?
    }

    /// From the touch on.
    private static let holding: Duration = .seconds(1)
    /// From the end of a press to the next touch, for two to count as one gesture. The first word of the time comes later.
    private static let between: Duration = .milliseconds(400)
    /// The time for the order to reach the disk.
    private static let storing: Duration = .milliseconds(300)

    private var state = State.up()

    /// A key went down or up.
    ///
    /// - Parameter at: the instant at which it moved.
    /// - Returns: true when the caller must tend the rings.
    mutating func moved(
        isDown: Bool, at instant: BootTime, _ now: Now, _ alarms: inout Alarms, _ sounds: inout OrderedSounds,
        _ quarters: inout QuarterHours, _ node: inout NodeContext
    ) -> Bool {
        switch (state, isDown) {
        case (.up(let asked), true):
            let silenced = silence(at: now, &alarms, &node)
            let isSecond = asked.map { instant - $0.at <= Self.between } ?? false
            if isSecond, let order = asked?.order { sounds.withdraw(order: order, at: now, &node) }
            state = .down(isUsed: silenced, isSecond: isSecond)
            node.set(.button, .boot(instant + Self.holding))
            return silenced
        case (.down(let isUsed, let isSecond), false):
            state = .up()
            node.cancel(.button)
            if isUsed { break }
            if isSecond {
                sayDay(next: next(at: now, &alarms, &node), at: now, &sounds, &quarters, &node)
            } else {
                state = .up(asked: Press(at: instant, order: sayTime(at: now, &sounds, &quarters, &node)))
            }
        case (.held, false): state = .up()
        case (.up, false), (.down, true), (.held, true): break
        }
        return false
    }

    /// It is still down.
    ///
    /// - Returns: as ``moved(isDown:at:_:_:_:_:_:)``.
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

    /// - Returns: the order; `nil` where a quarter hour says the time.
    private func sayTime(
        at now: Now, _ sounds: inout OrderedSounds, _ quarters: inout QuarterHours, _ node: inout NodeContext
    ) -> String? {
        let target = earliest(at: now, node)
        var quarter = quarters.quarterInTheWay(of: target, &node)
        // That quarter hour will be silent.
        if let near = quarter, node.ringInTheWay(until: near + QuarterHours.spokenLength) != nil { quarter = nil }
        if let quarter, node.memory.carried.orders.contains(where: { $0.quarter == quarter }) { return nil }
        let id = newID(&node)
        sounds.receive(SoundOrder(sound: nil, target: target), id: id, quarter: quarter, at: now, &node)
        return quarter == nil ? id : nil
    }

    /// After an announcement that is near, with its chime.
    private func sayDay(
        next: WallTime?, at now: Now, _ sounds: inout OrderedSounds, _ quarters: inout QuarterHours,
        _ node: inout NodeContext
    ) {
        var target = earliest(at: now, node)
        let near =
            quarters.quarterInTheWay(of: target, &node)
            ?? quarters.quarterInTheWay(of: target + CarriedOrder.Day.length - QuarterHours.spokenLength, &node)
        if let near { target = max(target, quarters.end(of: near, &node)) }
        sounds.receive(
            SoundOrder(sound: nil, target: target, label: "date"), id: newID(&node), day: CarriedOrder.Day(next: next),
            at: now, &node)
    }

    private func earliest(at now: Now, _ node: NodeContext) -> WallTime {
        (now.wall + node.output.openingTime + Self.storing).truncatedToMilliseconds
    }

    private func newID(_ node: inout NodeContext) -> String { "b\(node.random.nextName().prefix(6))" }

    /// Returns the next instant within a day at which an alarm or a timer rings, or a snooze ends.
    private func next(at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) -> WallTime? {
        let snoozes = node.book.reports(at: node.clock.ringTime(at: now)).compactMap(\.until)
        let timers = node.memory.timers.progress.compactMap { timer -> WallTime? in
            if case .running(let ends, _) = timer.phase { ends.wall } else { nil }
        }
        let alarm = alarms.upcoming(&node).first.map(\.occurrence.due)
        return (snoozes + timers + [alarm].compactMap(\.self)).filter {
            $0 > now.wall && $0 - now.wall < .hours(24)
        }.min()
    }
}
