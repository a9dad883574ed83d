internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct DayCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract: "Show the bells of a day, or change that day by hand.",
        usage: """
            clockctl day [<date>] [--timetable <timetable>] [--json] [<connection options>]
            clockctl day [<date>] set <program> | none | delay <time> | earlier <time> [<options>]
            clockctl day [<date>] until <time> | after <time> | clear [<options>]
            """,
        discussion: """
            Without a date it is today. set gives the day another program, none takes its bells, delay and earlier \
            shift them, until and after silence those before or after a time. A change of today counts from the next \
            minute on; later changes add to it. clear goes back to the rules. At midnight a change is over by itself. \
            All timetables are changed, unless --timetable names one; set changes the one that has the program.

            Examples:
              clockctl day
              clockctl day tomorrow
              clockctl day set two-hour-delay
              clockctl day delay 20m
              clockctl day after 13:00
              clockctl day 2026-12-18 none
              clockctl day clear
            """)

    @Argument(
        help: ArgumentHelp("A date, tomorrow, friday; and a change.", valueName: "words"),
        completion: ProgramCompletion.programs)
    var words: [String] = []

    @Option(
        help: ArgumentHelp("Only this timetable.", valueName: "timetable"), completion: ProgramCompletion.timetables)
    var timetable: String?

    @Flag(help: "Show what would be true, and change nothing.")
    var dryRun = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        let typed = try readingLine { () throws(FatalError) in try DayWordsTyped(words) }
        guard typed.order != nil || !dryRun else {
            throw ValidationError("--dry-run is for a change: clockctl day none")
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let typed = try DayWordsTyped(words)
        let plan = try link.plan(zones: console.zones)
        let book = ProgramBook(plan.schedule)
        guard let order = typed.order else {
            let timetables = try timetable.map { [try book.timetable($0)] } ?? plan.schedule.timetables
            guard !timetables.isEmpty else { throw ProgramBook.noTimetable }
            return show(timetables, typed.day, plan, console)
        }
        let targets = try targets(of: order, book)
        let edits = try targets.map { target in
            try edit(target.timetable, typed.day, order, target.program, plan, console)
        }
        if dryRun {
            let after = edits.reduce(plan) { $0.changing($1, zones: console.zones) }
            if output.json {
                return console.write(JSONOutput.text(oneOrSeveral: views(edits, after, console).map(\.document)))
            }
            return console.write(lines(edits, after, console) + [StyledText("nothing is stored: --dry-run", .dim)])
        }
        let result = try link.change(edits.map { .changeDay(timetable: $0.timetable, $0.date, $0.part) })
        let after = plan.applying(result.events, zones: console.zones)
        let unchanged = result.events.isEmpty ? [StyledText("nothing changed: that was done already")] : []
        try teller(link, console).report(result, unchanged + lines(edits, after, console))
    }

    /// The timetables that an order changes, with the program for ``DayOrder/set(_:)``.
    private func targets(
        of order: DayOrder, _ book: ProgramBook
    ) throws(FatalError) -> [(timetable: Timetable, program: String?)] {
        let named = try timetable.map { word throws(FatalError) in try book.timetable(word) }
        if case .set(let word) = order {
            let name = try book.find(named.map { word.contains("/") ? word : "\($0.name)/\(word)" } ?? word).name
            guard named == nil || named?.name == name.timetable else {
                throw FatalError(.usage, "\(name) is not of the timetable \(named?.name ?? "")")
            }
            return [(try book.timetable(name.timetable), name.program)]
        }
        if let named { return [(named, nil)] }
        guard !book.schedule.timetables.isEmpty else { throw ProgramBook.noTimetable }
        return book.schedule.timetables.map { ($0, nil) }
    }

    private func edit(
        _ timetable: Timetable, _ day: DayInput.Day?, _ order: DayOrder, _ program: String?, _ plan: SitePlan,
        _ console: Console
    ) throws(FatalError) -> DayEdit {
        let zone = plan.rules(ofTimetable: timetable.name, otherwise: console.zones.local)
        let now = zone.localTime(at: plan.now)
        let date = day?.date(from: now.date) ?? now.date
        guard date >= now.date else {
            throw FatalError(.badData, "\(date.iso8601) is over: name today or a date to come")
        }
        let since = date == now.date ? DayEdit.since(now.time) : .midnight
        let last = timetable.hand.first { $0.date == date }?.parts.last
        var part: Timetable.Part? = order.part(after: last, program: program, since: since, at: plan.now)
        if order == .clear, !plan.handHasRung(timetable.name, on: date, before: since) { part = nil }
        return DayEdit(timetable: timetable.name, date: date, part: part)
    }

    private func lines(_ edits: [DayEdit], _ plan: SitePlan, _ console: Console) -> [StyledText] {
        views(edits, plan, console).flatMap { $0.answer(named: plan.schedule.timetables.count > 1) }
    }

    private func views(_ edits: [DayEdit], _ plan: SitePlan, _ console: Console) -> [DayView] {
        edits.map { DayView(timetable: $0.timetable, date: $0.date, plan: plan, other: console.zones.local) }
    }

    private func show(_ timetables: [Timetable], _ day: DayInput.Day?, _ plan: SitePlan, _ console: Console) {
        let views = timetables.map { timetable in
            let zone = plan.rules(ofTimetable: timetable.name, otherwise: console.zones.local)
            let today = zone.localTime(at: plan.now).date
            return DayView(
                timetable: timetable.name, date: day?.date(from: today) ?? today, plan: plan, other: console.zones.local
            )
        }
        if output.json { return console.write(JSONOutput.text(oneOrSeveral: views.map(\.document))) }
        let isNamed = plan.schedule.timetables.count > 1
        console.write(
            views.enumerated().flatMap { index, view in
                (index == 0 ? [] : [StyledText()]) + view.lines(named: isNamed, width: console.columns)
            })
    }
}

/// The change of one day of one timetable.
struct DayEdit: Hashable, Sendable {
    var timetable: String
    var date: CivilDate
    /// `nil` takes all changes of that date back.
    var part: Timetable.Part?

    /// Returns the time from which on a change counts: the next whole minute. A bell of this minute has begun, and
    /// would ring a second time where a delay moved it.
    ///
    /// - Parameter now: the time of day at which somebody makes the change.
    static func since(_ now: LocalTime) -> LocalTime {
        let minute = (now.secondOfDay + 59) / 60
        // The last minute of a day has no next one.
        return LocalTime(secondOfDay: min(minute, 1_439) * 60)
    }
}

extension SitePlan {
    /// Returns the plan with a change by hand, as the coordinator would make it.
    func changing(_ edit: DayEdit, zones: Zones) -> SitePlan {
        var schedule = schedule
        guard let place = schedule.timetables.firstIndex(where: { $0.name == edit.timetable }) else { return self }
        schedule.timetables[place].change(edit.date, edit.part)
        return SitePlan(schedule, now: now, nodes: nodes.values.sorted { $0.id < $1.id }, store: store, zones: zones)
    }
}
