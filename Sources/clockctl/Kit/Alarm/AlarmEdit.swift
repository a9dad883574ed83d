internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// The changes of an alarm on a command line: a `nil` leaves its part as it is.
struct AlarmEdit: Sendable {
    var label: String?
    var nodes: [String] = []
    var groups: [GroupID] = []
    /// `.some(nil)`: the node's own.
    var zone: String??
    private(set) var ring: RingEdit
    var misfire: MisfirePolicy?
    /// `.some(nil)`: none.
    var holidays: CalendarNames??
    private let speaks: Bool?

    /// As typed.
    private let text: String?
    private var time: TimeInput?
    private var days: RepetitionInput?
    private var date: DayInput.Day?
    private var once: Bool
    /// As typed; empty when the command line has none.
    private var exceptions: [String]

    /// - Parameter words: with spaces or commas between; empty when the command line has none.
    private static func calendars(_ words: [String]) throws(FatalError) -> CalendarNames?? {
        let names = words.flatMap { $0.split(separator: ",").map(String.init) }
        if words.isEmpty { return nil }
        if names == ["none"] { return .some(nil) }
        if let calendars = CalendarNames(names) { return calendars }
        let wrong = names.first { !HolidayCalendar.isName($0) || $0 == "none" }
        throw FatalError(
            .usage,
            wrong.map { "--holidays: \"\($0.prefix(80))\" is not \(HolidayCalendar.nameRule)" }
                ?? "--holidays: say 1 to \(CalendarNames.maximum) calendars, or none")
    }

    /// Reads everything that does not depend on the date.
    ///
    /// - Parameter time: as typed.
    /// - Throws: ``FatalError`` naming the option, the value and the permitted form.
    init(_ options: AlarmOptions, time: String?) throws(FatalError) {
        text = time
        speaks = options.speak
        self.time = try time.map { text throws(FatalError) in try InputWords.time(text) }
        date = try options.date.map { text throws(FatalError) in
            try InputWords.read("--date") { () throws(InputError) in try DayInput.day(text) }
        }
        once = options.once
        days = try options.days.map { text throws(FatalError) in try InputWords.repetition(text, "--days") }
        guard [options.days != nil, options.date != nil, options.once].count(where: \.self) <= 1 else {
            throw FatalError(.usage, "say one of --days, --date and --once")
        }
        if let text = options.label {
            guard Label.isValid(text) else { throw FatalError(.usage, "--label: a label is \(Label.rule)") }
            label = text
        }
        nodes = NodeWords.names(options.node)
        groups = try NodeWords.names(options.group).map { name throws(FatalError) in
            try InputWords.group(name, "--group")
        }
        zone = options.zone.map { $0 == "node" ? nil : $0 }
        ring = try RingEdit(options)
        misfire = try options.misfire.map { text throws(FatalError) in
            text == "report"
                ? .reportOnly
                : .ring(withinMinutes: try InputWords.minutes(text, "--misfire", in: MisfirePolicy.windowRange))
        }
        holidays = try AlarmEdit.calendars(options.holidays)
        exceptions = options.except
        let namesDays =
            switch self.time {
            case nil, .clock(_, on: nil), .sun(_, .clock(_, on: nil)): false
            case .clock, .sun, .repeating, .fromNow: true
            }
        guard !namesDays || (options.days == nil && options.date == nil && !options.once) else {
            throw FatalError(
                .usage,
                "\"\(time ?? "")\" names a day already; leave out --days, --date and --once, or say the time alone")
        }
        // Any date will do to find out if the exceptions are readable.
        let anyDay = CivilDate(year: 2026, month: 1, day: 1)
        _ = try InputWords.spans(exceptions, "--except", today: anyDay)
    }

    /// True when the command line changes nothing.
    var isEmpty: Bool {
        time == nil && days == nil && date == nil && !once && label == nil && nodes.isEmpty && groups.isEmpty
            && zone == nil && ring.isEmpty && misfire == nil && holidays == nil && speaks == nil
            && exceptions.isEmpty
    }

    /// True for a time in words, whose reading the answer explains.
    var isInWords: Bool { text.map { !TimeInput.isLiteral($0) } ?? false }

    /// Returns the draft with the changes applied.
    ///
    /// - Parameter rules: the zone of the alarm.
    /// - Throws: ``FatalError`` for a day on which that time is over.
    func applied(to draft: AlarmDraft, at now: WallTime, in rules: TimeZoneRules) throws(FatalError) -> AlarmDraft {
        var draft = draft
        if let time {
            let old = draft.schedule.repetition
            let meant = try InputWords.read("<time>") { () throws(InputError) in
                try time.schedule(at: now, zone: rules, after: old)
            }
            (draft.schedule.time, draft.schedule.sun) = (meant.time, time.sun)
            switch (draft.schedule.repetition, meant.repetition) {
            // A time alone does not change an alarm's days.
            case (_, .once), (_, .program): break
            case (.program(let program, _), _):
                throw FatalError(
                    .usage,
                    "it is a bell of \(program) and rings on the days of that program: say a time alone, or take it "
                        + "out of the program by --days or --date")
            case (.weekly, .onDate(let date)), (.recurring, .onDate(let date)):
                let day = if case .clock(_, on: let day?) = time { day.word } else { date.iso8601 }
                throw FatalError(
                    .usage,
                    "it rings \(ScheduleWords.days(of: draft.schedule)), and \(day) would end that: "
                        + "say the time with --date \(day) if it shall ring only then")
            case (_, .onDate), (_, .weekly), (_, .recurring): draft.schedule.repetition = meant.repetition
            }
        }
        // The sun may be late: the coordinator refuses a day on which it has been.
        let latest = draft.schedule.sun == nil ? draft.schedule.time : LocalTime(secondOfDay: 86_340)
        if once { draft.schedule.repetition = .once }
        if let days {
            draft.schedule.repetition = days.repetition(
                at: latest, now: now, zone: rules, after: draft.schedule.repetition)
        }
        if let date {
            let input = TimeInput.clock(latest, on: date)
            draft.schedule.repetition = try InputWords.read("--date") { () throws(InputError) in
                try input.schedule(at: now, zone: rules).repetition
            }
        }
        if !exceptions.isEmpty {
            draft.schedule.exceptions = try InputWords.spans(
                exceptions, "--except", today: rules.localTime(at: now).date)
        }
        if let label { draft.label = label }
        if let zone { draft.schedule.zone = zone }
        ring.apply(to: &draft.ring)
        if let misfire { draft.misfire = misfire }
        if let holidays { draft.holidays = holidays }
        if let speaks { draft.speaks = speaks }
        return draft
    }
}
