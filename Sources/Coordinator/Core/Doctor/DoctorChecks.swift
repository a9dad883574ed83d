internal import ClockDomain
internal import ClockWire

/// What an examination found, in the order in which people read it.
struct DoctorChecks: Sendable {
    let settings: CoordinatorSettings
    let storeID: String
    let started: WallTime
    let view: SiteView
    let health: CommitQueue.Health
    let intake: Intake
    let packs: Packs
    let others: OtherCoordinators
    let lease: LeaseStatus?
    let notices: Notices
    let brokers: Brokers
    let examination: Doctor.Examination
    let now: Now

    var all: [DoctorCheck] {
        [
            brokerCheck, brokerQueueCheck, intakeCheck, ownCertificateCheck, storeCheck, clockCheck, noticeCheck,
            nodesCheck,
        ].compactMap { $0 }
            + (lease.flatMap(standbyCheck).map { [$0] } ?? []) + others.checks(view.nodes, at: now)
            + BrokerAway.checks(brokers.away) + (brokers.placesCheck(view.nodes).map { [$0] } ?? [])
            + view.nodes.foreignStores.map(foreignCheck)
            + view.nodes.ids.compactMap { view.nodes[$0] }.flatMap(checks)
    }

    /// Nothing is missed where no other coordinator ever stood by.
    private func standbyCheck(_ lease: LeaseStatus) -> DoctorCheck? {
        guard let last = lease.standbys.max(by: { $0.heard < $1.heard }) else { return nil }
        let there = lease.standbys.filter { $0.isThere(at: now.wall) }.map(\.machine)
        let works = "the coordinator on \(lease.machine) works since \(lease.since)"
        guard there.isEmpty else {
            return DoctorCheck(
                subject: LeaseStatus.subject, verdict: .ok,
                finding: "\(works); \(there.joined(separator: ", ")) \(there.count == 1 ? "stands" : "stand") by")
        }
        return DoctorCheck(
            subject: LeaseStatus.subject, verdict: .warning,
            finding: "\(works); nobody stands by since \(last.heard), when the one on \(last.machine) last did",
            fix: "see on \(last.machine) why not: systemctl status clock-coordinator")
    }

    private var brokerCheck: DoctorCheck {
        switch view.link {
        case .up(let since):
            let openness: BrokerOpenness? =
                switch examination.broker {
                case .awaited: nil
                case .answered(let openness): openness
                }
            let connected = "\(settings.broker), connected since \(since.truncatedToMilliseconds)"
            switch openness {
            case nil, .closed: return DoctorCheck(subject: "broker", verdict: .ok, finding: connected)
            case .thisMachine:
                return DoctorCheck(
                    subject: "broker", verdict: .ok, finding: "\(connected); open to every program on its machine")
            case .everybody:
                return DoctorCheck(
                    subject: "broker", verdict: .warning,
                    finding: "\(connected); it takes whoever has no name, so everybody who reaches it may set alarms, "
                        + "silence and speak, and move the clock of nodes with clock.source: coordinator",
                    fix: "give everybody a name and rights: docs/operations.md, \"The broker\"")
            }
        case .down(let since, let reason):
            return DoctorCheck(
                subject: "broker", verdict: .failed,
                finding: "\(settings.broker), not connected since \(since.truncatedToMilliseconds)"
                    + (reason.map { ": \($0)" } ?? ""),
                fix: "see that the broker runs and that broker.host and broker.port name it")
        }
    }

    /// Only where the broker has dropped something in the last hour.
    private var brokerQueueCheck: DoctorCheck? {
        guard let last = intake.brokerDroppedLast, now.wall - last < .hours(1) else { return nil }
        return DoctorCheck(
            subject: "broker queues", verdict: .warning,
            finding: "the broker dropped \(intake.status?.brokerDropped ?? 0) messages since \(started), last at "
                + "\(last), because a client's queue was full",
            fix: "give its queues the room that deploy/mosquitto/clocksmith.conf gives them (max_queued_messages, "
                + "max_queued_bytes); its log names the client")
    }

