public import ClockDomain
internal import ClockWire

/// Every decision of a node: keeps wakes, announces, obeys the desired document, writes the why-ledger, judges the
/// clock. Pure; the daemon carries out its effects.
///
/// It routes each event to the machine that owns it, then lets the other machines react.
public struct NodeCore: DecisionCore {
    private(set) var node: NodeContext
    private(set) var quarters = QuarterHours()
    private(set) var alarms: Alarms
    private var timers = CountdownTimers()
    private var words = RingWords()
    private var sounds = OrderedSounds()
    private var packs = VoicePacks()
    private var emergencies: Emergencies
    private var local = LocalDoor()
    private var button = Button()
    private var commands = CommandGate()

    /// - Parameters:
    ///   - state: as found on the disk, or new.
    ///   - seed: for the core's own randomness.
    public init(identity: Identity, state: NodeState, seed: UInt64, at now: Now) {
        var state = state
        state.enter(boot: identity.bootID)
        node = NodeContext(identity, state, seed: seed, at: now)
        alarms = Alarms(at: now)
        emergencies = Emergencies(at: now)
    }

    // MARK: Events

    public mutating func handle(_ event: Event, at now: Now, _ effects: inout [Effect]) {
        swap(&node.out.effects, &effects)
        switch event {
        case .started: begin(at: now)
        case .brokerConnected: connected(at: now)
        case .brokerDisconnected: disconnected(at: now)
        case .wake(let wake): quarters.receive(wake, at: now, &node)
        case .desired(let document, let isRetained): receive(document, isRetained: isRetained, at: now)
        case .acked(let acked): receive(acked, at: now)
        case .command(let command): receive(command, at: now)
        case .timeReply(let reply, let receivedAt): receive(reply, receivedAt: receivedAt, at: now)
        case .timer(let token): fired(token, at: now)
        case .clockSet: clockSet(at: now)
        case .stored(let ticket): stored(ticket, at: now)
        case .storeFailed(let ticket, let reason): storeFailed(ticket, reason, at: now)
        case .playback(let id, let result): played(id, result, at: now)
        case .ringAction(let action): receive(action, at: now)
        case .emergency(let word, let left):
            emergencies.receive(word, left: left, at: now, &node)
            // Words between rings would silence the siren.
            tendRings(at: now)
        case .asked(let request, let peer):
            if local.receive(request, from: peer, at: now, &alarms, &node) { tendRings(at: now) }
        case .button(let isDown, let instant):
            if button.moved(isDown: isDown, at: instant, now, &alarms, &sounds, &quarters, &node) { tendRings(at: now) }
        case .ring(let id, let result):
            if emergencies.heard(id, result, at: now, &node) { break }
            if alarms.heard(id, result, at: now, &node) { tendRings(at: now) }
        case .zone(let name, let rules): if alarms.receive(zone: name, rules, at: now, &node) { apply(.zone, at: now) }
        case .audio(let report):
            node.output.receive(report)
            node.reporter.found(.audio)
        case .outputLearned(let depth, let hurried, let hasClock):
            learned(depth, hurried: hurried, hasClock: hasClock, at: now)
        case .voice(let report, let spans):
            node.reporter.receive(report)
            quarters.learnChime(spans, at: now, &node)
            node.reporter.found(.voice)
        case .sounds(let report):
            node.reporter.receive(report, &node.out)
            node.reporter.found(.sounds)
        case .chunk(let chunk, let blob, let content, let bytes):
            node.transfers.receive(chunk: chunk, of: blob, in: content, bytes, at: now, &node.out)
        case .blobKept(let blob, let content): blobKept(blob, of: content, at: now)
        case .contentLost(let content, let reason, let detail):
            sounds.lost(content, reason, detail, at: now, &node)
            packs.failed(content, detail, at: now, &node)
        case .soundFound(let sound, let isThere): sounds.found(sound, isThere: isThere, at: now, &node)
        case .soundLoaded(let sound): sounds.loaded(sound, at: now, &node)
        case .packFound(let pack, let finding): packs.found(pack, finding, at: now, &node)
        case .packInstalled(let pack): packs.installed(pack, at: now, &node)
        case .packFailed(let pack, let reason): packs.failed(pack, reason, at: now, &node)
        case .packsDropped(let names): packs.dropped(names, &node)
        case .configurationRefused(let reason): node.reporter.refused(configuration: reason)
        case .shutdown: shutdown(at: now)
        }
        followClock(at: now)
        report(at: now)
        answerLocal(at: now)
        swap(&node.out.effects, &effects)
    }

