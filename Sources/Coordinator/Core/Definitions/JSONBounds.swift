internal import ClockDomain
internal import ClockWire

// The most bytes of JSON that a value takes: a limit for documents and pages without encoding. A text can double,
// because JSON writes a quotation mark with a backslash.

extension AlarmDefinition {
    /// The size in a schedule's page. In a node's document an alarm is smaller, but for its holidays.
    var maximumJSONBytes: Int {
        alarm.maximumJSONBytes + targets.maximumJSONBytes
            + (holidays.map { $0.names.reduce(0) { $0 + 2 * $1.utf8.count + 3 } } ?? 0) + 60
            + (changed.map { 60 + 2 * ($0.by ?? "").utf8.count } ?? 0)
    }
}

extension Alarm {
    var maximumJSONBytes: Int {
        415 + (schedule.rule == nil ? 0 : 40) + (schedule.sun == nil ? 0 : 90) + 2 * label.utf8.count
            + ring.sound.utf8.count
            + (schedule.zone.map { $0.utf8.count + 12 } ?? 0)
            + 13 * schedule.skips.count + DateSpan.maximumJSONBytes * schedule.exceptions.count
            + (schedule.program.map { $0.description.utf8.count + BellSpan.maximumJSONBytes } ?? 0)
    }
}

extension DateSpan {
    /// With its quotation marks and a comma.
    static let maximumJSONBytes = 24
}

extension RingTargets {
    var maximumJSONBytes: Int { 40 + 35 * (nodes.count + groups.count) }
}

extension TimerDefinition {
    var maximumJSONBytes: Int { timer.maximumJSONBytes + targets.maximumJSONBytes + 30 }
}

extension CountdownTimer {
    var maximumJSONBytes: Int { 396 + 2 * name.utf8.count + ring.sound.utf8.count }
}

extension Stopwatch {
    var maximumJSONBytes: Int { 210 + 2 * name.utf8.count + 14 * laps.count }
}

extension NodeGroup {
    var maximumJSONBytes: Int { 70 + 35 * nodes.count }
}

extension HolidayCalendar {
    var maximumJSONBytes: Int { days.reduce(90) { $0 + 80 + 2 * $1.name.utf8.count } }
}

extension Timetable {
    var maximumJSONBytes: Int {
        let rules = weeks.count + dates.count + events.count + (cycle?.programs.count ?? 0)
        let words = events.reduce(0) { $0 + 2 * $1.words.utf8.count }
        let parts = hand.flatMap(\.parts).reduce(0) { $0 + 220 + 2 * ($1.by ?? "").utf8.count }
        return 400 + 170 * rules + words + parts + 40 * hand.count
    }
}

extension SiteObject {
    var maximumJSONBytes: Int {
        switch self {
        case .alarm(let definition): definition.maximumJSONBytes
        case .timer(let definition): definition.maximumJSONBytes
        case .stopwatch(let stopwatch): stopwatch.maximumJSONBytes
        case .group(let group): group.maximumJSONBytes
        case .calendar(let calendar): calendar.maximumJSONBytes
        case .timetable(let timetable): timetable.maximumJSONBytes
        }
    }
}