    /// Only where the last hour had more than could be taken.
    private var intakeCheck: DoctorCheck? {
        guard let status = intake.status, now.wall - status.last < .hours(1),
            status.requestsRefused + status.reportsDropped + status.questionsDropped + status.ledgersRefused > 0
        else { return nil }
        return DoctorCheck(
            subject: "intake", verdict: .warning,
            finding: "more was sent than could be taken, last at \(status.last): since \(started) "
                + "\(status.requestsRefused) requests were turned away, \(status.reportsDropped) messages of nodes "
                + "dropped, \(status.questionsDropped) questions for the time not answered and "
                + "\(status.ledgersRefused) parts of ledgers put off",
            fix: "the coordinator's log names the nodes; see who asks or sends so much, or why the store is slow")
    }

    private var storeCheck: DoctorCheck {
        let path = settings.storePath
        if case .failing(let reason, _) = health {
            return DoctorCheck(
                subject: "store", verdict: .failed, finding: "\(path) takes no changes: \(reason)",
                fix: path.hasPrefix("postgresql:")
                    ? "see that the database runs, has space and lets the coordinator write; it tries again by itself"
                    : "free space on its file system and see that the coordinator may write there; "
                        + "it tries again by itself")
        }
        guard let check = examination.store else {
            return DoctorCheck(
                subject: "store", verdict: .warning, finding: "\(path) is large and still being read",
                fix: "run the check by hand: sqlite3 \(path) 'PRAGMA quick_check'")
        }
        if let problem = check.problem {
            return DoctorCheck(
                subject: "store", verdict: .failed, finding: "\(path): \(problem)",
                fix: path.hasPrefix("postgresql:")
                    ? "put it right at the database's server: docs/operations.md, \"PostgreSQL\""
                    : "stop the coordinator, move the file away, and restore a backup or let it start anew")
        }
        let size = check.sizeBytes.map { ", \(mebibytes($0))" } ?? ""
        guard let free = check.freeBytes else {
            return DoctorCheck(subject: "store", verdict: .ok, finding: "\(path)\(size), sound")
        }
        let isShort = free < StoreCheck.shortBytes
        return DoctorCheck(
            subject: "store", verdict: isShort ? .warning : .ok,
            finding: "\(path)\(size), sound, \(mebibytes(free)) free",
            fix: isShort ? "free some space: a full disk stops the history" : nil)
    }

    private var clockCheck: DoctorCheck {
        switch now.sync {
        case .synchronised(let service):
            DoctorCheck(
                subject: "coordinator clock", verdict: .ok, finding: "synchronised by \(service.rawValue)")
        case .unsynchronised where settings.isClockVouched:
            DoctorCheck(
                subject: "coordinator clock", verdict: .ok,
                finding: "kept by somebody, as clock.vouched says; it shows \(now.wall.truncatedToMilliseconds)")
        case .unsynchronised:
            DoctorCheck(
                subject: "coordinator clock", verdict: .warning,
                finding: "no time service vouches for it; it shows \(now.wall.truncatedToMilliseconds)",
                fix: "let a time service set it: timedatectl set-ntp true, or install chrony")
        }
    }

    private var nodesCheck: DoctorCheck? {
        guard view.nodes.isEmpty else { return nil }
        return DoctorCheck(
            subject: "nodes", verdict: .warning, finding: "no node has ever been seen at this site",
            fix: "start clock-node with site \(settings.site) and this broker")
    }

    private func foreignCheck(_ foreign: ForeignStore) -> DoctorCheck {
        DoctorCheck(
            subject: ForeignStore.subjectPrefix + foreign.store, verdict: .failed,
            finding:
                "\(foreign.inWords); this coordinator's store, \(storeID) in \(settings.storePath), is "
                + "\(view.isStoreNew ? "new" : "another one") and tells them nothing",
            fix:
                "if another coordinator serves this site, stop one of the two; if the store was lost, put a backup of it in "
                + "its place (clockctl restore FILE), or take over what the rooms hold (clockctl adopt)")
    }

