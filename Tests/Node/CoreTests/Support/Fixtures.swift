import ClockDomain
import ClockNodeCore
import ClockWire
import Foundation
import Testing

/// The quarter hour of most tests.
let noon = utc("2026-11-21T12:00:00Z")

func utc(_ text: String) -> WallTime { WallTime(rfc3339: text)! }

/// The system's rules for a zone.
func zone(_ name: String) throws -> TimeZoneRules {
    let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
    return try TimeZoneRules(name: name, tzif: Array(data))
}

func wake(
    _ target: WallTime = noon, sent: WallTime? = nil, budget: Duration = .seconds(30), notAfter: WallTime? = nil
) -> Wake {
    Wake(
        target: target, sent: sent ?? target - .seconds(15), leadMilliseconds: 15_000,
        budgetMilliseconds: Int(budget.milliseconds), notAfter: notAfter ?? target + .seconds(2))
}

func desired(
    _ revision: Int, store: String = "store", replaces: [String] = [], _ change: (inout NodeSettings) -> Void = { _ in }
) -> Desired {
    var settings = NodeSettings.standard
    change(&settings)
    return Desired(revision: revision, store: store, replaces: replaces, room: "Kitchen", settings: settings)
}

/// A document with these alarms and timers.
func document(_ revision: Int = 1, alarms: [Alarm] = [], timers: [CountdownTimer] = []) -> Desired {
    Desired(
        revision: revision, store: "store", room: "Kitchen", settings: .standard, alarms: alarms, timers: timers)
}

/// An alarm that rings daily, and counts from the day before most tests.
func alarm(
    _ number: Int = 1, at time: String, _ repetition: AlarmSchedule.Repetition = .weekly(.everyDay),
    zone: String? = nil,
    countsFrom: WallTime = noon - .hours(24), label: String = "Work", ring: RingStyle = .alarm,
    misfire: MisfirePolicy = .standard, change: (inout Alarm) -> Void = { _ in }
) -> Alarm {
    var alarm = Alarm(
        id: AlarmID(number: number)!, revision: 1, label: label, isEnabled: true,
        schedule: AlarmSchedule(
            time: LocalTime(hourAndMinute: time)!, repetition: repetition, zone: zone, countsFrom: countsFrom),
        ring: ring, misfire: misfire)
    change(&alarm)
    return alarm
}

func timer(
    _ number: Int = 1, revision: Int = 1, seconds: Int = 600, ends: WallTime, ring: RingStyle = .timer
) -> CountdownTimer {
    timer(number, revision: revision, seconds: seconds, .running(ends: ends), ring: ring)
}

func timer(
    _ number: Int = 1, revision: Int = 1, seconds: Int = 600, _ state: CountdownState, ring: RingStyle = .timer
) -> CountdownTimer {
    CountdownTimer(
        id: TimerID(number: number)!, revision: revision, name: "Pasta", seconds: seconds, state: state, ring: ring)
}

func occurrence(_ due: WallTime) -> Occurrence { occurrence(1, due) }

func occurrence(_ alarm: Int, _ due: WallTime) -> Occurrence {
    Occurrence(source: .alarm(AlarmID(number: alarm)!), due: due)
}

func occurrence(timer: Int, _ due: WallTime) -> Occurrence {
    Occurrence(source: .timer(TimerID(number: timer)!), due: due)
}

/// A node that has stored this document and looked at everything due before `through`.
func state(_ document: Desired, through: WallTime? = nil) -> NodeState {
    var state = NodeState(instance: "instance", epoch: "first")
    state.desired = document
    state.alarms = AlarmMemory(derivedThrough: through)
    state.contact = through
    return state
}

/// A node that has stored these settings.
func state(_ change: (inout NodeSettings) -> Void) -> NodeState {
    var state = NodeState(instance: "instance", epoch: "first")
    state.desired = desired(1, change)
    return state
}

/// A node whose ledger has `count` lines that nobody has acknowledged, the newest of them for the quarter hour `last`.
func state(pending count: Int, last: WallTime = noon - QuarterHour.length) -> NodeState {
    var state = NodeState(instance: "instance", epoch: "first")
    state.ledger.pending = (0..<count).map { index in
        let target = last - QuarterHour.length * (count - 1 - index)
        return LedgerEntry(
            sequence: index + 1, at: target, event: .quarter(QuarterRecord(target: target, outcome: .announced)))
    }
    state.ledger.nextSequence = count + 1
    state.quarters = QuarterMemory(
        decided: Array(state.ledger.pending.suffix(NodeState.maximumDecided).compactMap(\.record?.target)))
    return state
}

extension LedgerEntry {
    var record: QuarterRecord? {
        switch event {
        case .quarter(let record): record
        case .ring, .sound, .unknown: nil
        }
    }

    var ring: RingRecord? {
        switch event {
        case .ring(let record): record
        case .quarter, .sound, .unknown: nil
        }
    }
}

extension NodeState {
    /// True when nothing of `state` is missing here, apart from the time that has passed.
    func holds(_ state: NodeState) -> Bool {
        var state = state
        state.storedAtNanoseconds = storedAtNanoseconds
        state.reading = reading
        state.alarms = AlarmMemory(
            decided: state.alarms.decided, spent: state.alarms.spent, actions: state.alarms.actions,
            own: state.alarms.own, derivedThrough: alarms.derivedThrough)
        state.contact = contact
        return state == self
    }
}