    private mutating func begin(at now: Now) {
        // A new state's names hold only once they are on the disk.
        node.save(at: now)
        node.checkSounds()
        node.loadVoice()
        node.emit(.probeAudio)
        alarms.loadZones(at: now, &node)
        node.clock.started(at: now)
        apply(.started, at: now)
        sounds.begin(at: now, &node)
        packs.adopt(at: now, &node)
    }

    private mutating func fired(_ token: TimerToken<TimerKind>, at now: Now) {
        guard node.out.accept(token) else { return }
        switch token.kind {
        case .trip: quarters.lookAtClock(at: now, &node)
        case .selfWake: quarters.wakeSelf(at: now, &node)
        case .close: quarters.close(at: now, &node)
        case .exchange: node.clock.exchange(at: now, &node.out)
        case .resend: node.ledger.resend(at: now, &node.out)
        case .ledgerHold: node.ledger.release(at: now, &node.out)
        case .playback: quarters.playbackTimedOut(at: now, &node)
        case .storeRetry: node.save(at: now)
        case .trust: node.clock.watchEnded()
        case .alarm:
            alarms.timerFired()
            alarms.derive(at: now, &node)
            tendRings(at: now)
        case .ring:
            alarms.ringTimerFired()
            tendRings(at: now)
        case .zones:
            alarms.loadZones(at: now, &node)
            // An alarm more than a year ahead comes within reach of the derivation some time.
            alarms.derive(at: now, &node)
        case .carried: sounds.tend(at: now, &node)
        case .transfers: node.transfers.timerFired(at: now, &node.out)
        case .packs: packs.tend(at: now, &node)
        case .button: if button.hold(at: now, &alarms, &node) { tendRings(at: now) }
        case .stepped: settleSilenceFirst(at: now)
        case .emergency: emergencies.timerFired(at: now, &node)
        }
    }

    private mutating func shutdown(at now: Now) {
        emergencies.shutdown(&node)
        sounds.shutdown(at: now, &node)
        alarms.shutdown(at: now, &node)
        quarters.shutdown(at: now, &node)
    }

    // MARK: Changes

    /// Derives again all due times that depend on the change.
    private mutating func apply(_ change: Change, at now: Now) {
        quarters.apply(change, at: now, &node)
        sounds.apply(change, at: now, &node)
        alarms.apply(change, at: now, &node)
        timers.apply(change, at: now, &alarms, &node)
        alarms.loadZones(after: change, at: now, &node)
        if case .document = change {
            node.checkSounds()
            packs.adopt(at: now, &node)
        }
        alarms.derive(at: now, &node)
        emergencies.tend(at: now, &node)
        tendRings(at: now)
    }

    /// The wall clock shows another time. Silence comes first: a cancelled sound may be about to start, and each record
    /// waits for the disk.
    private mutating func settleSilenceFirst(at now: Now) {
        let (first, lastOrder) = (node.out.effects.count, node.output.lastID)
        apply(.clockSet, at: now)
        node.out.bringSilenceForward(from: first, through: lastOrder)
    }

    /// Does everything due for rings and timers, and sets the timer for the next step.
    private mutating func tendRings(at now: Now) {
        let time = node.clock.ringTime(at: now)
        timers.tend(time, at: now, &alarms, &node)
        timers.speak(time, at: now, &quarters, &node)
        let looks = [timers.nextLook(time, at: now, &node), words.tend(at: now, &node)].compactMap(\.self)
        alarms.tend(time, nextLook: looks.min(), at: now, &node)
        if node.shadow.isOnDisk { showRings(time, at: now) }
    }

    // MARK: The clock

    private mutating func clockSet(at now: Now) {
        guard node.clock.wasSet(at: now, &node.out) else { return }
        settleSilenceFirst(at: now)
        node.clock.exchange(at: now, &node.out)
    }