    private func checks(of node: KnownNode) -> [DoctorCheck] {
        let presence = presenceCheck(of: node)
        // One that is offline may be so because its certificate has ended, or may have sent nonsense before.
        let others = [certificateCheck(of: node)].compactMap(\.self) + watchChecks(of: node)
        guard node.availability == .online, let reported = node.reported else { return [presence] + others }
        return [presence] + others + [
            clockCheck(of: node, reported), audioCheck(of: node, reported), voiceCheck(of: node, reported),
        ] + chimeChecks(of: node, reported) + packChecks(of: node) + soundChecks(of: node, reported) + [
            settingsCheck(of: node)
        ] + playsCheck(of: node, reported) + [
            ledgerCheck(of: node, reported)
        ]
    }

    private func presenceCheck(of node: KnownNode) -> DoctorCheck {
        let since = node.availabilitySince.map { " since \($0)" } ?? ""
        if node.conflict(at: now.boot) != nil, let problem = node.problem(at: now.boot) {
            return DoctorCheck(
                subject: "\(node.id)", verdict: .failed, finding: problem,
                fix: "set another node id on one of the machines and restart its clock-node")
        }
        guard node.availability == .online else {
            return DoctorCheck(
                subject: "\(node.id)", verdict: .warning, finding: "offline\(since)",
                fix: "see that the machine is on, that clock-node runs there, and that it reaches the broker; "
                    + "if it is gone for good: clockctl node forget \(node.id)")
        }
        guard !examination.awaited.contains(node.id), node.reported != nil else {
            return DoctorCheck(
                subject: "\(node.id)", verdict: .failed,
                finding: "online\(since), but it did not report within \(Doctor.patience.inWords)",
                fix: "look at its log: journalctl -u clock-node")
        }
        if let problem = node.reported?.problem {
            return DoctorCheck(
                subject: "\(node.id)", verdict: .failed, finding: problem,
                fix: "put it right on that machine; its log has more: journalctl -u clock-node")
        }
        return DoctorCheck(subject: "\(node.id)", verdict: .ok, finding: "online\(since)")
    }

    private func clockCheck(of node: KnownNode, _ reported: Reported) -> DoctorCheck {
        let fix =
            switch reported.clock.source {
            case .system: "let a time service set the node's clock: timedatectl set-ntp true"
            case .coordinator:
                "let a time service set the coordinator's clock: timedatectl set-ntp true, or, where somebody else "
                    + "keeps it right, set clock.vouched in coordinator.yaml"
            }
        return DoctorCheck(
            subject: "\(node.id) clock", verdict: reported.clock.trusted ? .ok : .failed,
            finding: reported.clock.finding, fix: reported.clock.trusted ? nil : fix)
    }

    private func audioCheck(of node: KnownNode, _ reported: Reported) -> DoctorCheck {
        let audio = reported.audio
        let detail = audio.detail.map { ": \($0)" } ?? ""
        if audio.state == .ok, let check = outputCheck(of: node, audio) { return check }
        let (verdict, fix): (DoctorCheck.Verdict, String?) =
            switch audio.state {
            case .ok: (.ok, nil)
            case .unknown: (.warning, "let it speak once: clockctl announce \(node.id)")
            case .missing: (.failed, "plug the output in, or name another one: \(devices(of: node, audio))")
            case .busy: (.failed, "end the other program that plays there, or name an output that mixes")
            case .failed:
                (.failed, "see the node's log, or name another output: \(devices(of: node, audio))")
            }
        return DoctorCheck(
            subject: "\(node.id) audio", verdict: verdict,
            finding: "\(audio.device) is \(audio.state.rawValue)\(detail)",
            fix: fix)
    }

