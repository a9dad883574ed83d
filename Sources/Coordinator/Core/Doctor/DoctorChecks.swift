internal import ClockDomain
internal import ClockWire

/// The findings of an examination, in the order in which people read them.
struct DoctorChecks: Sendable {
    let settings: CoordinatorSettings
    let storeID: String
    let started: WallTime
    let view: SiteView
    let health: CommitQueue.Health
    let intake: Intake
    let packs: Packs
    let others: OtherCoordinators
    let presence: PresenceRecord
    let lease: LeaseStatus?
    let notices: Notices
    let strays: StrayMessages
    let examination: Doctor.Examination
    let now: Now

    var all: [DoctorCheck] {
        [
            emergencyCheck, brokerCheck, brokerQueueCheck, intakeCheck, ownCertificateCheck, configurationCheck,
            storeCheck, clockCheck,
            noticeCheck, examination.speech?.check, nodesCheck,
        ].compactMap { $0 }
            + (lease.flatMap(standbyCheck).map { [$0] } ?? []) + others.checks(view.nodes, at: now)
            + presence.checks(place: settings.storePath) + strays.checks(at: now)
            + view.nodes.foreignStores.map(foreignCheck)
            + view.nodes.ids.compactMap { view.nodes[$0] }.flatMap(checks)
    }

    /// Only while an emergency is on.
    private var emergencyCheck: DoctorCheck? {
        view.emergency(at: now.wall).map { emergency in
            DoctorCheck(
                .emergency, emergency.silent.isEmpty ? .warning : .failed, .emergencyOn(emergency), fix: .endEmergency)
        }
    }

    /// Nothing is missing if no other coordinator ever stood by.
    private func standbyCheck(_ lease: LeaseStatus) -> DoctorCheck? {
        guard let last = lease.standbys.max(by: { $0.heard < $1.heard }) else { return nil }
        let there = lease.standbys.filter { $0.isThere(at: now.wall) }.map(\.machine)
        guard there.isEmpty else { return DoctorCheck(.standby, .ok, .standbyThere(lease, there)) }
        return DoctorCheck(.standby, .warning, .standbyGone(lease, last: last), fix: .seeStandby(on: last.machine))
    }

    private var brokerCheck: DoctorCheck {
        switch view.link {
        case .up(let place, let since):
            let (broker, since) = (settings.brokers[place], since.truncatedToMilliseconds)
            let openness: BrokerOpenness? =
                switch examination.broker {
                case .awaited: nil
                case .answered(let openness): openness
                }
            switch openness {
            case nil, .closed: return DoctorCheck(.broker, .ok, .brokerConnected(broker, since: since))
            case .thisMachine: return DoctorCheck(.broker, .ok, .brokerOpenToItsMachine(broker, since: since))
            case .everybody: return DoctorCheck(.broker, .warning, .brokerOpen(broker, since: since), fix: .closeBroker)
            }
        case .down(let since, let reason):
            return DoctorCheck(
                .broker, .failed, .brokerLost(settings.broker, since: since.truncatedToMilliseconds, reason),
                fix: .seeBroker)
        }
    }

    /// Only if the broker has dropped something in the last hour.
    private var brokerQueueCheck: DoctorCheck? {
        guard let last = intake.brokerDroppedLast, (now.wall - last).magnitude < .hours(1) else { return nil }
        return DoctorCheck(
            .brokerQueues, .warning,
            .brokerDropped(intake.status?.brokerDropped ?? 0, since: started, last: last), fix: .widenQueues)
    }

    /// Only if the coordinator has refused messages in the last hour.
    private var intakeCheck: DoctorCheck? {
        guard let status = intake.status, (now.wall - status.last).magnitude < .hours(1),
            status.requestsRefused + status.reportsDropped + status.questionsDropped + status.ledgersRefused > 0
        else { return nil }
        return DoctorCheck(.intake, .warning, .intakeFull(status, since: started), fix: .seeWhoSends)
    }

    /// Only if a reload was refused.
    private var configurationCheck: DoctorCheck? {
        examination.refusedConfiguration.map { .reloadRefused(of: "clock-coordinator", $0) }
    }

