import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

let upstairs = GroupID("upstairs")!
let a1 = AlarmID(number: 1)!
let a2 = AlarmID(number: 2)!
let t1 = TimerID(number: 1)!
let s1 = StopwatchID(number: 1)!

func draft(
    _ time: String = "07:00", _ repetition: AlarmSchedule.Repetition = .weekly(.everyDay), label: String = "",
    on isEnabled: Bool = true, zone: String? = nil, skips: [String] = [], exceptions: [String] = [],
    ring: RingStyle = .alarm, misfire: MisfirePolicy = .standard, nodes: [NodeID] = [kitchen],
    groups: [GroupID] = [], holidays: CalendarNames? = nil
) -> AlarmDraft {
    AlarmDraft(
        label: label, isEnabled: isEnabled,
        schedule: AlarmSchedule(
            time: LocalTime(hourAndMinute: time)!, repetition: repetition, zone: zone,
            countsFrom: WallTime(nanoseconds: 0), skips: skips.map(date), exceptions: exceptions.map(span)),
        ring: ring, misfire: misfire, targets: RingTargets(nodes: nodes, groups: groups), holidays: holidays)
}

func date(_ text: String) -> CivilDate { CivilDate(iso8601: text)! }
func span(_ text: String) -> DateSpan { DateSpan(iso8601: text)! }

func timer(_ seconds: Int, _ name: String = "pasta", nodes: [NodeID] = [kitchen], groups: [GroupID] = []) -> Change {
    .startTimer(name: name, seconds: seconds, targets: RingTargets(nodes: nodes, groups: groups), ring: .timer)
}

func calendar(_ name: String = "de", _ days: String...) -> HolidayCalendar {
    HolidayCalendar(name: name, days: days.map { HolidayCalendar.Day(span: span($0), name: "day") })
}

func stopped(_ occurrence: Occurrence, label: String = "") -> RingRecord {
    RingRecord(
        occurrence: occurrence, label: label, outcome: .rang, reason: .stopped, rangAt: occurrence.due,
        endedAt: occurrence.due + .seconds(30))
}

func rung(_ source: RingSource, _ due: String) -> RingRecord {
    stopped(Occurrence(source: source, due: instant(due)))
}

extension CoreHarness {
    @discardableResult
    mutating func change(_ changes: Change...) -> [CoordinatorEffect] {
        request(ChangeRequest(changes: changes))
    }

    /// Makes changes that are taken, and lets the store take them.
    @discardableResult
    mutating func made(_ changes: Change..., at location: SourceLocation = #_sourceLocation) -> [ChangeEvent] {
        request(ChangeRequest(changes: changes))
        let all = effects + answerZones() + commitAll()
        for case let result as ChangeResult in all.results { return result.events }
        Issue.record("not made: \(all.suffix(2))", sourceLocation: location)
        return []
    }

    func schedule(after: AlarmID? = nil, limit: Int = ScheduleRequest.maximumLimit) -> SchedulePage {
        var copy = self
        copy.request(ScheduleRequest(after: after, limit: limit))
        guard let page = copy.replies.first?.value as? SchedulePage else {
            preconditionFailure("the schedule was not answered")
        }
        return page
    }

    func alarm(_ id: AlarmID) -> AlarmDefinition? { schedule().alarms.first { $0.alarm.id == id } }
    func timer(_ id: TimerID) -> TimerDefinition? { schedule().timers.first { $0.timer.id == id } }
    func stopwatch(_ id: StopwatchID) -> Stopwatch? { schedule().stopwatches.first { $0.id == id } }

    /// A node that is online in Berlin joins, and everything about it is stored.
    mutating func settleIn(_ node: NodeID, zone: String = "Europe/Berlin") {
        send(.availability(node, .online))
        commitAll()
        send(.reported(node, reported(zone: zone)))
        answerZones()
        commitAll()
    }

    /// A node's lines arrive and are stored.
    @discardableResult
    mutating func ledger(_ node: NodeID, from first: Int = 1, _ records: RingRecord...) -> [CoordinatorEffect] {
        let entries = records.enumerated().map {
            LedgerEntry(sequence: first + $0.offset, at: now.wall, event: .ring($0.element))
        }
        return send(.ledger(node, LedgerBatch(epoch: "e1", oldest: 1, entries: entries))) + commitAll()
    }
}

extension [CoordinatorEffect] {
    var operations: [StoreOperation] {
        flatMap { effect -> [StoreOperation] in
            if case .commit(_, let operations) = effect { operations } else { [] }
        }
    }

    /// The coordinator's own lines.
    var absences: [RingAbsence] {
        operations.flatMap { operation -> [RingAbsence] in
            if case .closeRings(let absences, _) = operation { absences } else { [] }
        }
    }
}
