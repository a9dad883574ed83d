internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct ProgramAddCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a program from a list of bells.",
        usage: """
            clockctl program add <program> [<file>] (--group <group> … | --room <room> … | --all) [<options>]
            """,
        discussion: """
            PROGRAM is a timetable and a name: school/regular. FILE is a list as schools publish it, pasted or CSV, a \
            bell or a period a line: "8:10 First bell", "Period 1: 8:10-8:50 AM". - reads the standard input: paste \
            the list and end it with Ctrl-D. A period has a bell at its begin and one at its end. The bells are shown \
            before they are stored.

            Examples:
              clockctl program add school/regular bells.txt --group classrooms --days mon-fri
              clockctl program add school/early - --group classrooms --sound harp --dry-run
              clockctl program add school/short --periods 8x30 --between 3 --from 8:10 --warning 3m --all
            """)

    @Argument(
        help: ArgumentHelp("Its timetable and its name: school/regular.", valueName: "program"),
        completion: ProgramCompletion.programs)
    var program: String

    @Argument(help: ArgumentHelp("The list, or - for the standard input.", valueName: "file"), completion: .file())
    var file: String?

    @OptionGroup var bells: BellOptions
    @OptionGroup var list: ListedBells

    @Option(help: ArgumentHelp("The days of the week that have it: mon-fri, wed.", valueName: "days"))
    var days: String?

    @OptionGroup var showing: ShowingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        try readingLine { () throws(FatalError) in
            try bells.check()
            try list.check(file: file, isNeeded: true)
            _ = try days.map { text throws(FatalError) in try InputWords.days(text, "--days") }
            guard bells.namesPlaces else {
                throw FatalError(.usage, "where shall they ring? Name rooms by --room, groups by --group, or say --all")
            }
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let plan = try link.plan(zones: console.zones)
        let book = ProgramBook(plan.schedule)
        let name = try book.newName(program)
        if let known = book.programs.first(where: { $0.name == name }), !known.bells.isEmpty {
            throw FatalError(
                .badData,
                "there is a program \(name) already, with \(known.summary): clockctl program edit \(name) FILE "
                    + "replaces its bells, clockctl program rm \(name) removes it")
        }
        guard let read = try list.read(file: file) else { throw ListedBells.noList }
        for line in read.leftOut { console.warn("line \(line.line) is no bell and is left out: \(line.text)") }
        let targets = try bells.targets(link) ?? RingTargets(nodes: [])
        var ring = RingStyle.bell
        try RingEdit(bells).apply(to: &ring)
        try SoundNames(link: link, console: console).check(ring.sound, on: plan.schedule.nodes(of: targets))
        let drafts = read.bells.map { AlarmDraft.bell($0, of: name, ring: ring, targets: targets, at: plan.now) }

        let timetable = plan.schedule.timetables.first { $0.name == name.timetable }
        let weekdays = try days.map { text in try InputWords.days(text, "--days") }
        var changes: [Change] = []
        if timetable == nil || weekdays != nil {
            var rules = timetable ?? Timetable(name: name.timetable)
            if let weekdays { rules.setWeek(name.program, weekdays, from: nil, through: nil) }
            changes.append(.setTimetable(rules))
        }
        changes += drafts.map { .addAlarm($0) }
        let order = ProgramOrder(link: link, console: console, teller: teller(link, console), showing: showing)
        try order.show(drafts, of: name)
        guard try order.isMeant("Store these \(QuantityWords.count(drafts.count, "bell")) as \(name)?") else { return }
        let result = try order.change(changes, for: targets)
        try order.report(result, of: name, in: plan)
    }
}

extension AlarmDraft {
    /// A bell of a program; the coordinator fills in the rest.
    static func bell(
        _ bell: BellList.Bell, of program: ProgramName, ring: RingStyle, targets: RingTargets, at now: WallTime
    ) -> AlarmDraft {
        AlarmDraft(
            label: bell.label, isEnabled: true,
            schedule: AlarmSchedule(
                time: bell.time, repetition: .program(program, on: []), countsFrom: now.truncatedToMilliseconds),
            ring: ring, misfire: .bell, targets: targets, holidays: nil)
    }
}
