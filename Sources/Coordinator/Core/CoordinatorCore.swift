public import ClockDomain
internal import ClockWire

/// The coordinator's decisions: it schedules wakes, publishes definitions to nodes, acknowledges their ledgers and
/// notifies people.
///
/// This is a router. Each machine decides about one thing and keeps its state to itself. The router passes an event to
/// its machine, then passes the outcome to the others. docs/architecture.md lists the machines.
///
/// Two rules hold everything together. The coordinator publishes nothing before it is committed: no node's definition,
/// no acknowledgement, no answer to a request that changes something. And wakes depend only on the clock and the
/// broker, so a failing store never silences the house.
public struct CoordinatorCore: DecisionCore {
    public typealias Event = CoordinatorEvent
    public typealias Effect = CoordinatorEffect

    let settings: CoordinatorSettings
    let storeID: String
    let started: WallTime
    var link: BrokerLink
    var clock: ClockWatch
    var nodes: Nodes
    var definitions: Definitions
    var generations: Generations
    var presence: PresenceRecord
    var wakes: Wakes
    var intake: Intake
    /// The operations that wait for the store.
    var store = CommitQueue()
    var history: History
    var absences: Absences
    var transfers: Transfers
    var scores: Scores
    var doctor = Doctor()
    var adoption = Adoption()
    var strays = StrayMessages()
    var readers: SiteReaders
    var out: Outbox

    public init(settings: CoordinatorSettings, stored: StoredState, at now: Now) {
        self.settings = settings
        storeID = stored.storeID
        started = now.wall.truncatedToMilliseconds
        link = .down(since: now.wall, reason: nil)
        clock = ClockWatch(at: now)
        generations = Generations(stored, tag: settings.generationTag)
        nodes = Nodes(stored.nodes, storeID: stored.storeID, generation: generations.current, start: now.boot)
        definitions = Definitions(
            objects: stored.objects, state: stored.numbers, tag: generations.current.tag, position: settings.position)
        presence = PresenceRecord(stored, current: generations.current, started: started)
        wakes = Wakes(
            lead: settings.lead, budget: settings.budget, store: storeID, generation: generations.current, at: now)
        intake = Intake(stored.nodes)
        history = History(retention: settings.retention)
        // With nothing closed yet, the first quarter hour counts from the first node on.
        let beginning = stored.nodes.map(\.definition.firstSeen).reduce(now.wall, min)
        let closedThrough = stored.closedThrough ?? QuarterHour.atOrBefore(beginning)
        absences = Absences(
            quarters: Quarters(closedThrough: closedThrough, started: now.boot, retention: settings.retention),
            rings: Rings(
                closedThrough: stored.ringsClosedThrough ?? beginning, lines: stored.lines, started: now.boot,
                retention: settings.retention))
        transfers = Transfers(withdrawn: stored.withdrawn)
        scores = Scores(stored.scores)
        readers = SiteReaders(
            homeAssistant: HomeAssistant(settings.homeAssistant, site: settings.site, version: settings.version),
            metrics: Metrics(stored.nodes, closedThrough: closedThrough),
            notices: Notices(settings.notices, stored.notices, site: settings.site, started: started))
        out = Outbox(started: started)
    }

    public mutating func handle(_ event: Event, at now: Now, _ effects: inout [Effect]) {
        out.exchange(&effects)
        followClock(at: now)
        route(event, at: now)
        propagate(at: now)
        out.exchange(&effects)
    }

