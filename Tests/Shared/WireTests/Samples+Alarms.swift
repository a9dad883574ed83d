import ClockDomain
import ClockWire

let upstairs = GroupID("upstairs")!
let a7 = AlarmID(number: 7)!
let t3 = TimerID(number: 3)!
let s1 = StopwatchID(number: 1)!

func date(_ text: String) -> CivilDate { CivilDate(iso8601: text)! }
func span(_ text: String) -> DateSpan { DateSpan(iso8601: text)! }

extension Samples {
    static let alarmRing = Occurrence(source: .alarm(a7), due: noon)
    static let timerRing = Occurrence(source: .timer(t3), due: noon + .seconds(1))

    static let style = RingStyle(
        sound: "rooster", volume: Volume(percent: 60), rampSeconds: 30, limitMinutes: 5, snoozeMinutes: 0)

    /// With every field set: nothing is left to a default.
    static let alarm = Alarm(
        id: a7, revision: 4, label: "Work", isEnabled: false,
        schedule: AlarmSchedule(
            time: LocalTime(hour: 7, minute: 5)!, repetition: .weekly(WeekdaySet([.friday, .monday])),
            zone: "Europe/Berlin", countsFrom: noon, skips: [date("2026-11-23")],
            exceptions: [span("2026-12-24/2026-12-26")], holidays: [span("2027-01-01")]),
        ring: style, misfire: .reportOnly, speaks: true)

    static let plainAlarm = Alarm(
        id: AlarmID(number: 8)!, revision: 1, label: "", isEnabled: true,
        schedule: AlarmSchedule(time: LocalTime(hour: 19, minute: 30)!, repetition: .once, countsFrom: noon),
        ring: .alarm, misfire: .standard)

    static let runningTimer = CountdownTimer(
        id: t3, revision: 2, name: "pasta", seconds: 600, state: .running(ends: noon + .seconds(600)), ring: .timer)
    static let pausedTimer = CountdownTimer(
        id: TimerID(number: 4)!, revision: 1, name: "", seconds: 60, state: .paused(remainingMilliseconds: 59_500),
        ring: style, speaks: true)

    static let stopwatch = Stopwatch(
        id: s1, revision: 3, name: "run", state: .stopped(elapsedMilliseconds: 65_432), laps: [30_001, 65_432])

    static let targets = RingTargets(nodes: [kitchen, bedroom], groups: [upstairs])

    static let draft = AlarmDraft(
        label: "Work", isEnabled: true,
        schedule: AlarmSchedule(
            time: LocalTime(hour: 7, minute: 0)!, repetition: .weekly(WeekdaySet(from: .monday, through: .friday)),
            countsFrom: WallTime(nanoseconds: 0)),
        ring: .alarm, misfire: .standard, targets: RingTargets(nodes: [bedroom]), holidays: "berlin")

    static let calendar = HolidayCalendar(
        name: "berlin",
        days: [
            .init(span: span("2026-12-25/2026-12-26"), name: "Weihnachten"), .init(span: span("2027-01-01"), name: ""),
        ])

    static let ringRecord = RingRecord(
        occurrence: alarmRing, label: "Work", outcome: .rang, reason: .stopped, detail: "rang for 12 s", rangAt: noon,
        endedAt: noon + .seconds(12), snoozes: 1, onsetErrorMicroseconds: -8, silentMilliseconds: 6_300,
        by: "clockctl on desk")

    static let everyChange: [Change] = [
        .addAlarm(draft), .editAlarm(a7, revision: 4, draft), .removeAlarm(a7),
        .startTimer(name: "pasta", seconds: 600, targets: targets, ring: .timer),
        .startTimer(name: "", seconds: 1, targets: targets, ring: style, speaks: true), .pauseTimer(t3),
        .resumeTimer(t3),
        .addToTimer(t3, seconds: -60), .cancelTimer(t3), .startStopwatch(name: "run"), .lapStopwatch(s1),
        .stopStopwatch(s1), .resumeStopwatch(s1), .resetStopwatch(s1), .removeStopwatch(s1),
        .setGroup(NodeGroup(id: upstairs, nodes: [kitchen, bedroom])), .removeGroup(upstairs), .setHolidays(calendar),
        .removeHolidays(name: "berlin"), .setTimetable(timetable), .removeTimetable(name: "school"),
        .changeDay(timetable: "school", CivilDate(year: 2026, month: 12, day: 1), nil),
        .changeDay(timetable: "school", CivilDate(year: 2026, month: 12, day: 1), timetable.hand[0].parts[0]),
        .addAlarm(bell),
    ]