    private var storeCheck: DoctorCheck {
        let path = settings.storePath
        let isDatabase = path.hasPrefix("postgresql:")
        if case .failing(let reason, _) = health {
            return DoctorCheck(
                .store, .failed, .storeRefuses(path, reason), fix: isDatabase ? .mendDatabase : .makeRoomForStore)
        }
        guard let check = examination.store else {
            return DoctorCheck(.store, .warning, .storeIsRead(path), fix: .checkStore(path))
        }
        if let problem = check.problem {
            return DoctorCheck(
                .store, .failed, .storeDamaged(path, problem), fix: isDatabase ? .seeDatabase : .restoreStore)
        }
        guard let free = check.freeBytes else {
            return DoctorCheck(.store, .ok, .storeSound(path, bytes: check.sizeBytes))
        }
        let isShort = free < StoreCheck.shortBytes
        return DoctorCheck(
            .store, isShort ? .warning : .ok, .storeSound(path, bytes: check.sizeBytes, free: free),
            fix: isShort ? .freeSpace : nil)
    }

    private var clockCheck: DoctorCheck {
        let shown = now.wall.truncatedToMilliseconds
        if let (offset, rooms) = clockWitnesses {
            return DoctorCheck(
                .coordinatorClock, .failed, .clockApart(by: offset, from: rooms, spelled: rooms.inWords), fix: .setClock
            )
        }
        return switch now.sync {
        case .synchronised(let service): DoctorCheck(.coordinatorClock, .ok, .clockSynchronised(by: service.rawValue))
        case .unsynchronised where settings.isClockVouched:
            DoctorCheck(.coordinatorClock, .ok, .clockVouched(shows: shown))
        case .unsynchronised: DoctorCheck(.coordinatorClock, .warning, .clockUnvouched(shows: shown), fix: .setClock)
        }
    }

    /// The rooms whose time services contradict the coordinator's clock, if they outnumber those that confirm it, and
    /// the coordinator's offset from their median.
    private var clockWitnesses: (offset: Duration, rooms: [NodeID])? {
        let kept = view.nodes.ids.compactMap { id -> (id: NodeID, offset: Double)? in
            guard let node = view.nodes[id], node.availability == .online, let clock = node.reported?.clock,
                clock.isVouched, let offset = clock.offsetMilliseconds, offset.magnitude < 3e12
            else { return nil }
            return (id, offset)
        }
        let apart = kept.filter { $0.offset.magnitude >= ClockReport.apartMilliseconds }
        let isKept = settings.isClockVouched || now.sync != .unsynchronised
        let middle = apart.map(\.offset).sorted()
        guard !apart.isEmpty, apart.count > kept.count - apart.count + (isKept ? 1 : 0) else { return nil }
        let offset = middle[middle.count / 2]
        // Rooms that contradict each other prove nothing.
        let agreeing = apart.filter { ($0.offset - offset).magnitude < ClockReport.apartMilliseconds }
        guard agreeing.count * 2 > apart.count else { return nil }
        return (.milliseconds(Int64(offset)), agreeing.map(\.id))
    }

    /// More rooms than anybody sets up by hand in an hour.
    private static let manyNewcomers = 100

    private var nodesCheck: DoctorCheck? {
        if view.nodes.isEmpty { return DoctorCheck(.nodes, .warning, .noNodes, fix: .startNode(site: settings.site)) }
        if let refused = view.nodes.refused, (now.wall - refused.last).magnitude < .hours(1) {
            return DoctorCheck(
                .nodes, .failed, .nodesRefused(refused.count, most: Nodes.maximum, last: refused.id),
                fix: .removeMadeUpNodes)
        }
        let newcomers = view.nodes.newcomers(within: .hours(1), at: now)
        guard newcomers.count > Self.manyNewcomers else { return nil }
        return DoctorCheck(
            .nodes, .warning, .nodesMadeUp(newcomers.count, such: Array(newcomers.prefix(3))), fix: .removeMadeUpNodes)
    }

    private func foreignCheck(_ foreign: ForeignStore) -> DoctorCheck {
        guard foreign.store != storeID else {
            return DoctorCheck(
                .foreignStore(foreign.store), .failed,
                .laterStoreHeld(foreign, rooms: foreign.nodes.inWords, place: settings.storePath),
                fix: .decideAboutLaterStore)
        }
        return DoctorCheck(
            .foreignStore(foreign.store), .failed,
            .foreignStoreHeld(
                foreign, rooms: foreign.nodes.inWords, own: storeID, place: settings.storePath, isNew: view.isStoreNew),
            fix: .decideAboutStore)
    }

