package import ClockDomain
package import ClockWire

/// Whether what is due will ring: a look at every link between an alarm and the ear.
package struct Preflight: Sendable {
    package var plan: SitePlan
    /// The coordinator's look at its nodes, with a probe of their outputs; `nil` where it could not be had.
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
        /// Why it is left out; `nil` when it is to ring.
        package var silence: RingReason?
        package var verdict: DoctorCheck.Verdict
    }

    /// What puts the whole list in question: another coordinator has one as well, or rooms go by another store's. And whether
    /// anybody would be told of what goes wrong.
    package var siteChecks: [DoctorCheck] {
        (examination?.checks ?? []).filter {
            $0.subject == OtherCoordinator.subject || $0.subject.hasPrefix(ForeignStore.subjectPrefix)
                || ($0.subject == DoctorCheck.notices && $0.verdict != .ok)
        }
    }

    /// What `preflight --json` prints.
    package struct Document: Encodable, Sendable {
        package var now: WallTime
        package var checks: [DoctorCheck]
        package var due: [Due]
    }

    /// All of it.
    ///
    /// - Parameter trouble: what kept the coordinator from its look.
    package func document(_ nodes: [NodeID], trouble: [DoctorCheck]) -> Document {
        let (checks, due) = report(nodes)
        return Document(now: plan.now, checks: siteChecks + (checks.isEmpty ? [] : trouble + checks), due: due)
    }

    /// The checks of nodes first, then of what is due there.
    package func report(_ nodes: [NodeID]) -> (checks: [DoctorCheck], due: [Due]) {
        var checks: [DoctorCheck] = []
        var due: [Due] = []
        for node in nodes {
            let entries = entries(node)
            let changes = plan.nodes[node].map { self.changes($0, entries) } ?? []
            guard !entries.isEmpty || !changes.isEmpty else { continue }
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
        }
        return (checks, due)
    }

    /// What is due on a node. Where its zone is not known, the alarms with a zone of their own.
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
            return [
                DoctorCheck(
                    subject: "\(node)", verdict: .failed, finding: "there is no such node at this site yet",
                    fix: "Start clock-node with this id, or give its alarms another place: clockctl alarm edit.")
            ]
        }
        guard status.availability == .online else {
            let since = status.availabilitySince.map { " since \(words.moment($0))" } ?? ""
            return [
                DoctorCheck(
                    subject: "\(node)", verdict: .failed, finding: "offline\(since)",
                    fix: "Check its power and network, then `systemctl status clock-node` on it.")
            ] + (NodeHolding(status).isCurrent ? [] : [document(status)])
        }
        let presence = DoctorCheck(
            subject: "\(node)", verdict: status.problem == nil ? .ok : .failed, finding: status.problem ?? "online",
            fix: status.problem == nil ? nil : "See `journalctl -u clock-node` on it.")
        return [presence, document(status), clock(status), audio(status)] + voice(status) + chime(status)
            + packs(status)
    }

    private func document(_ node: NodeStatus) -> DoctorCheck {
        if let foreign = node.foreignStore {
            return DoctorCheck(
                subject: "\(node.id) alarms", verdict: .failed,
                finding: "rings by store \(foreign), which is not the coordinator's: nothing of this list reaches it",
                fix: "clockctl status tells what to do.")
        }
        let (applied, desired) = (node.revision.applied, node.revision.desired)
        if let stored = node.revision.stored, stored < desired {
            return DoctorCheck(
                subject: "\(node.id) alarms", verdict: .failed,
                finding: "goes by revision \(applied), and only \(stored) is on its disk: it rings, unless it crashes",
                fix: "Make room on its disk, or see that it can be written; the node tries again by itself.")
        }
        guard applied < desired else {
            return DoctorCheck(
                subject: "\(node.id) alarms", verdict: .ok, finding: "has taken the newest, revision \(applied)")
        }
        return DoctorCheck(
            subject: "\(node.id) alarms", verdict: .failed,
            finding: "still goes by revision \(applied) of \(desired): what was changed since is not there yet",
            fix: Self.wayThere(node))
    }

    /// Timers that the node does not know of yet, and what it means to ring because it has not heard of a change.
    private func changes(_ node: NodeStatus, _ entries: [AgendaEntry]) -> [DoctorCheck] {
        let holding = NodeHolding(node)
        let end = plan.now + within
        let ringing = Set(entries.filter { $0.scheduled.silence == nil }.map(\.occurrence))
        let missing = holding.missingTimers(of: plan.schedule, after: plan.now, through: end).map {
            ($0, "the node does not have it yet")
        }
        let strays =
            holding.strayAlarms(besides: ringing, after: plan.now, through: end)
            + holding.strayTimers(of: plan.schedule, after: plan.now, through: end)
        let changed = strays.map {
            ($0, "the node still means to ring then: that it was changed has not reached it")
        }
        return (missing + changed).map { stray, finding in
            DoctorCheck(
                subject: "\(node.id) \(stray.name)", verdict: .failed,
                finding: "\(words.coming(stray.due)): \(finding)", fix: Self.wayThere(node))
        }
    }

    /// What to do about a change that a node has not taken.
    private static func wayThere(_ node: NodeStatus) -> String {
        node.availability == .offline
            ? "It gets it when it is back; until then, clockctl alarm add or timer start in another room."
            : "If it stays so, see `journalctl -u clock-node` on it: it may not be able to store its settings."
    }

    private func clock(_ node: NodeStatus) -> DoctorCheck {
        guard let clock = node.clock else {
            return DoctorCheck(
                subject: "\(node.id) clock", verdict: .failed, finding: "it has not said anything of its clock",
                fix: "See `journalctl -u clock-node` on it.")
        }
        return DoctorCheck(
            subject: "\(node.id) clock", verdict: clock.trusted ? .ok : .failed, finding: clock.finding,
            fix: clock.trusted ? nil : ClockWords.advice(clock.source))
    }

    /// The pack of the voice that it speaks with, where it was pushed and is not there. Alarms ring without it.
    private func packs(_ node: NodeStatus) -> [DoctorCheck] {
        node.packs.filter { $0.name == node.settings.voice && $0.state != .ready }.map { pack in
            let standing = PackWords.standing(pack).plain
            return DoctorCheck(
                subject: "\(node.id) pack \(pack.name)", verdict: .warning,
                finding: "it \(standing); until then the standard voice speaks",
                fix: "Watch it: clockctl voice nodes --node \(node.id).")
        }
    }

    /// Clips that its voice lacks. Alarms ring without them.
    private func voice(_ node: NodeStatus) -> [DoctorCheck] {
        guard let voice = node.voice, let first = voice.problems.first else { return [] }
        let more = voice.problems.count - 1
        return [
            DoctorCheck(
                subject: "\(node.id) voice", verdict: .warning,
                finding: "\(voice.name): \(first)" + (more > 0 ? " and \(more) more" : ""),
                fix:
                    "Make what is missing with clockctl voice build \(voice.name), and bring it there with clockctl voice "
                    + "push \(voice.name) \(node.id).")
        ]
    }

    /// An own chime that does not sound as it should. Alarms ring without it.
    private func chime(_ node: NodeStatus) -> [DoctorCheck] {
        guard let problem = node.voice?.chimeProblem else { return [] }
        return [
            DoctorCheck(
                subject: "\(node.id) chime", verdict: .warning, finding: problem,
                fix: "Mend its files, or set a chime that is built in: clockctl set \(node.id) chime strike.")
        ]
    }

    /// The doctor's word where there is one: it had the node open its output.
    private func audio(_ node: NodeStatus) -> DoctorCheck {
        if let check = examination?.checks.first(where: { $0.subject == "\(node.id) audio" }) { return check }
        let state = node.audio?.state ?? .unknown
        return DoctorCheck(
            subject: "\(node.id) audio", verdict: state == .ok ? .warning : .failed,
            finding: "not tried now; it was \(state.rawValue) at its last use",
            fix: "Try it: clockctl announce \(node.id), and clockctl doctor.")
    }

    private func alarmChecks(_ entry: AgendaEntry, _ node: NodeID) -> [DoctorCheck] {
        let name = ScheduleWords.name(entry.alarm.id, entry.alarm.label)
        let subject = "\(node) \(name)"
        let when = words.coming(entry.scheduled.due)
        if let silence = entry.scheduled.silence {
            return [
                DoctorCheck(
                    subject: subject, verdict: .warning,
                    finding: "does not ring \(when): \(RingOutcomeWords.words(silence))",
                    fix: "That was asked for; clockctl next --node \(node) --explain tells more.")
            ]
        }
        guard let status = plan.nodes[node] else { return [] }
        let troubles = [isMissing(entry, status), volume(entry.alarm, status), sound(entry.alarm, status)].compactMap(
            \.self)
        guard troubles.isEmpty else {
            return troubles.map {
                DoctorCheck(subject: subject, verdict: $0.verdict, finding: "\(when): \($0.finding)", fix: $0.fix)
            }
        }
        let volume = status.settings.ringVolume(entry.alarm.ring.volume)
        return [
            DoctorCheck(
                subject: subject, verdict: .ok,
                finding: "\(when), \(entry.alarm.ring.sound) at \(volume.percent) %")
        ]
    }

    private typealias Trouble = (verdict: DoctorCheck.Verdict, finding: String, fix: String)

    /// Whether the node itself means to ring it, as far as it tells.
    private func isMissing(_ entry: AgendaEntry, _ node: NodeStatus) -> Trouble? {
        let holding = NodeHolding(node)
        guard holding.rings(entry.occurrence) == false else { return nil }
        guard holding.isCurrent else { return (.failed, "the node does not have it yet", Self.wayThere(node)) }
        return (
            .failed, "the node does not mean to ring then",
            "Compare clockctl next --node \(node.id) --explain; is the tzdata package of both computers the same?"
        )
    }

    private func volume(_ alarm: Alarm, _ node: NodeStatus) -> Trouble? {
        let heard = node.settings.ringVolume(alarm.ring.volume)
        let asked = alarm.ring.volume ?? node.settings.volume
        let fix = "clockctl alarm edit \(alarm.id) --volume 60."
        if alarm.ring.volume == .silent {
            guard heard < .ringFloor else { return nil }
            return heard == .silent
                ? (.failed, "its volume is 0: nothing will be heard", fix)
                : (
                    .warning,
                    "its volume is 0: it rings at the node's floor of \(heard.percent) %, which may not be heard in bed",
                    fix
                )
        }
        guard heard >= .ringFloor else {
            return (
                heard == .silent ? .failed : .warning,
                "the node's volume ceiling keeps it at \(heard.percent) %, which may not be heard in bed",
                "clockctl set \(node.id) volume-ceiling 60."
            )
        }
        guard asked < .ringFloor, heard == .ringFloor else { return nil }
        let whose = alarm.ring.volume == nil ? "the node's volume" : "its volume"
        return (
            .warning,
            "\(whose) is \(asked.percent) %, which may not be heard in bed: it rings at \(heard.percent) %", fix
        )
    }

    /// A sound that the node cannot play as it is meant, by its own word.
    private func sound(_ alarm: Alarm, _ node: NodeStatus) -> Trouble? {
        let name = alarm.ring.sound
        guard AlarmSound(rawValue: name) == nil else { return nil }
        guard let sounds = node.sounds else {
            return (
                .warning, "the node has not told whether it has sound \"\(name)\"",
                "Where it is missing or silent a built-in tone rings; built in are "
                    + "\(AlarmSound.allCases.map(\.rawValue).joined(separator: ", "))."
            )
        }
        if sounds.has(name) { return nil }
        let problem = sounds.problems.first { $0.sound == name }
        return (
            .failed,
            "a built-in tone would ring, as sound \"\(name)\" "
                + (problem.map { "cannot: \($0.finding)" } ?? "is not in \(sounds.folder)"),
            "On \(node.id): \(problem?.fix ?? "put the file there"). Or take another sound: clockctl alarm edit "
                + "\(alarm.id) --sound bells."
        )
    }

    private func worst(_ checks: [DoctorCheck]) -> DoctorCheck.Verdict {
        checks.reduce(.ok) { $0.worse($1.verdict) }
    }
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