    mutating func route(_ event: Event, at now: Now) {
        switch event {
        case .broker(let word): receive(word, at: now)
        case .started: start(at: now)
        case .leaseKept(let lease): store.lease = lease
        case .timer(let token): if out.fires(token) { fire(token.kind, at: now) }
        case .clockSet:
            deriveTimes(at: now)
            reviewHolidays(at: now)
        case .request(let origin, let request): answer(request, to: origin, at: now)
        case .committed(let id, let summary): commitSucceeded(id, summary, at: now)
        case .commitUncertain(let id, let reason): doubtCommit(id, reason: reason)
        case .commitFailed(let id, let reason): commitFailed(id, reason: reason, at: now)
        case .storeRead(let origin, let answer):
            if let found = history.finish(answer, origin: origin, &out) { undo(found, origin: origin, at: now) }
        case .processRead(let origin, let request, let reading):
            out.reply(.success(tellMetrics(request, reading, at: now)), to: origin)
        case .storeChecked(let check):
            readers.notices.learned(check, view, at: now)
            if doctor.learned(check) { finishDoctor(at: now) }
        case .speechChecked(let check): doctor.learned(check)
        case .noticeAnswered(let attempt, let outcome): readers.notices.answered(attempt, outcome, at: now, &out)
        case .brokerChecked(let openness): if doctor.learned(openness) { finishDoctor(at: now) }
        case .zone(let name, let rules): apply(rules, ofZone: name, at: now)
        case .contentReport(let node, let report):
            transfers.receive(report, of: node, nodes, at: now, &out)
            heard(node, at: now)
        case .soundReady(let job, let sound, let milliseconds):
            transfers.ready(job, sound, milliseconds: milliseconds, view, at: now, &out)
        case .soundRefused(let job, let error): transfers.refused(job, error, &out)
        case .spokenPackMade(let job, let pack, let failure):
            let waiting = transfers.finishSpoken(job, pack, failure: failure, at: now, &out)
            reviewSpokenTexts(of: waiting, at: now)
        case .uploadFound(let origin, let file, let bytes, let isThere):
            transfers.uploadFound(file, bytes: bytes, isThere: isThere, origin: origin, at: now, &out)
        case .uploadKept(let origin, let file, let chunk, let isWhole):
            transfers.uploadKept(file, chunk: chunk, isWhole: isWhole, origin: origin, &out)
        case .uploadRefused(let origin, let file, let error): transfers.uploadRefused(file, error, origin: origin, &out)
        case .packFound(let origin, let pack, let missing):
            transfers.found(pack, missing: missing, origin: origin, at: now, &out)
        case .packRefused(let origin, let pack, let error): transfers.packRefused(pack, error, origin: origin, &out)
        case .contentUnreadable(let content, let reason): transfers.unreadable(content, reason: reason, nodes, &out)
        case .held(let node, let document): receive(shown: document, of: node, at: now)
        case .turnedAway(let turned): intake.turnedAway(turned, at: now, &out)
        case .homeAssistantCommand(let command): obey(command, at: now)
        case .homeAssistantStarted: readers.homeAssistant.publishAnew()
        case .homeAssistantFound(let topics): found(homeAssistantTopics: topics, at: now)
        case .strayFound(let stray): strays.receive(stray, at: now, &out)
        case .nodeListHeard(let node, let bytes): strays.receiveList(of: node, bytes: bytes, nodes, at: now, &out)
        case .wakeHeard(let wake): wakes.receive(wake, nodes, at: now, &out)
        case .presenceHeard(let presence, let isRetained): receive(presence, isRetained: isRetained, at: now)
        case .emergencyHeard(let word):
            transfers.receive(word)
            reviewSpokenTexts(of: nodes.ids, at: now)
        case .wakeRefused(let wake, let reason): wakes.refuse(wake, reason: reason, at: now, &out)
        case .configurationRefused(let reason): doctor.refusedConfiguration = reason
        }
    }

    /// Lets the readers and the store follow the changes of this event.
    private mutating func propagate(at now: Now) {
        readers.read(nodes, readers.needContext ? readersContext : nil, at: now, &out)
        beginCommit(at: now)
        // A presence never counts what the store may not have.
        if link.isUp, generations.isCommitted {
            presence.publish(changes: definitions.committedState.lastChange, at: now, &out)
        }
        intake.hold(store.hasManyEntries, &out)
    }

    mutating func perform(_ effect: Effect) { out.perform(effect) }

    mutating func fail(_ origin: RequestOrigin, _ code: RequestError.Code, _ message: String) {
        out.fail(origin, code, message)
    }

    mutating func fail(_ origin: RequestOrigin, _ error: RequestError) { out.fail(origin, error) }

    /// The state that machines may read of each other. Mutating, because a plain getter would copy the whole core.
    var view: SiteView {
        mutating get {
            SiteView(nodes: nodes, definitions: definitions, link: link, emergencyWord: transfers.emergency)
        }
    }

    var readersContext: SiteReaders.Context {
        mutating get {
            SiteReaders.Context(
                view: view, nextWake: wakes.nextTarget - wakes.lead, health: store.health,
                certificateUntil: settings.certificateUntil)
        }
    }

    // MARK: Start, connection and timers

    private mutating func start(at now: Now) {
        out.log(
            .notice,
            "coordinator \(settings.version) of site \(settings.site), store \(storeID) in generation "
                + "\(generations.current), "
                + "\(nodes.count) known \(nodes.count == 1 ? "node" : "nodes")")
        if !generations.isCommitted { store.add(.probe(at: now.wall)) }
        for object in definitions.returnedObjects { store.add(.saveObject(object)) }
        deriveTimes(at: now)
        purge(at: now)
        let alarmZones = definitions.committed.alarms.values.compactMap(\.alarm.schedule.zone)
        for name in Set(alarmZones + nodes.all.compactMap(\.zone)).sorted() { definitions.askForZone(name, &out) }
        checkEndings(at: now)
        absences.rings.start(at: now, &out)
        transfers.packs.start(nodes, &out)
        reviewSpokenTexts(of: nodes.ids, at: now)
    }

