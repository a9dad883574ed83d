internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct ProgramEditCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Replace a program's bells, or change their sound and places.",
        usage: "clockctl program edit <program> [<file>] [<options>]",
        discussion: """
            A new list replaces the bells: those with the same time and name stay what they are. --sound, --volume, \
            --plays and places change all bells of the program.

            Examples:
              clockctl program edit school/regular bells.txt
              clockctl program edit school/regular --sound harp --volume 70
              clockctl program edit school/regular --group classrooms hall
            """)

    @Argument(
        help: ArgumentHelp("The program: school/regular.", valueName: "program"), completion: ProgramCompletion.programs
    )
    var program: String

    @Argument(help: ArgumentHelp("The new list, or - for the standard input.", valueName: "file"), completion: .file())
    var file: String?

    @OptionGroup var bells: BellOptions
    @OptionGroup var list: ListedBells
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        try readingLine { () throws(FatalError) in
            try bells.check()
            try list.check(file: file, isNeeded: false)
            let ring = try RingEdit(bells)
            guard file != nil || list.periods != nil || bells.namesPlaces || !ring.isEmpty else {
                throw FatalError(.usage, "what shall be changed? Name a new list, or say an option such as --sound")
            }
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let plan = try link.plan(zones: console.zones)
        let program = try ProgramBook(plan.schedule).find(program)
        let read = try list.read(file: file)
        for line in read?.leftOut ?? [] { console.warn("line \(line.line) is no bell and is left out: \(line.text)") }
        let ringEdit = try RingEdit(bells)
        let targets = try bells.targets(link)
        if ringEdit.sound != nil || targets != nil {
            try SoundNames(link: link, console: console).check(
                ringEdit.sound ?? program.bells[0].alarm.ring.sound,
                on: plan.schedule.nodes(of: targets ?? program.targets))
        }
        let edit = ProgramEdit(
            program: program, listed: read?.bells, targets: targets, now: plan.now, ring: ringEdit.apply)
        let order = ProgramOrder(link: link, console: console, teller: teller(link, console), showing: showing)
        try order.show(edit.drafts, of: program.name)
        if !output.json { console.write([StyledText(edit.summary, .dim)]) }
        guard try order.isMeant("Change \(program.name) so?") else { return }
        let changes = edit.changes
        let result =
            changes.isEmpty ? ChangeResult(events: []) : try order.change(changes, for: targets ?? program.targets)
        try order.report(result, of: program.name, in: plan)
    }
}

/// The changes that give a program another list of bells, another sound or other places.
struct ProgramEdit {
    /// The bells as they shall be, ascending by time.
    private(set) var drafts: [AlarmDraft] = []
    private(set) var changes: [Change] = []
    /// `2 bells added, 1 removed, 11 kept`
    private(set) var summary = ""

    /// - Parameters:
    ///   - listed: the new list; `nil` for the present bells.
    ///   - targets: the new places; `nil` for the present ones.
    ///   - ring: changes the way of ringing.
    init(
        program: ProgramBook.Program, listed: [BellList.Bell]?, targets: RingTargets?, now: WallTime,
        ring: (inout RingStyle) -> Void
    ) {
        var left = program.bells
        var added: [Change] = []
        var edited: [Change] = []
        func edit(_ definition: AlarmDefinition) {
            var draft = AlarmDraft(definition)
            ring(&draft.ring)
            draft.targets = targets ?? draft.targets
            drafts.append(draft)
            guard draft != AlarmDraft(definition) else { return }
            edited.append(.editAlarm(definition.alarm.id, revision: definition.alarm.revision, draft))
        }
        for bell in listed ?? [] {
            if let place = left.firstIndex(where: {
                $0.alarm.schedule.time == bell.time && $0.alarm.label == bell.label
            }) {
                edit(left.remove(at: place))
                continue
            }
            var style = program.bells.first?.alarm.ring ?? .bell
            ring(&style)
            let draft = AlarmDraft.bell(
                bell, of: program.name, ring: style, targets: targets ?? program.targets, at: now)
            drafts.append(draft)
            added.append(.addAlarm(draft))
        }
        if listed == nil {
            left.forEach(edit)
            left = []
        }
        changes = left.map { .removeAlarm($0.alarm.id) } + edited + added
        let kept = drafts.count - added.count
        summary =
            "\(QuantityWords.count(added.count, "bell")) added, \(left.count) removed, \(edited.count) changed, "
            + "\(kept - edited.count) as they were"
    }
}