    private func checks(of node: KnownNode) -> [DoctorCheck] {
        let presence = presenceCheck(of: node)
        // An offline node may have an expired certificate, or may have sent nonsense before.
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
        let since = node.availabilitySince
        if let conflict = node.conflict(at: now.boot) {
            return DoctorCheck(.node(node.id), .failed, conflict.phrase(for: node.id), fix: .renameNode)
        }
        guard node.availability == .online else {
            return DoctorCheck(.node(node.id), .warning, .nodeOffline(since: since), fix: .findNode(node.id))
        }
        guard !examination.awaited.contains(node.id), node.reported != nil else {
            return DoctorCheck(
                .node(node.id), .failed,
                .nodeSilent(since: since, patience: Doctor.patience, spelled: Doctor.patience.inWords),
                fix: .seeNodeLog)
        }
        if let problem = node.reported?.problem {
            return DoctorCheck(.node(node.id), .failed, .nodeProblem(problem), fix: .mendNode)
        }
        return DoctorCheck(.node(node.id), .ok, .nodeOnline(since: since))
    }

    private func clockCheck(of node: KnownNode, _ reported: Reported) -> DoctorCheck {
        let fix: Phrase =
            switch reported.clock.source {
            case .system: .setNodeClock
            case .coordinator: .setFollowedClock
            }
        let clock = reported.clock
        let isApart = (clock.offsetMilliseconds ?? 0).magnitude >= ClockReport.apartMilliseconds
        let isCoordinatorWrong = clockWitnesses != nil
        // The coordinator's check reports its clock.
        let isToBlame = !isCoordinatorWrong || clock.offsetMilliseconds == nil || !isApart
        if clock.trusted, !isApart || isCoordinatorWrong || clock.source == .coordinator {
            return DoctorCheck(.clock(of: node.id), .ok, .nodeClockIs(clock), fix: nil)
        }
        return DoctorCheck(
            .clock(of: node.id), isToBlame && !clock.trusted ? .failed : .warning, .nodeClockIs(clock),
            fix: isToBlame ? fix : .setClock)
    }

    private func audioCheck(of node: KnownNode, _ reported: Reported) -> DoctorCheck {
        let audio = reported.audio
        if audio.state == .ok, let check = outputCheck(of: node, audio) { return check }
        let (verdict, fix): (DoctorCheck.Verdict, Phrase?) =
            switch audio.state {
            case .ok: (.ok, nil)
            case .unknown: (.warning, .letSpeak(node.id))
            case .missing: (.failed, .plugOutputIn(outputs(of: node, audio)))
            case .busy: (.failed, .freeOutput)
            case .failed: (.failed, .nameOtherOutput(outputs(of: node, audio)))
            }
        return DoctorCheck(.audio(of: node.id), verdict, .audioIs(audio), fix: fix)
    }

    /// Returns the check of a working output's limits.
    private func outputCheck(of node: KnownNode, _ audio: AudioReport) -> DoctorCheck? {
        guard audio.hasClock else {
            return DoctorCheck(
                .audio(of: node.id), .warning, .outputWithoutClock(audio.device),
                fix: .namePlayingOutput(outputs(of: node, audio)))
        }
        guard audio.depthMilliseconds > AudioReport.mostOrderedMilliseconds else { return nil }
        return DoctorCheck(
            .audio(of: node.id), .warning, .outputTooDeep(audio), fix: .nameShallowOutput(outputs(of: node, audio)))
    }

    private static let shownDevices = 4

    /// Lists the node's other outputs, and the setting that names one.
    private func outputs(of node: KnownNode, _ audio: AudioReport) -> Phrase {
        let others = audio.devices.filter { $0.name != audio.device }
        let shown = others.prefix(Self.shownDevices).map {
            $0.description.isEmpty ? $0.name : "\($0.name) (\($0.description))"
        }
        return .outputs(of: node.id, shown, isAll: others.count == shown.count)
    }

    private func voiceCheck(of node: KnownNode, _ reported: Reported) -> DoctorCheck {
        let voice = reported.voice
        guard !voice.problems.isEmpty else { return DoctorCheck(.voice(of: node.id), .ok, .voiceComplete(voice.name)) }
        return DoctorCheck(
            .voice(of: node.id), .failed, .voiceLacks(voice.name, voice.problems),
            fix: .buildVoice(voice.name, for: node.id))
    }

    private func chimeChecks(of node: KnownNode, _ reported: Reported) -> [DoctorCheck] {
        guard let problem = reported.voice.chimeProblem else { return [] }
        return [DoctorCheck(.chime(of: node.id), .failed, .chimeBroken(problem), fix: .mendChime(of: node.id))]
    }