    /// Receives a coordinator's presence, which may be this one's own.
    private mutating func receive(_ other: CoordinatorPresence, isRetained: Bool, at now: Now) {
        guard !presence.isOwn(other) else { return }
        guard presence.isLive(other, isRetained: isRetained) else {
            return presence.compare(other, place: settings.storePath, at: now, &out)
        }
        if wakes.receive(other, nodes, at: now, &out) { presence.answer(other.started) }
    }

    /// Publishes every retained message.
    mutating func publishState(at now: Now) {
        out.perform(.publish(.availability(.online)))
        presence.connect()
        readers.homeAssistant.publishAnew()
        intake.connected()
        for id in nodes.ids { introduce(to: id, at: now) }
        wakes.derive(isConnected: true, at: now, &out)
    }

    /// The connection for nodes' messages is up. Wakes do not wait for it.
    mutating func hearNodes(at now: Now) {
        nodes.reconnect()
        // Rooms need up to 11 s from one broker to the next.
        out.setTimer(.settled, .boot(now.boot + .seconds(settings.brokers.count > 1 ? 30 : 10)))
    }

    mutating func stopHearingNodes(reason: String) {
        out.cancelTimer(.settled)
        // A lost broker has its own log line.
        guard link.isUp else { return }
        out.perform(
            .logLimited(
                .warning, "the broker refuses to pass on what nodes report: \(reason); trying again", about: "reports"))
    }

    /// Derives again everything that depends on the wall clock.
    private mutating func deriveTimes(at now: Now) {
        readers.post(.times)
        wakes.derive(isConnected: link.isUp, at: now, &out)
        reopenQuarters(at: now)
        absences.quarters.arm(at: now, &out)
        reopenRings(at: now)
        reviewAlarms(at: now)
        armRings(at: now)
    }

    private mutating func fire(_ kind: CoordinatorTimer, at now: Now) {
        switch kind {
        case .wake: wakes.derive(isConnected: link.isUp, at: now, &out)
        case .refusedWake: wakes.sendRefused(isConnected: link.isUp, at: now, &out)
        case .closing:
            reopenQuarters(at: now)
            closeQuarters(at: now)
            absences.quarters.arm(at: now, &out)
            reviewHolidays(at: now)
            reviewAlarms(at: now)
        case .rings:
            reopenRings(at: now)
            closeRings(at: now)
        case .purge:
            purge(at: now)
            definitions.renewZones(besides: nodes.all.compactMap(\.zone), &out)
        case .storeRetry: store.add(.probe(at: now.wall))
        case .settled: settleNodes(at: now)
        case .strays: strays.clearLists(nodes, Topics(site: settings.site), at: now, &out)
        case .limits: intake.tellLimits(at: now, &out)
        case .doctor: finishDoctor(at: now)
        case .adoption: finishAdoption(at: now)
        case .sounds: transfers.giveUpSounds(at: now, &out)
        case .uploads: transfers.dropIdleUploads(at: now, &out)
        case .packs: transfers.tidyPacks(nodes, at: now, &out)
        case .spokenTexts: transfers.retrySpoken(&out)
        case .homeAssistant: readers.homeAssistant.goOn()
        // The core checks for due notices after each event.
        case .notices: break
        }
    }

    private mutating func purge(at now: Now) {
        if let operation = history.purge(nodes, clock, at: now, &out) { store.add(operation) }
    }

    // MARK: Messages of nodes

    mutating func receive(_ availability: Availability, of id: NodeID, at now: Now) {
        if let place = meet(id, at: now) { nodes.receive(availability, of: place, at: now, &out) }
        readers.post(.node(id))
    }

    /// - Returns: the node's place; `nil` when the site has too many nodes.
    private mutating func meet(_ id: NodeID, at now: Now) -> Nodes.Place? {
        switch nodes.meet(id, at: now, &out) {
        case .known(let place): return place
        case .refused: return nil
        case .new(let place, let definition):
            store.add(.saveDefinition(definition))
            if GroupID(id.rawValue).map({ definitions.pending.groups[$0] != nil }) == true {
                out.log(.warning, "node \(id) has the name of a group: give one of the two another name")
            }
            return place
        }
    }