    /// What an output that works cannot do.
    private func outputCheck(of node: KnownNode, _ audio: AudioReport) -> DoctorCheck? {
        guard audio.hasClock else {
            return DoctorCheck(
                subject: "\(node.id) audio", verdict: .warning,
                finding:
                    "\(audio.device) has no clock: it takes a sound as fast as it is given, and nothing is heard at "
                    + "an instant",
                fix: "name an output that plays: \(devices(of: node, audio))")
        }
        guard audio.depthMilliseconds > AudioReport.mostOrderedMilliseconds else { return nil }
        return DoctorCheck(
            subject: "\(node.id) audio", verdict: .warning,
            finding: "\(audio.device) keeps sound for \(audio.depthMilliseconds) ms; sounds are ordered "
                + "\(AudioReport.mostOrderedMilliseconds) ms earlier at most, so they come late or not at all",
            fix: "have its sound server keep less, or name another output: \(devices(of: node, audio))")
    }

    private static let shownDevices = 4

    /// What the node could play on instead, and where to say so.
    private func devices(of node: KnownNode, _ audio: AudioReport) -> String {
        let others = audio.devices.filter { $0.name != audio.device }
        guard !others.isEmpty else { return "`aplay -L` on it lists them; set audio.device in node.yaml" }
        let shown = others.prefix(Self.shownDevices).map {
            $0.description.isEmpty ? $0.name : "\($0.name) (\($0.description))"
        }
        let rest = others.count > shown.count ? ", …, all of which `clockctl node show \(node.id)` lists" : ""
        return "\(node.id) has \(shown.joined(separator: ", "))\(rest); set audio.device in node.yaml"
    }

    private func voiceCheck(of node: KnownNode, _ reported: Reported) -> DoctorCheck {
        let voice = reported.voice
        guard !voice.problems.isEmpty else {
            return DoctorCheck(subject: "\(node.id) voice", verdict: .ok, finding: "\(voice.name) is complete")
        }
        return DoctorCheck(
            subject: "\(node.id) voice", verdict: .failed,
            finding: "\(voice.name): \(voice.problems.joined(separator: "; "))",
            fix:
                "make what is missing with clockctl voice build \(voice.name), and bring it there with clockctl voice push "
                + "\(voice.name) \(node.id); until then a tone stands in for it")
    }

    private func chimeChecks(of node: KnownNode, _ reported: Reported) -> [DoctorCheck] {
        guard let problem = reported.voice.chimeProblem else { return [] }
        return [
            DoctorCheck(
                subject: "\(node.id) chime", verdict: .failed, finding: problem,
                fix: "mend its files, or set a chime that is built in: clockctl set \(node.id) chime strike")
        ]
    }

    private func packChecks(of node: KnownNode) -> [DoctorCheck] {
        packs.reports(of: node).map { pack in
            let subject = "\(node.id) pack \(pack.name)"
            switch pack.state {
            case .ready: return DoctorCheck(subject: subject, verdict: .ok, finding: "\(pack.digest.short) is there")
            case .waiting:
                return DoctorCheck(
                    subject: subject, verdict: .warning, finding: "has not begun to come",
                    fix: "wait, and look again; packs come one after the other")
            case .coming(let have):
                return DoctorCheck(
                    subject: subject, verdict: .warning, finding: "\(have * 100 / pack.bytes) % of it have come",
                    fix: "wait, and look again")
            case .failed(let problem):
                return DoctorCheck(
                    subject: subject, verdict: .failed, finding: problem,
                    fix: "put it right, then run doctor again: it is tried once more; or take it away: "
                        + "clockctl voice withdraw \(pack.name) \(node.id)")
            }
        }
    }

