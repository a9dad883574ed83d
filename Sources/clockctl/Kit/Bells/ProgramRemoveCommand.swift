internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct ProgramRemoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove a program: its bells, and the rules that name it.",
        usage: "clockctl program rm <program> [--dry-run] [--yes] [--wait] [--json] [<connection options>]",
        discussion: """
            Days that it had follow the other rules. The timetable goes with its last program.

            Examples:
              clockctl program rm school/early
              clockctl program rm school/early --yes
            """)

    @Argument(
        help: ArgumentHelp("The program: school/early.", valueName: "program"), completion: ProgramCompletion.programs)
    var program: String

    @OptionGroup var showing: ShowingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let plan = try link.plan(zones: console.zones)
        let book = ProgramBook(plan.schedule)
        let program = try book.find(program)
        let name = program.name
        let timetable = try book.timetable(name.timetable)
        let today = plan.rules(ofTimetable: name.timetable, otherwise: console.zones.local).localTime(at: plan.now).date
        let days = RuleWords.days(of: name.program, in: timetable, today: today)
        var changes = program.bells.map { Change.removeAlarm($0.alarm.id) }
        let others = book.programs.contains { $0.name.timetable == name.timetable && $0.name != name }
        if others {
            changes += try ProgramRemoveCommand.unnaming(name.program, in: timetable, today: today)
        } else {
            changes.append(.removeTimetable(name: name.timetable))
        }
        let order = ProgramOrder(link: link, console: console, teller: teller(link, console), showing: showing)
        let whole = others ? "" : ", and the timetable \(name.timetable), of which it is the last"
        let told = days.isEmpty ? "" : " and its days (\(days.joined(separator: "; ")))"
        if !output.json { console.write([StyledText("\(name): \(program.summary)\(told)\(whole)")]) }
        guard showing.yes || showing.dryRun || console.canAsk else {
            throw FatalError(.usage, "nobody is there to ask whether to remove \(name); say --yes to do it")
        }
        guard try order.isMeant("Remove \(name)?") else { return }
        let result = try order.change(changes)
        try order.teller.report(
            result,
            [
                StyledText("\(name)", .bold)
                    + StyledText(" is removed, with \(QuantityWords.count(program.bells.count, "bell"))")
            ])
    }

    /// Returns the changes after which no rule of a timetable names a program.
    ///
    /// - Throws: ``FatalError`` for a cycle that has it: without it, other days would have other programs.
    static func unnaming(_ program: String, in timetable: Timetable, today: CivilDate) throws(FatalError) -> [Change] {
        if timetable.cycle?.programs.contains(program) ?? false {
            throw FatalError(
                .badData,
                "the cycle of \(timetable.name) has \(program): give it other programs or end it first "
                    + "(clockctl program cycle \(timetable.name) off)")
        }
        var rules = timetable
        rules.weeks.removeAll { $0.program == program }
        rules.events.removeAll { $0.program == program }
        rules.dates.removeAll { $0.program == program }
        let byHand = timetable.hand.filter { rule in
            rule.date >= today && rule.parts.contains { $0.program == .named(program) }
        }
        return (rules == timetable ? [] : [.setTimetable(rules)])
            + byHand.map { .changeDay(timetable: timetable.name, $0.date, nil) }
    }
}