    private func packChecks(of node: KnownNode) -> [DoctorCheck] {
        packs.reports(of: node).map { pack in
            let subject = Phrase.pack(pack.name, of: node.id)
            switch pack.state {
            case .ready: return DoctorCheck(subject, .ok, .packThere(pack.digest.short))
            case .waiting: return DoctorCheck(subject, .warning, .packWaits, fix: .packsComeInTurn)
            case .coming(let have):
                return DoctorCheck(subject, .warning, .packComes(have * 100 / pack.bytes), fix: .lookAgain)
            case .failed(let problem):
                return DoctorCheck(subject, .failed, .packFailed(problem), fix: .mendPack(pack.name, of: node.id))
            }
        }
    }

    /// A damaged or missing file that something rings with is a failure, any other a warning.
    private func soundChecks(of node: KnownNode, _ reported: Reported) -> [DoctorCheck] {
        guard let sounds = reported.sounds, !sounds.problems.isEmpty, let definition = node.committed else { return [] }
        let document = view.definitions.document(of: definition, store: storeID, at: now)
        // People know a text by its words, and any other sound by its name.
        var named: [String: String] = [:]
        func note(_ ring: RingStyle, _ label: String) {
            named[ring.sound(saying: label)] = ring.isSpoken ? label : ring.sound
        }
        for alarm in document.alarms where alarm.isEnabled { note(alarm.ring, alarm.label) }
        for timer in document.timers { note(timer.ring, timer.name) }
        // Words between rings are missed less than a ring.
        let texts = document.alarms.filter(\.saysLabel).map(\.label) + document.timers.filter(\.saysLabel).map(\.name)
        let said = Dictionary(texts.map { (SpokenText.file(of: $0), $0) }) { text, _ in text }
        return sounds.problems.map { problem in
            DoctorCheck(
                .sound(named[problem.sound] ?? said[problem.sound] ?? problem.sound, of: node.id),
                named[problem.sound] == nil ? .warning : .failed,
                .soundBroken(problem.finding), fix: .mendThere(problem.fix))
        }
    }

    private func settingsCheck(of node: KnownNode) -> DoctorCheck {
        if let foreign = node.foreignStore {
            let finding = foreign == storeID ? Phrase.settingsLater(foreign) : .settingsForeign(foreign)
            return DoctorCheck(.settings(of: node.id), .failed, finding, fix: .seeForeignStore(foreign))
        }
        let desired = node.committed?.revision ?? 0
        let applied = node.appliedRevision(of: storeID)
        if let stored = node.reported?.storedRevision, applied > 0 {
            return DoctorCheck(
                .settings(of: node.id), .failed, .settingsUnsaved(applied, stored: stored), fix: .makeRoomOnNode)
        }
        guard applied == desired else {
            return DoctorCheck(
                .settings(of: node.id), .warning, .settingsBehind(applied, desired: desired), fix: .seeWhetherItStores)
        }
        return DoctorCheck(.settings(of: node.id), .ok, .settingsApplied(desired))
    }

    /// A room that accepts no further sound reports no problem by itself.
    private func playsCheck(of node: KnownNode, _ reported: Reported) -> [DoctorCheck] {
        guard let first = reported.plays.first, reported.plays.count >= SoundOrder.maximumPerNode else { return [] }
        return [
            DoctorCheck(
                .soundsToPlay(on: node.id), .warning, .soundsFull(reported.plays.count, first: first.target),
                fix: .takeSoundBack("\(first.id)", on: node.id))
        ]
    }

    private func ledgerCheck(of node: KnownNode, _ reported: Reported) -> DoctorCheck {
        let pending = reported.ledgerPending
        // One batch may be on its way.
        let isBehind = pending > LedgerBatch.maximumEntries
        return DoctorCheck(
            .ledger(of: node.id), isBehind ? .warning : .ok, pending == 0 ? .ledgerStored : .ledgerWaits(pending),
            fix: isBehind ? .seeStore : nil)
    }

    private func watchChecks(of node: KnownNode) -> [DoctorCheck] {
        var checks: [DoctorCheck] = []
        if intake.isRefusing(node.id, at: now) {
            checks.append(DoctorCheck(.ledger(of: node.id), .failed, LedgerWatch.refusal, fix: .seeWhatItWrites))
        }
        if let ahead = intake.ahead(of: node.id, at: now) {
            checks.append(
                DoctorCheck(
                    .ledger(of: node.id), .warning, .ledgerAhead(ahead.count, latest: ahead.latest),
                    fix: .seeLinesAhead(of: node.id, since: (now.wall + LedgerWatch.ahead).rfc3339)))
        }
        return checks
    }
}