    /// A file that something is to ring with and that is not as it should be is a failure, any other a warning.
    private func soundChecks(of node: KnownNode, _ reported: Reported) -> [DoctorCheck] {
        guard let sounds = reported.sounds, !sounds.problems.isEmpty, let definition = node.committed else { return [] }
        let document = view.definitions.document(of: definition, store: storeID, at: now)
        let named = Set(document.alarms.lazy.filter(\.isEnabled).map(\.ring.sound) + document.timers.map(\.ring.sound))
        return sounds.problems.map { problem in
            DoctorCheck(
                subject: "\(node.id) sound \(problem.sound)",
                verdict: named.contains(problem.sound) ? .failed : .warning, finding: problem.finding,
                fix: "on that machine: \(problem.fix)")
        }
    }

    private func settingsCheck(of node: KnownNode) -> DoctorCheck {
        if let foreign = node.foreignStore {
            return DoctorCheck(
                subject: "\(node.id) settings", verdict: .failed,
                finding: "goes by store \(foreign), which is not this coordinator's", fix: "see store \(foreign) above")
        }
        let desired = node.committed?.revision ?? 0
        let applied = node.appliedRevision(of: storeID)
        if let stored = node.reported?.storedRevision, applied > 0 {
            return DoctorCheck(
                subject: "\(node.id) settings", verdict: .failed,
                finding: "revision \(applied) applied, and only \(stored) is on its disk: a crash would lose the rest",
                fix: "make room on that machine's disk, or see that it can be written; the node tries again by itself")
        }
        let isApplied = applied == desired
        return DoctorCheck(
            subject: "\(node.id) settings", verdict: isApplied ? .ok : .warning,
            finding: isApplied
                ? "revision \(desired) applied" : "revision \(desired) desired, \(applied) applied",
            fix: isApplied ? nil : "if it stays so, look at the node's log: it may not be able to store its settings")
    }

    /// A room that takes no further sound says nothing by itself.
    private func playsCheck(of node: KnownNode, _ reported: Reported) -> [DoctorCheck] {
        guard let first = reported.plays.first, reported.plays.count >= SoundOrder.maximumPerNode else { return [] }
        return [
            DoctorCheck(
                subject: "\(node.id) sounds to play", verdict: .warning,
                finding:
                    "it keeps \(reported.plays.count), the first for \(first.target), and takes no other before one is "
                    + "over",
                fix:
                    "see clockctl next --node \(node.id), and take back what need not be heard: clockctl cancel \(first.id)"
            )
        ]
    }

    private func ledgerCheck(of node: KnownNode, _ reported: Reported) -> DoctorCheck {
        let pending = reported.ledgerPending
        // One batch may well be on its way.
        let isBehind = pending > LedgerBatch.maximumEntries
        return DoctorCheck(
            subject: "\(node.id) ledger", verdict: isBehind ? .warning : .ok,
            finding: pending == 0 ? "all lines are stored" : "\(pending) lines are not acknowledged yet",
            fix: isBehind ? "wait, and look again; if it does not shrink, see the store" : nil)
    }

    private func watchChecks(of node: KnownNode) -> [DoctorCheck] {
        var checks: [DoctorCheck] = []
        if intake.isRefusing(node.id, at: now) {
            checks.append(
                DoctorCheck(
                    subject: "\(node.id) ledger", verdict: .failed, finding: "it \(LedgerWatch.refusal)",
                    fix:
                        "look at its log for what it writes: journalctl -u clock-node; if that is little, somebody else "
                        + "uses its key or password: give it another one"))
        }
        if let ahead = intake.ahead(of: node.id, at: now) {
            let lines = ahead.count == 1 ? "1 line is" : "\(ahead.count) lines are"
            checks.append(
                DoctorCheck(
                    subject: "\(node.id) ledger", verdict: .warning,
                    finding: "\(lines) of a time over a day ahead, up to \(ahead.latest), and not shown before that",
                    fix: "see that its clock is right; look at them with clockctl history --node \(node.id) --since "
                        + "\((now.wall + LedgerWatch.ahead).rfc3339)"))
        }
        return checks
    }

    private func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }
}
