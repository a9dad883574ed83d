internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import DequeModule

// A coordinator's shell. Its loop never waits: commits and reads run beside it and report back. So its mailbox is empty
// whenever an event arrives, and never reaches its bound here.

extension Simulation {
    private static let version = "simulated"
    private static let checkLength: Int64 = 5_000_000
    /// The wait before the next try to find out if a commit was stored whose connection failed.
    private static let settlingLength: Int64 = 1_000_000_000

    // MARK: Start and end

    /// - Returns: the reason why the program cannot start; `nil` if it can.
    mutating func startCoordinator(_ index: Int) -> String? {
        guard sharesStore else { return beginWork(index) }
        standBy(index)
        return nil
    }

    /// Loads the store and begins to work.
    ///
    /// - Returns: the reason why it cannot; `nil` if it can.
    mutating func beginWork(_ index: Int) -> String? {
        let machine = coordinatorMachine(index)
        let owner = storeOwner(index)
        var disk = coordinators[owner].disk ?? newDisk(owner, coordinatorMachine(owner))
        defer { coordinators[owner].disk = disk }
        if disk.isReadOnly, !sharesStore { return "cannot open coordinator.sqlite: it is on a read-only disk" }
        let stored: StoredState
        do throws(StoreError) { stored = try disk.store.load() } catch { return error.message }
        refreshDisk(&disk, coordinatorMachine(owner))
        let planned = coordinators[index].plan
        var generations = SplitMix64(seed: plan.seed &+ UInt64(bitPattern: time), machine: machine, .generations)
        report(machine, .coordinatorStarted(stored))
        coordinators[index].core = CoordinatorCore(
            settings: CoordinatorSettings(
                site: plan.site, version: Self.version, broker: "broker:1883", storePath: "coordinator.sqlite",
                lead: planned.lead, budget: planned.budget, retention: planned.retention,
                generationTag: GenerationTag(using: &generations)), stored: stored, at: readClock(machine))
        programRuns(machine)
        coordinators[owner].disk = disk
        post(coordinator: index, .started)
        disk = coordinators[owner].disk ?? disk
        return nil
    }

    private mutating func newDisk(_ index: Int, _ machine: Int) -> CoordinatorDisk {
        var random = SplitMix64(seed: plan.seed, machine: machine, .disk)
        let own = MemoryStore(storeID: random.nextName())
        let store =
            switch coordinators[index].plan.store {
            case .empty, .shared: own
            case .copy(let other):
                coordinators.indices.contains(other) ? coordinators[other].disk?.store.copy() ?? own : own
            }
        return CoordinatorDisk(coordinators[index].plan.disk, store: store, random: random)
    }

    mutating func endCoordinator(_ index: Int) {
        if let committing = coordinators[index].committing, reachesStore(index), allowsCommit(index),
            coordinators[storeOwner(index)].disk?.interrupted(committing.operations, at: time) == true
        {
            report(coordinatorMachine(index), .storage, .committed(committing.operations))
        }
        coordinators[index].committing = nil
        coordinators[index].reading.removeAll()
        coordinators[index].isBusy = false
        coordinators[index].core = nil
        coordinators[index].mailbox.removeAll()
        coordinators[index].timers.removeAll()
        coordinators[index].lease = nil
    }

    /// A machine that cannot reach the broker cannot reach a database.
    private func reachesStore(_ index: Int) -> Bool {
        !sharesStore || !isCut(index, isOutward: true) && !isCut(index, isOutward: false)
    }

    func isCut(_ index: Int, isOutward: Bool) -> Bool { ports[coordinatorMachine(index)][isOutward].isCut }

    // MARK: The loop

    mutating func post(coordinator index: Int, _ event: CoordinatorEvent) {
        guard !coordinators[index].isBusy else { return coordinators[index].mailbox.append(event) }
        coordinators[index].isBusy = true
        let machine = coordinatorMachine(index)
        handle(index, machine, event)
        while machines[machine].program.isRunning, let next = coordinators[index].mailbox.popFirst() {
            handle(index, machine, next)
        }
        coordinators[index].isBusy = false
    }

    private mutating func handle(_ index: Int, _ machine: Int, _ event: CoordinatorEvent) {
        counts.handled += 1
        let now = readClock(machine)
        report(machine, .cores, .coordinatorHandles(event))
        guard coordinators[index].core != nil else { return }
        var effects: [CoordinatorEffect] = []
        swap(&effects, &coordinators[index].spareEffects)
        coordinators[index].core?.handle(event, at: now, &effects)
        if let mutate = mutations.coordinator { effects = mutate(index, event, now, effects) }
        // Reversed, as for a node.
        if effects.count > 1 { effects.withUnsafeMutableBufferPointer { $0.reverse() } }
        while let effect = effects.popLast() {
            guard survivesEffect(machine) else { return }
            report(machine, .cores, .coordinatorPerforms(effect))
            perform(index, machine, effect)
        }
        swap(&effects, &coordinators[index].spareEffects)
    }