    mutating func receive(_ report: Boxed<Reported>, of id: NodeID, at now: Now) {
        guard let place = meet(id, at: now) else { return }
        let news = nodes.receive(report, of: place, at: now.boot)
        readers.post(.node(id))
        if news.hasOtherLead { followLead(at: now) }
        if news.isForgotten, let operation = nodes.goOn(from: report.wrappedValue.revision, of: id) {
            store.add(operation)
        }
        if let standing = news.standing { turned(to: standing, id, at: now) }
        let zone = report.wrappedValue.zone
        if news.isOurs, news.hasOtherZone, TimeZoneRules.isValidName(zone) { move(id, place, to: zone, at: now) }
        // Another document has replaced this store's at the broker, so publish it again.
        if news.isOurs, news.hasRefusedAnew { publishDocument(of: id, at: now) }
        if let conflict = news.conflict {
            out.perform(.logLimited(.warning, "node \(id): \(conflict.words(for: id))", about: "machines of \(id)"))
        }
        transfers.sounds.withdrawLate(report.wrappedValue.plays, of: id, at: now, &out)
        if doctor.heard(id) { finishDoctor(at: now) }
    }

    private mutating func move(_ id: NodeID, _ place: Nodes.Place, to zone: String, at now: Now) {
        absences.rings.leaveZone(of: id, view, at: now)
        nodes.move(place, to: zone)
        definitions.askForZone(zone, &out)
        absences.rings.expect(on: id, in: zone, view)
        armRings(at: now)
    }

    mutating func receive(_ batch: LedgerBatch, of id: NodeID, at now: Now) {
        guard let place = meet(id, at: now), nodes.hearLedger(of: place, at: now, &out),
            let new = intake.accept(batch, of: id, hasRoom: store.hasRoomForLedger, at: now, &out)
        else { return }
        let ahead = Intake.timesAhead(in: new.entries, at: now)
        // This clock may be the wrong one.
        if !ahead.isEmpty, clock.isPlausible(at: now, nodes) { intake.record(timesAhead: ahead, of: id, at: now, &out) }
        store.add(.appendLedger(id, epoch: batch.epoch, Array(new.entries), received: now.wall))
        intake.report(lost: new.lost, of: id, &out)
    }

    mutating func followLead(at now: Now) {
        wakes.follow(longestLead: nodes.longestLead, isConnected: link.isUp, at: now, &out)
    }

    private mutating func finishDoctor(at now: Now) {
        guard let examination = doctor.finish(&out) else { return }
        let checks = DoctorChecks(
            settings: settings, storeID: storeID, started: started, view: view, health: store.health, intake: intake,
            packs: transfers.packs, others: wakes.others, presence: presence, lease: store.lease,
            notices: readers.notices, strays: strays, examination: examination, now: now)
        let report = DoctorReport(bounding: checks.all)
        for origin in examination.origins { out.reply(.success(report), to: origin) }
    }

    // MARK: Messages to nodes

    /// Publishes to a node its committed definition.
    mutating func publishDocument(of id: NodeID, at now: Now) {
        guard let node = nodes[id], node.isOurs, let definition = node.committed else { return }
        nodes.documentPublished(to: id, at: now.boot)
        var document = definitions.document(of: definition, store: storeID, at: now)
        document.clock = clock.stamp(at: now)
        out.perform(.publish(.desired(id, document)))
    }

    /// Publishes to a node its committed definition and the acknowledged position of its ledger.
    private mutating func introduce(to id: NodeID, at now: Now) {
        publishDocument(of: id, at: now)
        if nodes[id]?.isOurs == true, let acked = intake.acked(of: id) { out.perform(.publish(.acked(id, acked))) }
    }

    /// Follows a new report about the owner of a node's definitions. A node that holds another store's keeps ringing
    /// by them: the coordinator publishes nothing for it and acknowledges nothing until a person decides about it.
    private mutating func turned(to standing: KnownNode.Standing, _ id: NodeID, at now: Now) {
        switch standing {
        case .unheard: break
        case .ours:
            introduce(to: id, at: now)
            reviewSpokenTexts(of: [id], at: now)
        case .foreign(let foreign):
            let alarms = ForeignStore.words(forAlarms: nodes[id]?.reported?.alarmCount ?? 0)
            let held =
                foreign.store == storeID
                ? "generation \(nodes[id]?.reported?.generation ?? .uncounted), revision \(nodes[id]?.reported?.revision ?? 0) "
                    + "of this store, \(storeID), \(alarms), which the store does not know: it was turned back to an older "
                    + "copy, or two coordinators work with copies of it"
                : "what people defined in store \(foreign.store), \(alarms), and this store, \(storeID), is "
                    + "\(view.isStoreNew ? "new" : "another one")"
            out.perform(
                .logLimited(
                    .error,
                    "node \(id) holds \(held): the node goes on by that, and the coordinator publishes nothing for it",
                    about: "store of \(id)"))
        }
    }
}
