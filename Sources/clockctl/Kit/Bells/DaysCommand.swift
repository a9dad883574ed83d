internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite

struct DaysCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "days",
        abstract: "Show which program each day of a month has.",
        usage: "clockctl days [--month <month>] [--timetable <timetable>] [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl days
              clockctl days --month next
              clockctl days --month 2026-12 --timetable school
            """)

    @Option(help: ArgumentHelp("2026-12 or next; this month unless set.", valueName: "month"))
    var month: String?

    @Option(
        help: ArgumentHelp("Only this timetable.", valueName: "timetable"), completion: ProgramCompletion.timetables)
    var timetable: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        try readingLine { () throws(FatalError) in
            _ = try DaysCommand.month(month, today: CivilDate(year: 2026, month: 1, day: 1))
        }
    }

    /// Returns the first day of a month.
    static func month(_ text: String?, today: CivilDate) throws(FatalError) -> CivilDate {
        let this = CivilDate(year: today.year, month: today.month, day: 1)
        switch text?.lowercased() {
        case nil, "this": return this
        case "next":
            return today.month == 12
                ? CivilDate(year: today.year + 1, month: 1, day: 1)
                : CivilDate(year: today.year, month: today.month + 1, day: 1)
        case let text?:
            guard text.utf8.count == 7, let first = CivilDate(iso8601: "\(text)-01") else {
                throw FatalError(.usage, "--month: \"\(text.prefix(40))\" is no month; say 2026-12 or next")
            }
            return first
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let plan = try link.plan(zones: console.zones)
        let book = ProgramBook(plan.schedule)
        let timetables = try timetable.map { [try book.timetable($0)] } ?? plan.schedule.timetables
        guard !timetables.isEmpty else { throw ProgramBook.noTimetable }
        let views = try timetables.map { timetable in
            let zone = plan.rules(ofTimetable: timetable.name, otherwise: console.zones.local)
            let words = TimeWords(zone: zone, now: plan.now)
            let first = try DaysCommand.month(month, today: zone.localTime(at: plan.now).date)
            return MonthView(timetable: timetable.name, month: first, plan: plan, words: words, width: console.columns)
        }
        output.write(views.flatMap(\.documents), on: console) {
            views.enumerated().flatMap { ($0.offset == 0 ? [] : [StyledText()]) + $0.element.lines() }
        }
    }
}