    private mutating func perform(_ index: Int, _ machine: Int, _ effect: CoordinatorEffect) {
        switch effect {
        case .publish(let message): publish(machine, self.message(message))
        case .replyTime(let node, let origin, let received, let isVouched, let correlation):
            let reply = TimeReply(
                originNanoseconds: origin, receivedNanoseconds: received.nanoseconds,
                transmittedNanoseconds: readClock(machine).wall.nanoseconds, isVouched: isVouched)
            publish(machine, message(.timeReply(node, reply, correlation: correlation)))
        case .reply(let origin, let answer):
            guard let request = origin.address(as: RequestAddress.self) else { return }
            publish(
                machine,
                Message(
                    topic: request.responseTopic, payload: .answer(answer), .answer, at: now,
                    correlation: request.correlation))
        case .commit(let id, let operations): commit(index, machine, id, operations)
        case .readStore(let origin, let query):
            coordinators[index].reading.append((origin, query))
            let length = coordinators[storeOwner(index)].disk?.readLength() ?? 0
            appoint(.storeRead, of: machine, at: time + length)
        case .checkStore: appoint(.storeChecked, of: machine, at: time + Self.checkLength)
        case .loadZone(let name): post(coordinator: index, .zone(name, rules(of: name, on: machine)))
        case .speak(let job, let text, _): speak(index, job: job, text: text)
        case .makeSpokenPack(let job, let texts, _): makeSpokenPack(index, job: job, texts)
        // People of a plan say things, and hand over no files.
        case .prepareUpload, .findUpload, .keepUpload, .dropUpload, .checkSpeech: break
        case .findPack(let origin, let list): findPack(index, origin, list)
        case .keepPacks(let packs): coordinators[index].content.keepOnly(packs)
        case .publishChunks(let content, let parts, let isRetained, let expirySeconds):
            publishChunks(index, machine, content, parts, .chunk(isRetained: isRetained, expirySeconds: expirySeconds))
        case .setTimer(let token, let deadline):
            coordinators[index].timers.set(token, deadline)
            armTimers(machine, for: deadline)
        case .cancelTimer(let token): coordinators[index].timers.cancel(token)
        case .clear(let topic):
            publish(machine, Message(topic: topics.id(of: topic), payload: .bytes([]), .ringActions, at: now))
        // No plan has a Home Assistant, or a client of these.
        case .publishHomeAssistant, .readProcess, .sendNotice:
            break
        // A simulated broker has no socket that could hold reports.
        case .log, .logLimited, .holdReports: break
        case .checkBroker: post(coordinator: index, .brokerChecked(.closed))
        }
    }

    // MARK: The store

    private mutating func commit(_ index: Int, _ machine: Int, _ id: CommitID, _ operations: [StoreOperation]) {
        coordinators[index].committing = (id, operations)
        let length = coordinators[storeOwner(index)].disk?.writeLength() ?? 0
        appoint(.commitDone, of: machine, at: time + length)
    }

    mutating func finishCommit(_ machine: Int) {
        guard case .coordinator(let index) = machines[machine].host,
            let (id, operations) = coordinators[index].committing
        else { return }
        guard reachesStore(index) else {
            // The program does not yet know if the store has it.
            let again = time + Self.settlingLength
            return appoint(.commitDone, of: machine, at: again)
        }
        guard allowsCommit(index) else { return endByItself(machine) }
        guard let result = coordinators[storeOwner(index)].disk?.commit(operations, at: time) else { return }
        coordinators[index].committing = nil
        switch result {
        case .success(let summary):
            report(machine, .storage, .committed(operations))
            post(coordinator: index, .committed(id, summary))
        case .failure(let error):
            report(machine, .storage, .notCommitted(reason: error.message))
            post(coordinator: index, .commitFailed(id, reason: error.message))
        }
    }

    mutating func finishRead(_ machine: Int) {
        guard case .coordinator(let index) = machines[machine].host,
            let (origin, query) = coordinators[index].reading.popFirst(),
            let store = coordinators[storeOwner(index)].disk?.store
        else { return }
        post(coordinator: index, .storeRead(origin, store.answer(query)))
    }

    mutating func finishCheck(_ machine: Int) {
        guard case .coordinator(let index) = machines[machine].host,
            let store = coordinators[storeOwner(index)].disk?.store
        else { return }
        post(coordinator: index, .storeChecked(store.check()))
    }

    // MARK: Messages

    mutating func deliver(_ message: Message, isRetained: Bool, toCoordinator index: Int) {
        switch topics.meaning(of: message.topic) {
        case .node(let node, _): deliver(message, isRetained: isRetained, of: node, toCoordinator: index)
        case .request:
            guard case .request(let request) = message.payload, let response = message.responseTopic else { return }
            let address = RequestAddress(responseTopic: response, correlation: message.correlation)
            post(coordinator: index, .request(RequestOrigin(address), request))
        case .wake: if case .wake(let wake) = message.payload { post(coordinator: index, .wakeHeard(wake)) }
        case .coordinatorPresence:
            if case .presence(let presence) = message.payload {
                post(coordinator: index, .presenceHeard(presence, isRetained: isRetained))
            }
        case .emergency:
            if case .emergency(let word) = message.payload { post(coordinator: index, .emergencyHeard(word)) }
        case .ring, .change, .chunk, .coordinatorAvailability, .homeAssistantState, .homeAssistantCommand, nil: break
        }
    }

    private mutating func deliver(_ message: Message, isRetained: Bool, of node: NodeID, toCoordinator index: Int) {
        func receive(_ word: BrokerWord) { post(coordinator: index, .broker(word)) }
        switch message.payload {
        case .availability(let availability): receive(.availability(node, availability, isRetained: isRetained))
        case .reported(let reported): receive(.reported(node, reported, isRetained: isRetained))
        case .ledger(let batch): receive(.ledger(node, batch))
        case .timeRequest(let request):
            let received = readClock(coordinatorMachine(index)).wall
            receive(.timeRequest(node, request, received: received, correlation: message.correlation))
        case .contentReport(let report): post(coordinator: index, .contentReport(node, report))
        case .desired(let document): post(coordinator: index, .held(node, document))
        case .wake, .presence, .acked, .command, .timeReply, .ringActions, .emergency, .change, .request, .answer,
            .bytes:
            // Empty on the removal of a retained message; the coordinator subscribes to nothing else.
            break
        }
    }
}

private struct RequestAddress: Hashable {
    var responseTopic: TopicID
    var correlation: [UInt8]?
}
