package import ClockDomain
package import ClockWire

/// The coming events of one node, computed here from the definitions, and the doubts about them.
package struct NodeOutlook: Sendable {
    package var node: NodeID
    package var room: String
    /// `nil` where the node has not said it.
    package var zone: String?
    /// Ascending; occurrences that do not ring among those that do.
    package var rings: [RingForecast] = []
    package var announcements: [AnnouncementOutlook.Entry] = []
    /// The texts and sounds that people ordered, ascending.
    package var plays: [PendingSound] = []
    /// Alarms that will not ring there at all, in sentences.
    package var whyNot: [String] = []
    /// The obstacles to all this, in sentences.
    package var doubts: [String] = []

    /// The search for left out occurrences goes this far ahead if nothing rings.
    private static let silentHorizon: Duration = .hours(24 * 14)

    /// - Parameters:
    ///   - from: from when on; `nil` for now.
    ///   - count: so many rings and so many announcements.
    package init(_ node: NodeID, in plan: SitePlan, from: WallTime?, count: Int, words: TimeWords) {
        self.node = node
        let status = plan.nodes[node]
        room = status?.room ?? node.rawValue
        zone = status?.zone
        let definitions = plan.schedule.alarms.filter { plan.schedule.nodes(of: $0.targets).contains(node) }
        guard let status else {
            doubts = ["There is no node \(node) at this site yet; its alarms wait for it."]
            return
        }
        let own = zone.flatMap { plan.rules(named: $0) }
        addWhyNot(definitions, plan, own, words)
        addDoubts(status, isZoneKnown: own != nil, words)
        let start = from ?? plan.now
        let agendaZone = own ?? .utc
        // Without the node's zone this computes only alarms that name their own.
        let alarms = definitions.map(plan.alarm).filter { own != nil || $0.schedule.zone != nil }
        var agenda = AlarmAgenda(alarms: alarms, zone: agendaZone, namedZones: plan.namedRules)
        let ringing = agenda.upcoming(after: start, count: count)
        let end = ringing.count < count ? start + NodeOutlook.silentHorizon : ringing.last?.scheduled.due ?? start
        let entries = Set(agenda.entries(after: start, through: end) + ringing).sorted { $0.occurrence < $1.occurrence }
        addRings(entries, definitions, plan, agendaZone, words)
        if from == nil {
            plays = status.plays.filter { $0.target > plan.now }
            addCounting(status, plan)
            addArrivals(status, expected: entries, through: end, plan, words)
        }
        if let own {
            let dues = Set(rings.filter { $0.silence == nil }.map(\.due))
            let holidays = plan.schedule.holidays.filter { status.settings.holidays.contains($0.name) }
            announcements =
                AnnouncementOutlook(
                    status.settings, holidays: holidays.flatMap(\.days), zone: own, after: start, count: count,
                    rings: dues
                ).entries
        }
        if from == nil { compare(status, ringing, of: count, plan, words) }
    }

    private mutating func addRings(
        _ entries: [AgendaEntry], _ definitions: [AlarmDefinition], _ plan: SitePlan, _ own: TimeZoneRules,
        _ words: TimeWords
    ) {
        let byID = Dictionary(definitions.map { ($0.alarm.id, $0) }) { first, _ in first }
        var offsets: [AlarmID: ZoneOffset] = [:]
        for entry in entries {
            guard let definition = byID[entry.alarm.id] else { continue }
            let rules = entry.alarm.schedule.zone.flatMap { plan.rules(named: $0) } ?? own
            let holidays = plan.schedule.holidays.filter { definition.holidays?.contains($0.name) ?? false }
            let day = definition.program.flatMap { plan.timetables[$0.timetable]?.plan(entry.scheduled.date) }
            let dayWords = DayWords(words: TimeWords(zone: rules, now: words.now))
            let explanation = RingExplanation(
                definition: definition, occurrence: entry.scheduled, zone: rules, holidays: holidays,
                offsetBefore: offsets[entry.alarm.id], day: day.map { dayWords.sentence($0) + "." })
            offsets[entry.alarm.id] = rules.offset(at: entry.scheduled.due)
            rings.append(
                RingForecast(
                    source: .alarm(entry.alarm.id), label: entry.alarm.label, due: entry.scheduled.due,
                    silence: entry.scheduled.silence, why: explanation.sentences()))
        }
    }

    /// Snoozes that end and timers that run out.
    private mutating func addCounting(_ status: NodeStatus, _ plan: SitePlan) {
        for ring in status.rings where ring.state == .snoozed {
            guard let until = ring.until else { continue }
            rings.append(
                RingForecast(
                    source: ring.occurrence.source, label: ring.label, due: status.siteTime(of: until),
                    why: ["It is snoozed, for the \(ring.snoozes.ordinal) time."]))
        }
        for timer in status.timers where !status.rings.contains(where: { $0.occurrence.source == .timer(timer.id) }) {
            guard case .running(let ends) = status.siteTime(of: timer.state) else { continue }
            rings.append(
                RingForecast(source: .timer(timer.id), label: timer.name, due: ends, why: ["The timer runs out."]))
        }
        rings.sort { ($0.due, $0.source) < ($1.due, $1.source) }
    }

    /// Adds the changes that have not reached the node.
    private mutating func addArrivals(
        _ status: NodeStatus, expected: [AgendaEntry], through end: WallTime, _ plan: SitePlan, _ words: TimeWords
    ) {
        let holding = NodeHolding(status)
        guard !holding.isCurrent else { return }
        let missing = expected.filter { $0.scheduled.silence == nil && holding.rings($0.occurrence) == false }
        for entry in missing {
            for index in rings.indices
            where rings[index].source == entry.occurrence.source && rings[index].due == entry.occurrence.due {
                rings[index].arrived = false
            }
        }
        let horizon = plan.now + .seconds(CountdownTimer.maximumSeconds)
        for timer in holding.missingTimers(of: plan.schedule, after: plan.now, through: horizon) {
            rings.append(
                RingForecast(
                    source: timer.source, label: timer.label, due: timer.due, arrived: false,
                    why: ["The timer runs out."]))
        }
        rings.sort { ($0.due, $0.source) < ($1.due, $1.source) }
        let ringing = Set(expected.filter { $0.scheduled.silence == nil }.map(\.occurrence))
        let strays =
            holding.strayAlarms(besides: ringing, after: plan.now, through: end)
            + holding.strayTimers(of: plan.schedule, after: plan.now, through: horizon)
        for stray in strays {
            doubts.append("\(stray.name) still rings there, \(words.coming(stray.due)): the change has not reached it.")
        }
    }

    private mutating func addWhyNot(
        _ definitions: [AlarmDefinition], _ plan: SitePlan, _ own: TimeZoneRules?, _ words: TimeWords
    ) {
        var silentBells: [ProgramName: Int] = [:]
        for definition in definitions {
            let name = ScheduleWords.name(definition.alarm.id, definition.alarm.label)
            guard definition.alarm.isEnabled else {
                whyNot.append("\(name) is off; clockctl alarm on \(definition.alarm.id) switches it on.")
                continue
            }
            if let zone = definition.alarm.schedule.zone, plan.rules(named: zone) == nil {
                whyNot.append(
                    "\(name) goes by \(zone), which this computer does not know: install tzdata here to see it.")
                continue
            }
            guard let rules = plan.rules(for: definition.alarm, on: node) ?? own else { continue }
            let alarm = plan.alarm(definition)
            guard alarm.schedule.next(after: plan.now, zone: rules) == nil else { continue }
            if let program = definition.program {
                silentBells[program, default: 0] += 1
                continue
            }
            let first = alarm.schedule.next(after: plan.now, zone: rules, includingSkipped: true)
            switch (alarm.schedule.repetition, first) {
            case (_, let first?):
                whyNot.append(
                    "\(name) will not ring within \(AlarmSchedule.lookAheadDays) days: its times are left out, "
                        + "the next on \(words.day(first.date)) (\(first.silence.map(RingOutcomeWords.words) ?? "")).")
            case (.onDate(let date), nil): whyNot.append("\(name) was for \(words.day(date)), which is over.")
            case (.once, nil): whyNot.append("\(name) was to ring once, and that time is over.")
            case (.weekly, nil), (.recurring, nil), (.program, nil): whyNot.append("\(name) has no time to come.")
            }
        }
        for (program, count) in silentBells.sorted(by: { $0.key < $1.key }) {
            whyNot.append("\(program): no day to come has its \(QuantityWords.count(count, "bell")).")
        }
    }

    private mutating func addDoubts(_ status: NodeStatus, isZoneKnown: Bool, _ words: TimeWords) {
        if !isZoneKnown {
            doubts.append(
                zone.map {
                    "This computer does not know the node's zone \($0): install tzdata here to see the coming rings."
                }
                    ?? "The node has never reported its zone: only alarms with a zone of their own are shown."
            )
        }
        if status.availability == .offline {
            doubts.append(
                "The node is offline: if it runs, it obeys its last document, revision \(status.revision.applied) "
                    + "of \(status.revision.desired).")
        } else if status.revision.applied < status.revision.desired {
            doubts.append(
                "The node still goes by revision \(status.revision.applied) of \(status.revision.desired); "
                    + "until it has taken the newest, it rings by the old one.")
        }
        if let stored = status.revision.stored {
            doubts.append(
                "The node cannot save what it goes by, revision \(status.revision.applied): after a crash it would go by "
                    + "\(stored).")
        }
        if let clock = status.clock, !clock.trusted {
            doubts.append(
                "The node does not trust its clock (\(clock.finding)): it neither rings nor speaks by it until it does."
            )
        }
        if status.settings.every == .off { doubts.append("Announcements are off; alarms still ring.") }
        if let muted = QuietMarker.muted(status.settings, words) {
            doubts.append("The node is \(muted): no announcements; alarms still ring.")
        }
    }

    /// Compares with the node's own list of coming events, which should be the same.
    private mutating func compare(
        _ status: NodeStatus, _ computed: [AgendaEntry], of count: Int, _ plan: SitePlan, _ words: TimeWords
    ) {
        guard status.availability == .online, status.revision.applied == status.revision.desired else { return }
        let said = status.alarms.filter { ring in
            if case .alarm = ring.occurrence.source { return ring.occurrence.due > plan.now }
            return false
        }
        let expected = computed.prefix(Reported.maximumUpcoming).map(\.occurrence)
        for (mine, its) in zip(expected, said.map(\.occurrence)) where mine != its {
            doubts.append(
                "The node itself means to ring \(its.source), \(words.coming(its.due)), where \(mine.source), "
                    + "\(words.coming(mine.due)), is computed here. Does it have the same tzdata as this computer?")
            return
        }
        if said.count < expected.count, said.count < Reported.maximumUpcoming {
            let missing = expected[said.count]
            doubts.append(
                "The node itself does not mean to ring \(missing.source), which is computed here for "
                    + "\(words.coming(missing.due)).")
        } else if computed.count < count, said.count > expected.count {
            let extra = said[expected.count].occurrence
            doubts.append(
                "The node itself means to ring \(extra.source), \(words.coming(extra.due)), which is not computed here."
            )
        }
    }
}