    private mutating func receive(_ reply: TimeReply, receivedAt: Receipt, at now: Now) {
        switch node.clock.receive(reply, receivedAt: receivedAt, at: now, &node.random, &node.out) {
        case .ignored: return
        case .measured: if timers.adoptRest(at: now, &alarms, &node) { tendRings(at: now) }
        }
        node.reporter.isClockDue = true
    }

    /// After each event: moves the clock, and acts on a change of trust, as due times exist only in a trusted clock's
    /// time.
    private mutating func followClock(at now: Now) {
        if node.clock.hasNews { node.clock.move(at: now, isSoundPlaced: isSoundPlaced(at: now), &node.out) }
        switch node.clock.evaluate(at: now, &node.out) {
        case .asBefore: return
        case .reworded: break
        case .won: apply(.trustWon, at: now)
        case .lost: apply(.trustLost, at: now)
        }
        node.reporter.isDue = true
    }

    /// True when a sound is placed and has not begun, or an announcement is under way.
    private mutating func isSoundPlaced(at now: Now) -> Bool {
        let reckoned = now.boot - NodeClock.Following.onsetLeeway
        return node.output.isSoundPlaced(at: reckoned) || sounds.isSoundPlaced(at: now, &node)
            || node.book.isAboutToSound(at: reckoned, node.output)
    }

    // MARK: The output

    private mutating func played(_ id: Int, _ result: PlaybackResult, at now: Now) {
        guard let sound = node.output.answered(id, result) else { return }
        switch sound.owner {
        case .quarter: quarters.ended(sound, result, at: now, &node)
        case .carried(let order):
            sounds.ended(order, result, at: now, &node)
            button.ended(order, result, at: now, &sounds, &quarters, &node)
        case .timer(let timer):
            if case .failed(_, let message) = result { node.log(.warning, "\(timer) could not speak: \(message)") }
        case .words(let ring):
            if case .failed(_, let message) = result { node.log(.warning, "\(ring) could not speak: \(message)") }
        case .ring, .emergency: break
        }
    }

    private mutating func learned(_ depth: Duration, hurried: Duration, hasClock: Bool, at now: Now) {
        guard node.output.learned(depth, hurried: hurried, hasClock: hasClock) else { return }
        node.book.outputDepth = node.output.depth
        node.book.hurriedDepth = node.output.hurriedDepth
        // Orders now go out at another moment, some perhaps at once.
        apply(.leadIn, at: now)
    }

    // MARK: The broker

    private mutating func connected(at now: Now) {
        node.isConnected = true
        node.shadow.connected(at: now)
        node.reporter.startOver()
        node.ledger.connected(at: now, &node.out)
        node.clock.connected(at: now, &node.out)
        node.transfers.connected(at: now, &node.out)
        LocalDoor.publishActions(at: now, &node)
    }

    private mutating func disconnected(at now: Now) {
        node.shadow.disconnected(at: now, &node.clock)
        node.isConnected = false
        node.clock.disconnected(&node.out)
        node.ledger.disconnected(&node.out)
        node.transfers.disconnected(&node.out)
    }

    private mutating func blobKept(_ blob: Digest, of content: Digest, at now: Now) {
        guard let arrival = node.transfers.kept(blob, of: content) else { return }
        switch arrival.content {
        case .sound(let sound): sounds.arrived(sound.id, at: now, &node)
        case .pack: packs.arrived(arrival, at: now, &node)
        }
    }

    private mutating func receive(_ acked: Acked, at now: Now) {
        let shown = node.ledger.reportedCount
        switch node.ledger.receive(acked, at: now, &node.random, &node.out) {
        case .newEpoch: node.save(at: now)
        case .acknowledged, .foreign: break
        }
        node.ledger.release(at: now, &node.out)
        if node.ledger.reportedCount != shown { node.reporter.isDue = true }
    }

    private mutating func receive(_ command: Command, at now: Now) {
        guard commands.admit(command, at: now, &node) else { return }
        switch command.action {
        case .probe: probe(at: now)
        case .show: if let held = node.shadow.desired { node.emit(.publish(.held(held))) }
        case .announce(let target):
            sounds.receive(
                SoundOrder(sound: nil, target: target), id: command.id,
                quarter: quarters.quarterInTheWay(of: target, &node), at: now, &node)
        case .play(let order): sounds.receive(order, id: command.id, at: now, &node)
        case .cancel(let order): sounds.withdraw(order: order, at: now, &node)
        }
    }

