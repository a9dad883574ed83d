import ClockDomain
import ClockWire

@testable import ClockSite
@testable import ClockctlKit

/// A school's timetable with two programs, on a Saturday.
extension Sample {
    static func at(_ time: String) -> LocalTime {
        guard let time = LocalTime(hourAndMinute: time) else { preconditionFailure("\(time) is not a time") }
        return time
    }

    static func bell(
        _ number: Int, _ label: String, _ time: String, _ program: String = "regular", nodes: [String] = ["bedroom"]
    ) -> AlarmDefinition {
        guard let name = ProgramName(coded: program.contains("/") ? program : "school/\(program)") else {
            preconditionFailure("\(program) is not a program")
        }
        return alarm(number, label, time, .program(name, on: []), nodes: nodes) {
            ($0.ring, $0.misfire) = (.bell, .ring(withinMinutes: 1))
        }
    }

    static let bells: [AlarmDefinition] = [
        bell(21, "Period 1", "08:10"), bell(22, "Period 2", "09:00"), bell(23, "Dismissal", "14:50"),
        bell(24, "Period 1", "08:10", "early"), bell(25, "Dismissal", "11:30", "early", nodes: ["bedroom", "kitchen"]),
    ]

    /// Regular on workdays, early on the first of December, closed on the calendar's staff day.
    static let timetable = Timetable(
        name: "school", weeks: [.init(days: .workdays, program: "regular")], calendars: "school",
        dates: [.init(on: span("2026-12-01"), program: "early")])

    static func part(
        _ since: String, _ program: Timetable.ProgramChoice? = nil, delay: Int = 0, until: String? = nil,
        after: String? = nil, by: String? = "office", madeAt: WallTime = now
    ) -> Timetable.Part {
        Timetable.Part(
            since: at(since), program: program, delayMinutes: delay, silentUntil: until.map(at),
            silentAfter: after.map(at), by: by, at: madeAt)
    }

    /// - Parameter now: the instant at which people look.
    static func bellPlan(
        _ timetable: Timetable = Sample.timetable, bells: [AlarmDefinition] = Sample.bells, now: WallTime = Sample.now
    ) -> SitePlan {
        var status = healthy
        status.now = now
        return plan(status, alarms: bells, timetables: [timetable])
    }
}
