internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct AlarmListView: Sendable {
    var alarms: [AlarmDefinition]
    var plan: SitePlan
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?
    /// The nodes of these alarms; empty for the whole site's.
    var nodes: [NodeID] = []
    /// The programs of the bells that the view counts and does not list, one for each bell.
    var programs: [ProgramName] = []

    func lines() -> [StyledText] {
        guard alarms.isEmpty else { return table() + counted(below: true) }
        guard programs.isEmpty else { return counted(below: false) }
        let names = nodes.map(\.rawValue).joined(separator: ", ")
        let whose = nodes.isEmpty ? "No alarm is set." : "No alarm is set for \(names)."
        return [StyledText("\(whose) Set one like this: clockctl alarm add 7:00 --days mon-fri --room bedroom")]
    }

    /// `90 bells of 3 programs: clockctl program list`
    private func counted(below: Bool) -> [StyledText] {
        guard !programs.isEmpty else { return [] }
        let bells = QuantityWords.count(programs.count, "bell")
        let line = "\(bells) of \(QuantityWords.count(Set(programs).count, "program")): clockctl program list"
        return (below ? [StyledText()] : []) + (width.map(line.wrapped) ?? [line]).map { StyledText($0, .dim) }
    }

    private func table() -> [StyledText] {
        let nothing = StyledText("–", .dim)
        let standings = alarms.map { AlarmStanding($0, in: plan) }
        // On a narrow terminal the next ring says more than the place, on a phone's more than the days.
        let isNarrow = width.map { $0 < 70 } ?? false
        let isTiny = width.map { $0 < 50 } ?? false
        var columns: [TextTable.Column] = [
            .init(title: "ID", cells: alarms.map { StyledText("\($0.alarm.id)", .bold) }),
            .init(title: "TIME", cells: alarms.map { StyledText($0.alarm.schedule.timeInWords) }),
            .init(
                title: "DAYS", dropRank: isTiny ? 1 : 0, minimumWidth: 5,
                cells: alarms.map { StyledText(ScheduleWords.repetition($0.alarm.schedule.repetition)) }),
            .init(
                title: "LABEL", minimumWidth: isTiny ? 4 : 6, comfortableWidth: 24,
                cells: alarms.map { $0.alarm.label.isEmpty ? nothing : StyledText($0.alarm.label) }),
            .init(
                title: "WHERE", dropRank: isNarrow ? 2 : 0, minimumWidth: 8, comfortableWidth: 24,
                cells: alarms.map { StyledText(ScheduleWords.targets($0.targets)) }),
            .init(title: "NEXT", cells: zip(alarms, standings).map { next($0, $1) ?? nothing }),
            .init(title: "STATE", minimumWidth: isTiny ? 5 : 8, cells: standings.map { $0.words(words) }),
        ]
        // Most alarms follow their nodes' own zones.
        if alarms.contains(where: { $0.alarm.schedule.zone != nil }) {
            let zones = alarms.map { $0.alarm.schedule.zone.map { StyledText($0) } ?? nothing }
            columns.insert(.init(title: "ZONE", dropRank: 3, cells: zones), at: 2)
        }
        return TextTable(columns: columns).lines(width: width) + usedUp()
    }

    /// Returns the advice about alarms that will never ring again.
    private func usedUp() -> [StyledText] {
        let count = alarms.count(where: plan.isUsedUp)
        guard count > 0 else { return [] }
        let which = "\(QuantityWords.count(count, "alarm")) \(count == 1 ? "was" : "were")"
        let line = "\(which) for one time, which is over: clockctl alarm rm --used"
        return [StyledText()] + (width.map(line.wrapped) ?? [line]).map { StyledText($0, .dim) }
    }

    private func next(_ definition: AlarmDefinition, _ standing: AlarmStanding) -> StyledText? {
        switch standing {
        case .off, .over, .noNodes: nil
        case .ringing: StyledText("now", .bad)
        case .snoozed(let until?): StyledText(words.coming(until))
        case .snoozed(nil), .skips, .unknownNodes, .on:
            plan.next(definition, after: plan.now).map { StyledText(words.coming($0.due)) }
        }
    }
}
