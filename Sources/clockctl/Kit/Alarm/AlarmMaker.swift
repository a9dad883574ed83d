internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// The common part of adding, editing and switching alarms.
struct AlarmMaker {
    let link: CoordinatorLink
    let console: Console
    let teller: ChangeTeller

    private var zones: Zones { console.zones }

    static let noPlace = "where shall it be heard? Name rooms or groups by --room"

    /// Sets a new alarm, and warns of another one for the same time in the same room.
    func add(_ edit: AlarmEdit) throws {
        var edit = edit
        if edit.nodes.isEmpty, edit.groups.isEmpty { edit.nodes = try NodeNames(link: link).standard(Self.noPlace) }
        let known = try link.plan(zones: zones)
        let plan = known.withoutAlarms
        let targets = try targets(of: edit) ?? RingTargets(nodes: [])
        let blank = AlarmDraft(
            label: "", isEnabled: true,
            schedule: AlarmSchedule(time: .midnight, repetition: .once, countsFrom: plan.now.truncatedToMilliseconds),
            ring: edit.ring.makesBell ? .bell : .alarm, misfire: edit.ring.makesBell ? .bell : .standard,
            targets: targets, holidays: nil)
        let draft = try draft(blank, edited: edit, in: plan)
        let result = try change([.addAlarm(draft)], for: targets)
        try report(result, plan: plan, explains: edit.isInWords)
        // Two of one kind ring as one, and a person who switches off the first forgets the second.
        let twin = known.schedule.alarms.first { other in
            other.alarm.isEnabled && other.alarm.schedule.timeInWords == draft.schedule.timeInWords
                && other.alarm.schedule.repetition == draft.schedule.repetition
                && other.alarm.schedule.zone == draft.schedule.zone
                && plan.schedule.nodes(of: draft.targets).contains(
                    where: plan.schedule.nodes(of: other.targets).contains)
                && known.next(other, after: known.now) != nil
        }
        if let twin {
            let name = ScheduleWords.name(twin.alarm.id, twin.alarm.label)
            console.warn("\(name) rings then as well, in \(ScheduleWords.targets(twin.targets))")
        }
    }

    /// Returns the places on the command line; `nil` when it names none.
    func targets(of edit: AlarmEdit) throws -> RingTargets? {
        guard !edit.nodes.isEmpty || !edit.groups.isEmpty else { return nil }
        return try NodeNames(link: link).targets(edit.nodes, groups: edit.groups)
    }

    /// Returns a draft with the edit applied; "today" is a day in the alarm's zone.
    ///
    /// - Throws: ``FatalError`` for a zone that this computer does not know, for an unreadable value, and for a sound
    ///   that none of its nodes has.
    func draft(_ draft: AlarmDraft, edited edit: AlarmEdit, in plan: SitePlan) throws -> AlarmDraft {
        var draft = draft
        if let name = edit.zone ?? nil, zones.named(name) == nil {
            throw FatalError(
                .usage,
                "--zone: this computer knows no zone \"\(name.prefix(64))\"; name one like Europe/Berlin, or node")
        }
        draft.schedule.zone = edit.zone ?? draft.schedule.zone
        if edit.ring.sound != nil || !edit.nodes.isEmpty || !edit.groups.isEmpty {
            let nodes = plan.schedule.nodes(of: draft.targets)
            try SoundNames(link: link, console: console).check(edit.ring.sound ?? draft.ring.sound, on: nodes)
        }
        return try edit.applied(to: draft, at: plan.now, in: rules(for: draft, in: plan))
    }

    /// Returns the zone of a draft's dates: its own, else that of its first node that has reported one, else this
    /// computer's.
    func rules(for draft: AlarmDraft, in plan: SitePlan) -> TimeZoneRules {
        let nodes = plan.schedule.nodes(of: draft.targets)
        let name = draft.schedule.zone ?? nodes.lazy.compactMap { plan.nodes[$0]?.zone }.first
        return name.flatMap(zones.named) ?? zones.local
    }

    /// - Parameter targets: the targets of the changes, for a better error about an unknown node.
    func change(_ changes: [Change], for targets: RingTargets = RingTargets(nodes: [])) throws -> ChangeResult {
        try NodeNames(link: link).explainingUnknown(targets.nodes) { try link.change(changes) }
    }

    /// Prints the results for alarms, or that nothing changed.
    ///
    /// - Parameters:
    ///   - plan: without the alarms themselves.
    ///   - explains: true to show the second next time too, for a time in words.
    func report(_ result: ChangeResult, plan: SitePlan, explains: Bool = false) throws {
        let words = TimeWords(zone: zones.local, now: plan.now)
        let lines = result.events.map { event in
            if case .alarm(let definition) = event.new {
                let plan = plan.adding(definition, zones: zones)
                return AlarmSentence(definition: definition, plan: plan, words: words, explains: explains).line()
            }
            return ChangeSentence(event: event, words: words).line(withTime: false)
        }
        try teller.report(result, lines.isEmpty ? [StyledText("nothing changed: that was done already")] : lines)
    }
}
