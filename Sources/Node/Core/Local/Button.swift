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
    /// The time for an order to reach the disk; three times as long for one that came to the output too late.
    private static let storing: Duration = .milliseconds(300)
    private static let longestStoring: Duration = .seconds(3)

    private struct Answer: Sendable {
        var order: String
        /// `nil` for the time.
        var day: CarriedOrder.Day?
        var storing: Duration
    }

    private var state = State.up()
    /// The last thing that it had said.
    private var answer: Answer?

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
            let day = isSecond ? CarriedOrder.Day(next: next(at: now, &alarms, &node)) : nil
            let order = say(day, after: Self.storing, at: now, &sounds, &quarters, &node)
            if !isSecond { state = .up(asked: Press(at: instant, order: order)) }
        case (.held, false): state = .up()
        case (.up, false), (.down, true), (.held, true): break
        }
        return false
    }

    /// It has been down for the time of a hold.
    ///
    /// - Returns: as ``moved(isDown:at:_:_:_:_:_:)``.
    mutating func hold(at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) -> Bool {
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

    /// The output has an order's result.
    mutating func ended(
        _ order: String, _ result: PlaybackResult, at now: Now, _ sounds: inout OrderedSounds,
        _ quarters: inout QuarterHours, _ node: inout NodeContext
    ) {
        guard let answer, answer.order == order else { return }
        self.answer = nil
        let storing = answer.storing * 3
        guard case .failed(.late, _) = result, storing <= Self.longestStoring else { return }
        _ = say(answer.day, after: storing, at: now, &sounds, &quarters, &node)
    }

    /// - Parameter day: what to say in place of the time.
    /// - Returns: the order; `nil` where a quarter hour says the time.
    private mutating func say(
        _ day: CarriedOrder.Day?, after storing: Duration, at now: Now, _ sounds: inout OrderedSounds,
        _ quarters: inout QuarterHours, _ node: inout NodeContext
    ) -> String? {
        var target = (now.wall + node.output.openingTime + storing).truncatedToMilliseconds
        var quarter = quarters.quarterInTheWay(of: target, &node)
        if day != nil {
            // The date comes after an announcement that is near, with its chime.
            let end = target + CarriedOrder.Day.length - QuarterHours.spokenLength
            if let near = quarter ?? quarters.quarterInTheWay(of: end, &node) {
                target = max(target, quarters.end(of: near, &node))
            }
            quarter = nil
        } else if let near = quarter {
            if node.ringInTheWay(until: near + QuarterHours.spokenLength) != nil {
                // That quarter hour will be silent.
                quarter = nil
            } else if node.memory.carried.orders.contains(where: { $0.quarter == near }) {
                return nil
            }
        }
        let id = "b\(node.random.nextName().prefix(6))"
        let order = SoundOrder(sound: nil, target: target, label: day == nil ? "" : "date")
        sounds.receive(order, id: id, quarter: quarter, day: day, at: now, &node)
        guard quarter == nil else { return nil }
        answer = Answer(order: id, day: day, storing: storing)
        return id
    }

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
