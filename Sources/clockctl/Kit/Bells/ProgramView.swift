internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// Programs and their bells as tables.
struct ProgramView: Sendable {
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    /// Bells that are not stored yet.
    func bells(_ drafts: [AlarmDraft]) -> [StyledText] { table(drafts, ids: nil) }

    func bells(_ definitions: [AlarmDefinition]) -> [StyledText] {
        table(definitions.map(AlarmDraft.init), ids: definitions.map(\.alarm.id))
    }

    private func table(_ bells: [AlarmDraft], ids: [AlarmID]?) -> [StyledText] {
        let nothing = StyledText("–", .dim)
        var columns: [TextTable.Column] = [
            .init(title: "TIME", cells: bells.map { StyledText($0.schedule.time.hourAndMinute, .bold) }),
            .init(
                title: "BELL", minimumWidth: 8,
                cells: bells.map {
                    ($0.label.isEmpty ? nothing : StyledText($0.label)) + StyledText($0.isEnabled ? "" : " (off)", .dim)
                }),
            .init(
                title: "SOUND", dropRank: 1, minimumWidth: 6, comfortableWidth: 30,
                cells: bells.map { StyledText(ScheduleWords.sound($0.ring)) }),
            .init(
                title: "WHERE", minimumWidth: 8, comfortableWidth: 30,
                cells: bells.map { StyledText(ScheduleWords.targets($0.targets)) }),
        ]
        if let ids { columns.append(.init(title: "ID", dropRank: 2, cells: ids.map { StyledText("\($0)", .dim) })) }
        return TextTable(columns: columns).lines(width: width)
    }

    func list(_ programs: [ProgramBook.Program], in plan: SitePlan, words: TimeWords) -> [StyledText] {
        guard !programs.isEmpty else {
            return [
                StyledText(
                    "No program is there. Make one from a list: clockctl program add school/regular bells.txt --all")
            ]
        }
        let nothing = StyledText("–", .dim)
        let today = words.zone.localTime(at: words.now).date
        func days(_ program: ProgramBook.Program) -> StyledText {
            let timetable = plan.schedule.timetables.first { $0.name == program.name.timetable }
            let days = timetable.map { RuleWords.days(of: program.name.program, in: $0, today: today) } ?? []
            return days.isEmpty ? StyledText("no day yet", .dim) : StyledText(days.joined(separator: "; "))
        }
        func span(_ program: ProgramBook.Program) -> StyledText {
            guard let first = program.bells.first?.alarm.schedule.time,
                let last = program.bells.last?.alarm.schedule.time
            else { return nothing }
            return StyledText("\(first.hourAndMinute)–\(last.hourAndMinute)")
        }
        return TextTable(columns: [
            .init(title: "PROGRAM", cells: programs.map { StyledText("\($0.name)", .bold) }),
            .init(title: "BELLS", alignment: .right, cells: programs.map { StyledText("\($0.bells.count)") }),
            .init(title: "FROM–TO", dropRank: 1, cells: programs.map(span)),
            .init(title: "DAYS", minimumWidth: 8, comfortableWidth: 30, cells: programs.map(days)),
            .init(
                title: "NEXT",
                cells: programs.map { $0.next(in: plan).map { StyledText(words.coming($0)) } ?? nothing }),
            .init(
                title: "WHERE", dropRank: 2, minimumWidth: 8, comfortableWidth: 24,
                cells: programs.map { $0.bells.isEmpty ? nothing : StyledText(ScheduleWords.targets($0.targets)) }),
        ]).lines(width: width)
    }

    /// One program with its days and its bells.
    func one(_ program: ProgramBook.Program, in plan: SitePlan, words: TimeWords) -> [StyledText] {
        let today = words.zone.localTime(at: words.now).date
        let timetable = plan.schedule.timetables.first { $0.name == program.name.timetable }
        let days = timetable.map { RuleWords.days(of: program.name.program, in: $0, today: today) } ?? []
        let next = program.next(in: plan).map { ", next \(words.coming($0))" } ?? ""
        let head = StyledText("\(program.name)", .bold) + StyledText("  \(program.summary)\(next)")
        let told =
            days.isEmpty
            ? "no day has it yet: clockctl program days \(program.name) mon-fri" : days.joined(separator: "; ")
        let title = "  days  "
        let lines = width.map { told.wrapped(to: max(20, $0 - title.terminalWidth)) } ?? [told]
        return [width.map(head.truncated) ?? head]
            + lines.enumerated().map { index, line in
                StyledText(index == 0 ? title : String(repeating: " ", count: title.terminalWidth), .dim)
                    + StyledText(line)
            } + [StyledText()] + bells(program.bells)
    }
}
