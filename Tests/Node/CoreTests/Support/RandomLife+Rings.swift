import ClockDomain
import ClockWire

@testable import ClockNodeCore

/// People and rings in a random life.
extension RandomLife {
    /// Returns the faults of ordering this sound now.
    static func problems(of order: RingOrder, _ core: NodeCore, _ given: NodeState, _ now: Now) -> [String] {
        var clock = core.node.clock
        let occurrence = order.occurrence
        var problems: [String] = []
        guard let entry = core.node.book.entries.first(where: { $0.ring.occurrence == occurrence }) else {
            return ["\(now.wall): \(occurrence) rings and is not in the book"]
        }
        if !given.rings.contains(where: { $0.occurrence == occurrence }) {
            problems.append("\(now.wall): \(occurrence) rings before it is in the state that was given to the disk")
        }
        if core.node.memory.alarms.decided.contains(occurrence) {
            problems.append("\(now.wall): \(occurrence) has its line and rings")
        }
        // A ring that began in time and cannot be heard is tried until its limit.
        guard case .alarm = occurrence.source, entry.ring.rangAt == nil, entry.ring.snoozes == 0,
            entry.ring.failure == nil
        else { return problems }
        guard let wall = clock.ringTime(at: now).wall else {
            return problems + ["\(now.wall): \(occurrence) rings and nobody knows what time it is"]
        }
        let audible = wall + (order.audibleAt - now.boot)
        if audible < occurrence.due - .milliseconds(1) {
            problems.append("\(now.wall): \(occurrence) rings early, at \(audible)")
        }
        // Three seconds for a retained stop, and the window begins to count when it is decided.
        if audible > occurrence.due + entry.ring.window + .seconds(5), entry.ring.detail?.hasPrefix("rang") != true {
            problems.append("\(now.wall): \(occurrence) rings late, at \(audible)")
        }
        return problems
    }

    /// Somebody adds, changes or removes an alarm or a timer.
    mutating func define() {
        revision += 1
        let now = node.now.wall
        let ring = RingStyle(
            sound: "beeps", volume: nil, rampSeconds: 0, limitMinutes: 1 + Int(random.next() % 3),
            snoozeMinutes: Int(random.next() % 3))
        switch random.next() % 8 {
        case 0 where !alarms.isEmpty: alarms.remove(at: Int(random.next() % UInt64(alarms.count)))
        case 1 where !alarms.isEmpty:
            let index = Int(random.next() % UInt64(alarms.count))
            alarms[index].isEnabled.toggle()
            if alarms[index].isEnabled { alarms[index].schedule.countsFrom = now }
            alarms[index].revision += 1
        case 2 where !alarms.isEmpty:
            let index = Int(random.next() % UInt64(alarms.count))
            let date = TimeZoneRules.utc.localTime(at: now).date
            alarms[index].schedule.skips = chance(2) ? [date] : []
            alarms[index].revision += 1
        case 3 where !timers.isEmpty: timers.remove(at: Int(random.next() % UInt64(timers.count)))
        case 4 where !timers.isEmpty:
            let index = Int(random.next() % UInt64(timers.count))
            timers[index].revision += 1
            timers[index].state =
                chance(2) ? .paused(remainingMilliseconds: 90_000) : .running(ends: now + .seconds(90))
        case 5:
            guard timers.count < 5 else { break }
            defined += 1
            let seconds = Int(random.next() % 600) + 1
            timers.append(
                timer(defined, seconds: seconds, ends: (now + .seconds(seconds)).truncatedToMilliseconds, ring: ring))
        default:
            guard alarms.count < 8, WallTime.validSeconds.contains(now.seconds) else { break }
            defined += 1
            let local = TimeZoneRules.utc.localTime(at: now + .seconds(Int64(random.next() % 1500)))
            let time = LocalTime(secondOfDay: local.time.secondOfDay / 60 * 60)
            let repetition: AlarmSchedule.Repetition =
                chance(3) ? .once : chance(2) ? .onDate(local.date) : .weekly(.everyDay)
            let misfire: MisfirePolicy = chance(4) ? .reportOnly : .ring(withinMinutes: 1 + Int(random.next() % 30))
            alarms.append(
                alarm(
                    defined, at: time.hourAndMinute, repetition, countsFrom: now.truncatedToMilliseconds, ring: ring,
                    misfire: misfire))
        }
    }

    /// Somebody stops or snoozes a ring that sounds, one still ahead, or one that never was.
    mutating func act() {
        let known = node.state.rings.map(\.occurrence) + (node.core.alarms.knownUpcoming ?? []).map(\.occurrence)
        let any = Occurrence(
            source: chance(2) ? .alarm(AlarmID(number: 1 + Int(random.next() % 20))!) : .timer(TimerID(number: 3)!),
            due: node.now.wall.truncatedToMilliseconds)
        let occurrence = chance(8) ? any : known.randomElement(using: &random) ?? any
        let kind: RingAction.Kind = chance(3) ? .snooze : .stop
        guard WallTime.validSeconds.contains(node.now.wall.seconds) else { return }
        let action = RingAction(
            id: "\(random.next() % 1000)", occurrence: occurrence, kind: kind,
            at: node.now.wall + .milliseconds(Int64(random.next() % 30_000) - 20_000), by: "anna")
        let ring = node.state.rings.first { $0.occurrence == occurrence }
        for _ in 0...(random.next() % 2) { node.send(.ringAction(action)) }
        if let ring, kind == .stop, node.disk == .works, !ring.actions.contains(action.id) {
            oracle.noteStop(occurrence)
        }
    }

    /// To just before or just after the next ring.
    mutating func skipToNextRing() {
        guard let next = node.core.node.nextAlarm, next > node.now.wall, next - node.now.wall < .hours(2) else {
            return
        }
        node.run(until: next - .milliseconds(Int64(random.next() % 8000) - 3000))
    }

    mutating func anyRingOutput() -> NodeDriver.RingOutput {
        switch random.next() % 6 {
        case 0: .fails(.deviceBusy, message: "busy")
        case 1: .neverAnswers
        case 2: .plays(missingSound: "rooster: no such file")
        default: .plays()
        }
    }

    /// An output does not answer for a sound that goes on.
    mutating func anySilentID() -> Int {
        let id = Int(random.next() % 60)
        return node.rings.contains { $0.order.id == id && $0.until == nil } ? 0 : id
    }

    mutating func anyRingResult() -> RingResult {
        switch random.next() % 3 {
        case 0: .ended
        case 1: .failed(.deviceFailed, message: "broken")
        default: .started(onsetErrorNanoseconds: 1000, missingSound: nil)
        }
    }
}
