import ClockDomain
import ClockWire

@testable import ClockSite
@testable import ClockctlKit

/// Alarms, timers and what rings, to show.
extension Sample {
    static func alarm(
        _ number: Int, _ label: String = "", _ time: String = "07:00",
        _ repetition: AlarmSchedule.Repetition = .weekly([.workdays]), nodes: [String] = ["bedroom"],
        groups: [String] = [], holidays: CalendarNames? = nil, change: (inout Alarm) -> Void = { _ in }
    ) -> AlarmDefinition {
        guard let time = LocalTime(hourAndMinute: time) else { preconditionFailure("\(time) is not a time") }
        var alarm = Alarm(
            id: AlarmID(uncheckedNumber: number), revision: 1, label: label, isEnabled: true,
            schedule: AlarmSchedule(time: time, repetition: repetition, countsFrom: now - .hours(100)), ring: .alarm,
            misfire: .standard)
        change(&alarm)
        return AlarmDefinition(
            alarm: alarm, targets: RingTargets(nodes: nodes.map(id), groups: groups.map(group)),
            holidays: holidays)
    }

    static func group(_ name: String) -> GroupID {
        guard let id = GroupID(name) else { preconditionFailure("\(name) is not a group's name") }
        return id
    }

    static func date(_ text: String) -> CivilDate {
        guard let date = CivilDate(iso8601: text) else { preconditionFailure("\(text) is not a date") }
        return date
    }

    static func span(_ first: String, _ last: String? = nil) -> DateSpan {
        DateSpan(first: date(first), last: date(last ?? first))
    }

    static func timer(
        _ number: Int, _ name: String, _ seconds: Int, _ state: CountdownState, nodes: [String] = ["kitchen"]
    ) -> TimerDefinition {
        TimerDefinition(
            timer: CountdownTimer(
                id: TimerID(uncheckedNumber: number), revision: 1, name: name, seconds: seconds, state: state,
                ring: .timer), targets: RingTargets(nodes: nodes.map(id)))
    }

    static let school = HolidayCalendar(
        name: "school",
        days: [
            .init(span: span("2026-11-23"), name: "Staff day"),
            .init(span: span("2026-12-21", "2027-01-06"), name: "Christmas holidays"),
        ])

    /// One of every standing.
    static let alarms: [AlarmDefinition] = [
        alarm(1, "Work"),
        alarm(2, "Early run", "05:30", .weekly([.weekend]), nodes: ["bedroom", "kitchen"]),
        alarm(3, "Call Anna", "09:00", .onDate(date("2026-11-24")), nodes: ["office"]) {
            $0.schedule.zone = "America/New_York"
        },
        alarm(4, "Gym", "18:15", .weekly(.everyDay), groups: ["upstairs"]) { $0.isEnabled = false },
        alarm(5, "Nap", "14:41", .once, nodes: ["kitchen"]),
        alarm(7, "School", "06:45", nodes: [], groups: ["upstairs"], holidays: "school"),
        alarm(8, "A label of the full sixty-four characters, which is rather long 1", "12:00", nodes: ["office"]) {
            $0.schedule.skips = [date("2026-11-23")]
        },
        alarm(9, "", "08:00", .weekly(.everyDay), nodes: ["attic"]),
        alarm(12, "Holiday", "10:00", .weekly(.everyDay), nodes: ["office"]) {
            $0.schedule.exceptions = [span("2026-11-20", "2026-11-29")]
        },
        alarm(13, "Over", "10:00", .onDate(date("2026-11-20")), nodes: ["office"]),
    ]

    /// A site in which an alarm rings in two rooms, one is snoozed, and timers count.
    static let ringing: SiteStatus = {
        let upcoming = [
            UpcomingRing(
                occurrence: Occurrence(
                    source: .alarm(AlarmID(uncheckedNumber: 1)), due: instant("2026-11-23T06:00:00Z")),
                label: "Work")
        ]
        let pasta = TimerReport(
            id: TimerID(uncheckedNumber: 6), revision: 1, name: "pasta",
            state: .running(ends: instant("2026-11-21T13:49:05.500Z")))
        let eggs = TimerReport(
            id: TimerID(uncheckedNumber: 9), revision: 2, name: "", state: .paused(remainingMilliseconds: 61_000))
        return status([
            node("bedroom") { node in
                node.rings = [ring("a5", "Nap")]
                node.alarms = upcoming
            },
            node("kitchen") { node in
                node.rings = [ring("a5", "Nap"), ring("t4", "rice", snoozeMinutes: 0)]
                // Its clock is two minutes ahead of the coordinator's.
                node.clock?.offsetMilliseconds = -120_000
                node.timers = [pasta, eggs]
            },
            node("office") { node in node.rings = [ring("a3", "Call Anna", state: .snoozed)] },
        ])
    }()

    /// The site of ``ringing`` and ``alarms``.
    static func plan(
        _ status: SiteStatus = healthy, alarms: [AlarmDefinition] = Sample.alarms, timers: [TimerDefinition] = [],
        timetables: [Timetable] = []
    ) -> SitePlan {
        let page = SchedulePage(
            alarms: alarms, next: nil, timers: timers, stopwatches: [],
            groups: [NodeGroup(id: group("upstairs"), nodes: [id("bedroom"), id("office")])],
            holidays: [school], timetables: timetables, now: status.now)
        return SitePlan(SiteSchedule(page), status, zones: .berlin)
    }
}

extension WeekdaySet {
    static let workdays = WeekdaySet(Weekday.allCases.prefix(5))
    static let weekend = WeekdaySet(Weekday.allCases.suffix(2))
}
