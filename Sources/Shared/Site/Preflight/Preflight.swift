package import ClockDomain
package import ClockWire

/// The prospects of due alarms and timers: a check of every link between an alarm and the ear.
package struct Preflight: Sendable {
    package var plan: SitePlan
    /// The coordinator's check of its nodes, with a probe of their outputs; `nil` if it could not make one.
    package var examination: DoctorReport?
    package var words: TimeWords
    /// From now on so far.
    package var within: Duration

    /// - Parameters:
    ///   - examination: the coordinator's, with a probe of the nodes' outputs.
    ///   - within: from now on so far.
    package init(plan: SitePlan, examination: DoctorReport?, words: TimeWords, within: Duration) {
        self.plan = plan
        self.examination = examination
        self.words = words
        self.within = within
    }

    /// Something that is due on a node, and whether it will be heard.
    package struct Due: Encodable, Sendable {
        package var source: RingSource
        package var label: String
        package var node: NodeID
        package var due: WallTime
        /// The reason for leaving it out; `nil` when it shall ring.
        package var silence: RingReason?
        package var verdict: DoctorCheck.Verdict
    }

    /// The checks that concern the whole list: another coordinator has one as well, rooms obey another store, or nobody
    /// would receive a message about a failure.
    package var siteChecks: [DoctorCheck] {
        (examination?.checks ?? []).filter {
            $0.subject == OtherCoordinator.subject || $0.subject.hasPrefix(ForeignStore.subjectPrefix)
                || ($0.subject == DoctorCheck.notices && $0.verdict != .ok)
        }
    }

    /// The output of `preflight --json`.
    package struct Document: Encodable, Sendable {
        package var now: WallTime
        package var checks: [DoctorCheck]
        package var due: [Due]
    }

    /// All of it.
    ///
    /// - Parameter trouble: the faults that kept the coordinator from its check.
    package func document(_ nodes: [NodeID], trouble: [DoctorCheck]) -> Document {
        let (checks, due) = report(nodes)
        return Document(now: plan.now, checks: siteChecks + (checks.isEmpty ? [] : trouble + checks), due: due)
    }

    /// Returns the checks of nodes, and the alarms and timers due there.
    package func report(_ nodes: [NodeID]) -> (checks: [DoctorCheck], due: [Due]) {
        var checks: [DoctorCheck] = []
        var due: [Due] = []
        for node in nodes {
            let entries = entries(node)
            let changes = plan.nodes[node].map { self.changes($0, entries) } ?? []
            let held = heldAlone(node, entries)
            guard !entries.isEmpty || !changes.isEmpty || !held.isEmpty else { continue }
            let own = self.checks(of: node)
            checks += own + changes
            let worst = worst(own)
            for entry in entries {
                let alarm = alarmChecks(entry, node)
                checks += alarm
                due.append(
                    Due(
                        source: .alarm(entry.alarm.id), label: entry.alarm.label, node: node, due: entry.scheduled.due,
                        silence: entry.scheduled.silence, verdict: worst.worse(self.worst(alarm))))
            }
            due += held.map {
                Due(
                    source: $0.occurrence.source, label: $0.label, node: node, due: $0.occurrence.due, silence: nil,
                    verdict: worst)
            }
        }
        return (checks, due)
    }

    /// Returns the next rings of a node that obeys another store, or a later state of this one, which has none of them.
    private func heldAlone(_ node: NodeID, _ entries: [AgendaEntry]) -> [UpcomingRing] {
        guard let status = plan.nodes[node], status.foreignStore != nil else { return [] }
        let known = Set(entries.map(\.occurrence))
        return status.alarms.filter { $0.occurrence.due <= plan.now + within && !known.contains($0.occurrence) }
    }

    /// Returns the entries due on a node. If its zone is not known, only the alarms with a zone of their own.
    private func entries(_ node: NodeID) -> [AgendaEntry] {
        let alarms = plan.schedule.alarms.filter { plan.schedule.nodes(of: $0.targets).contains(node) }.map(plan.alarm)
        let own = plan.nodes[node]?.zone.flatMap { plan.rules(named: $0) }
        var agenda = AlarmAgenda(
            alarms: alarms.filter { own != nil || $0.schedule.zone != nil }, zone: own ?? words.zone,
            namedZones: plan.namedRules)
        return agenda.entries(after: plan.now, through: plan.now + within)
    }

    private func checks(of node: NodeID) -> [DoctorCheck] {
        guard let status = plan.nodes[node] else {
            return [DoctorCheck(.node(node), .failed, .nodeUnknown, fix: .startOrMove)]
        }
        guard status.availability == .online else {
            let since = status.availabilitySince.map { since in (at: since, spelled: words.moment(since)) }
            return [DoctorCheck(.node(node), .failed, .nodeOffline(since: since), fix: .checkPower)]
                + (NodeHolding(status).isCurrent ? [] : [document(status)])
        }
        let presence =
            status.problem.map { DoctorCheck(.node(node), .failed, .nodeProblem($0), fix: .seeJournal) }
            ?? DoctorCheck(.node(node), .ok, .nodeOnline(since: nil))
        return [presence, document(status), clock(status), audio(status)] + voice(status) + chime(status)
            + packs(status)
    }

    private func document(_ node: NodeStatus) -> DoctorCheck {
        let subject = Phrase.alarms(of: node.id)
        if let foreign = node.foreignStore {
            let finding = foreign == plan.store ? Phrase.alarmsLater : .alarmsForeign(foreign)
            return DoctorCheck(subject, .failed, finding, fix: .seeStatus)
        }
        let (applied, desired) = (node.revision.applied, node.revision.desired)
        if let stored = node.revision.stored, stored < desired {
            return DoctorCheck(subject, .failed, .alarmsUnsaved(applied, stored: stored), fix: .makeRoomOnDisk)
        }
        guard applied < desired else { return DoctorCheck(subject, .ok, .alarmsNewest(applied)) }
        return DoctorCheck(subject, .failed, .alarmsBehind(applied, desired: desired), fix: Self.wayThere(node))
    }

    /// Checks for timers that the node does not know of yet, and for rings that a change, unknown to it, has withdrawn.
    private func changes(_ node: NodeStatus, _ entries: [AgendaEntry]) -> [DoctorCheck] {
        let holding = NodeHolding(node)
        let end = plan.now + within
        let ringing = Set(entries.filter { $0.scheduled.silence == nil }.map(\.occurrence))
        let missing = holding.missingTimers(of: plan.schedule, after: plan.now, through: end)
        let strays =
            holding.strayAlarms(besides: ringing, after: plan.now, through: end)
            + holding.strayTimers(of: plan.schedule, after: plan.now, through: end)
        func check(_ stray: NodeHolding.Stray, _ finding: (Phrase.Moment) -> Phrase) -> DoctorCheck {
            DoctorCheck(.ring(stray.name, on: node.id), .failed, finding(moment(stray.due)), fix: Self.wayThere(node))
        }
        return missing.map { check($0, Phrase.ringNotThere) } + strays.map { check($0, Phrase.ringStray) }
    }

    private func moment(_ due: WallTime) -> Phrase.Moment { (due, words.coming(due)) }

    /// Returns the remedy for a change that a node has not applied.
    private static func wayThere(_ node: NodeStatus) -> Phrase {
        node.availability == .offline ? .comesWhenBack : .seeWhetherItKeeps
    }

    private func clock(_ node: NodeStatus) -> DoctorCheck {
        let subject = Phrase.clock(of: node.id)
        guard let clock = node.clock else { return DoctorCheck(subject, .failed, .clockUntold, fix: .seeJournal) }
        return DoctorCheck(
            subject, clock.trusted ? .ok : .failed, .nodeClockIs(clock),
            fix: clock.trusted ? nil : .checkClock(clock.source))
    }

    /// The pack of the voice that it speaks with, where it was pushed and is not there. Alarms ring without it.
    private func packs(_ node: NodeStatus) -> [DoctorCheck] {
        node.packs.filter { $0.name == node.settings.voice && $0.state != .ready }.map { pack in
            DoctorCheck(
                .pack(pack.name, of: node.id), .warning, .packNotThere(pack, percent: PackWords.percent(pack)),
                fix: .watchPack(on: node.id))
        }
    }

    /// Clips that its voice lacks. Alarms ring without them.
    private func voice(_ node: NodeStatus) -> [DoctorCheck] {
        guard let voice = node.voice, let first = voice.problems.first else { return [] }
        return [
            DoctorCheck(
                .voice(of: node.id), .warning, .voiceLacks(voice.name, first, more: voice.problems.count - 1),
                fix: .makeVoice(voice.name, for: node.id))
        ]
    }

    /// An own chime that does not sound as it should. Alarms ring without it.
    private func chime(_ node: NodeStatus) -> [DoctorCheck] {
        guard let problem = node.voice?.chimeProblem else { return [] }
        return [
            DoctorCheck(.chime(of: node.id), .warning, .chimeBroken(problem), fix: .chooseChime(for: node.id))
        ]
    }

    /// The doctor's word where there is one: it had the node open its output.
    private func audio(_ node: NodeStatus) -> DoctorCheck {
        let subject = Phrase.audio(of: node.id)
        if let check = examination?.checks.first(where: { $0.subject == subject.text }) { return check }
        let state = node.audio?.state ?? .unknown
        return DoctorCheck(
            subject, state == .ok ? .warning : .failed, .audioUntried(state), fix: .tryOutput(of: node.id))
    }

    private func alarmChecks(_ entry: AgendaEntry, _ node: NodeID) -> [DoctorCheck] {
        let subject = Phrase.ring(ScheduleWords.name(entry.alarm.id, entry.alarm.label), on: node)
        let due = moment(entry.scheduled.due)
        if let silence = entry.scheduled.silence {
            return [
                DoctorCheck(
                    subject, .warning, .ringLeftOut(due, silence, spelled: RingOutcomeWords.words(silence)),
                    fix: .explainLeftOut(on: node))
            ]
        }
        guard let status = plan.nodes[node] else { return [] }
        let troubles = [
            isMissing(entry, status, due), volume(entry.alarm, status, due), sound(entry.alarm, status, due),
        ].compactMap(\.self)
        guard troubles.isEmpty else {
            return troubles.map { DoctorCheck(subject, $0.verdict, $0.finding, fix: $0.fix) }
        }
        let volume = status.settings.ringVolume(entry.alarm.ring.volume)
        return [
            DoctorCheck(subject, .ok, .ringComes(due, sound: entry.alarm.ring.sound, percent: volume.percent))
        ]
    }

    private typealias Trouble = (verdict: DoctorCheck.Verdict, finding: Phrase, fix: Phrase)

    /// Returns the trouble if the node does not mean to ring it, as far as it reports.
    private func isMissing(_ entry: AgendaEntry, _ node: NodeStatus, _ due: Phrase.Moment) -> Trouble? {
        let holding = NodeHolding(node)
        guard holding.rings(entry.occurrence) == false else { return nil }
        guard holding.isCurrent else { return (.failed, .ringNotThere(due), Self.wayThere(node)) }
        return (.failed, .ringUnmeant(due), .compareZones(node.id))
    }

    private func volume(_ alarm: Alarm, _ node: NodeStatus, _ due: Phrase.Moment) -> Trouble? {
        let heard = node.settings.ringVolume(alarm.ring.volume)
        let asked = alarm.ring.volume ?? node.settings.volume
        let fix = Phrase.raiseVolume(of: alarm.id)
        if alarm.ring.volume == .silent {
            guard heard < .ringFloor else { return nil }
            return heard == .silent
                ? (.failed, .ringSilent(due), fix) : (.warning, .ringAtFloor(due, percent: heard.percent), fix)
        }
        guard heard >= .ringFloor else {
            return (
                heard == .silent ? .failed : .warning, .ringUnderCeiling(due, percent: heard.percent),
                .raiseCeiling(of: node.id)
            )
        }
        guard asked < .ringFloor, heard == .ringFloor else { return nil }
        return (
            .warning, .ringSoft(due, asked: asked.percent, percent: heard.percent, isOwn: alarm.ring.volume != nil), fix
        )
    }

    /// Returns the trouble of a sound that the node cannot play as it should, by its own word.
    private func sound(_ alarm: Alarm, _ node: NodeStatus, _ due: Phrase.Moment) -> Trouble? {
        let name = alarm.ring.sound
        let file = alarm.ring.sound(saying: alarm.label)
        guard AlarmSound(rawValue: name) == nil else { return nil }
        guard let sounds = node.sounds else {
            return (.warning, .soundUntold(due, name), .builtInSounds(AlarmSound.allCases.map(\.rawValue)))
        }
        if sounds.has(file) { return nil }
        guard let problem = sounds.problems.first(where: { $0.sound == file }) else {
            if alarm.ring.isSpoken {
                return (.warning, .soundUntold(due, name), .builtInSounds(AlarmSound.allCases.map(\.rawValue)))
            }
            return (.failed, .soundAbsent(due, name, folder: sounds.folder), .putSound(on: node.id, alarm: alarm.id))
        }
        return (
            .failed, .soundUnusable(due, name, problem.finding), .mendSound(on: node.id, problem.fix, alarm: alarm.id)
        )
    }

    private func worst(_ checks: [DoctorCheck]) -> DoctorCheck.Verdict { checks.reduce(.ok) { $0.worse($1.verdict) } }
}

extension DoctorCheck.Verdict {
    /// The heavier of two.
    fileprivate func worse(_ other: Self) -> Self { weight < other.weight ? other : self }

    private var weight: Int {
        switch self {
        case .ok: 0
        case .warning: 1
        case .failed: 2
        }
    }
}