    /// With a rule of each kind.
    static let timetable = Timetable(
        name: "school", weeks: [.init(days: .everyDay, program: "regular")],
        cycle: .init(start: CivilDate(year: 2026, month: 9, day: 1), days: .everyDay, programs: ["a", "b"]),
        calendars: "berlin", events: [.init(words: "Early", program: "early")],
        dates: [.init(on: span("2026-12-18"), program: nil)],
        hand: [
            .init(
                date: CivilDate(year: 2026, month: 12, day: 1),
                parts: [
                    .init(
                        since: .midnight, program: .named("early"), delayMinutes: 20,
                        silentAfter: LocalTime(hour: 13, minute: 0), by: "office", at: noon)
                ])
        ])

    static let bell = AlarmDraft(
        label: "Period 1", isEnabled: true,
        schedule: AlarmSchedule(
            time: LocalTime(hour: 8, minute: 10)!, repetition: .program(ProgramName(coded: "school/regular")!, on: []),
            countsFrom: WallTime(nanoseconds: 0)),
        ring: .bell, misfire: .ring(withinMinutes: 1), targets: targets, holidays: nil)

    static let everyObject: [DefinedObject] = [
        .alarm(AlarmDefinition(alarm: alarm, targets: targets, holidays: "berlin")),
        .timer(TimerDefinition(timer: pausedTimer, targets: targets)), .stopwatch(stopwatch),
        .group(NodeGroup(id: upstairs, nodes: [bedroom])), .holidays(calendar),
        .timetable(timetable), .node(kitchen, room: "Kitchen", settings: settings),
    ]

    static let desiredWithAlarms = Desired(
        revision: 9, store: "0123456789abcdef", room: "Küche", settings: settings, alarms: [alarm, plainAlarm],
        timers: [runningTimer, pausedTimer])

    static let ringing = RingReport(
        occurrence: alarmRing, label: "Work", state: .ringing, since: noon + .milliseconds(1), until: nil, snoozes: 0,
        snoozeMinutes: 9)
    static let snoozed = RingReport(
        occurrence: timerRing, label: "", state: .snoozed, since: nil, until: noon + .minutes(9), snoozes: 2,
        snoozeMinutes: 9)

    static let reportedWithRings: Reported = {
        var all = reported
        all.rings = [ringing, snoozed]
        all.upcoming = [UpcomingRing(occurrence: alarmRing, label: "Work")]
        all.timers = [TimerReport(id: t3, revision: 2, name: "pasta", state: .paused(remainingMilliseconds: 1))]
        return all
    }()

    static let localState = LocalState(
        node: kitchen, now: noon, isConnected: false, done: [alarmRing], reported: reportedWithRings)

    static let ringAction = RingAction(
        id: "c0ffee", occurrence: alarmRing, kind: .snooze, at: noon + .seconds(3), by: "clockctl on desk", minutes: 20)

    static let schedulePage = SchedulePage(
        alarms: [AlarmDefinition(alarm: alarm, targets: targets)], next: a7,
        timers: [TimerDefinition(timer: runningTimer, targets: targets)], stopwatches: [stopwatch],
        groups: [NodeGroup(id: upstairs, nodes: [bedroom])], holidays: [calendar], now: noon)

    static let alarmPayloads: [[UInt8]] = [
        WireCodec.encode(LocalRequest(action: .stop, source: RingSource("a7"), by: "button", minutes: 5)),
        WireCodec.encode(LocalAnswer.told(localState)), WireCodec.encode(desiredWithAlarms),
        WireCodec.encode(reportedWithRings), WireCodec.encode(RingActionList([ringAction])),
        WireCodec.encode(ChangeRequest(changes: everyChange)), WireCodec.encode(Reply(result: schedulePage)),
        WireCodec.encode(ChangeEvent(number: 1, at: noon, old: everyObject[0], new: nil)),
        WireCodec.encode(
            Reply(
                result: ChangeResult(events: [
                    ChangeEvent(number: 1, at: noon, old: everyObject[3], new: everyObject[3])
                ]))),
        WireCodec.encode(
            LedgerBatch(
                epoch: "e", oldest: 1, entries: [LedgerEntry(sequence: 1, at: noon, event: .ring(ringRecord))])),
        WireCodec.encode(ScheduleRequest(after: a7, limit: 10)),
    ]
}