    /// Somebody asks for a check of everything; the node answers with a report.
    private mutating func probe(at now: Now) {
        node.checkSounds()
        node.loadVoice()
        packs.retry(at: now, &node)
        node.reporter.await([.sounds, node.output.probe(at: now, &node.out) ? .audio : .voice])
    }

    private mutating func receive(_ action: RingAction, at now: Now) {
        if alarms.receive(action, at: now, &node) { tendRings(at: now) }
    }

    // MARK: The document and the disk

    private mutating func receive(_ document: Desired, isRetained: Bool, at now: Now) {
        let isNews = node.shadow.evaluate(document, on: node.identity.id, at: now, &node.out)
        // A document without changes may come from a restarted coordinator, or after its clock was set.
        if let clock = document.clock, isNews || document.store == node.shadow.desired?.store {
            node.clock.learn(clock, at: now, &node.random, &node.out)
            node.reporter.isClockDue = true
        }
        guard isNews else { return }
        timers.arrived(document, isRetained: isRetained, at: now)
        // Until now the old document decides the due times.
        alarms.derive(at: now, &node)
        node.shadow.accept(document, at: now, &node.clock)
        node.save(at: now)
    }

    private mutating func stored(_ ticket: Int, at now: Now) {
        if node.shadow.stored(ticket, &node.out) {
            node.ledger.stored(at: now, &node.out)
            if node.shadow.isSaveDue { node.save(at: now) }
        }
        if let document = node.shadow.takeStored(ticket) { obey(document, at: now) }
        if node.shadow.isOnDisk { showRings(node.clock.ringTime(at: now), at: now) }
    }

    private mutating func storeFailed(_ ticket: Int, _ failure: String, at now: Now) {
        if let document = node.shadow.storeFailed(ticket, failure, &node.out) { obey(document, at: now) }
        showRings(node.clock.ringTime(at: now), at: now)
        if node.shadow.isNewest(ticket) { node.ledger.storeFailed(at: now, &node.random, &node.out) }
        node.shadow.retryLater(at: now, &node.out)
    }

    private mutating func obey(_ document: Desired, at now: Now) {
        // The state that this saves already names the new document, which is on the disk.
        alarms.derive(at: now, &node)
        let (before, known) = (node.settings, node.shadow.desired?.alarms)
        alarms.lookBack(to: node.shadow.obey(document, &node.out), &node)
        node.settings = document.settings
        node.changeVolumes(from: before)
        if document.settings.chime != before.chime { quarters.forgetChime() }
        if document.settings.voice != before.voice || document.settings.chime != before.chime { node.loadVoice() }
        apply(.document(hasOtherAlarms: document.alarms != known), at: now)
    }

    // MARK: Reports

    /// The node reports rings, timers and pending sounds as they are on the disk, so that a report survives a crash.
    private mutating func showRings(_ time: RingTime, at now: Now) {
        sounds.show(&node)
        guard node.reporter.showsRings || !node.book.isEmpty || !node.memory.timers.progress.isEmpty else { return }
        node.reporter.show(node.book.reports(at: time), timers.reports(time, at: now, &node))
    }

    private mutating func report(at now: Now) {
        if node.output.takeNews() { node.reporter.isDue = true }
        if node.shadow.takeNews() { node.reporter.isDue = true }
        guard node.isConnected, node.reporter.isAnythingDue,
            let draft = node.reporter.draft(&node.clock, node.identity.clockSource, at: now)
        else { return }
        node.reporter.publish(reported(draft.told), draft, &node.out)
    }

    /// Answers programs of this machine once the effect of their requests is on the disk, or the disk has failed.
    private mutating func answerLocal(at now: Now) {
        guard local.isAwaited, node.shadow.isOnDisk else { return }
        local.answer(reported(node.clockReport(at: now)), at: now, &node)
    }

    mutating func reported(_ clock: ClockReport) -> Reported {
        let prospect = quarters.prospect(&node)
        let upcoming = alarms.upcoming(&node)
        return node.reported(
            clock, prospect, upcoming, packs.reports, emergencies.report(node), zoneProblem: alarms.zoneProblem)
    }
}
