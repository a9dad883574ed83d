internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// People at their clients, as clockctl serves them. A request goes to the coordinator with its index in the plan as
// correlation; the client waits for the answer until the time-out. A ring action goes to the nodes, past the
// coordinator, and is done when no node shows the occurrence as it was.

extension Simulation {
    mutating func act(_ index: Int) {
        let planned = plan.people[index]
        let machine = clientMachine(planned.client)
        report(machine, .requested(index))
        switch planned.what {
        case .ask(let request): ask(index, request, planned.client, machine)
        case .ring(let action): send(action, index, machine)
        case .silence(let source, let kind): silence(source, kind, index, planned.client, machine)
        case .tidy(let keeping): tidy(keeping, index, planned.client, machine)
        case .amend(let how): amend(how, index, planned.client, machine)
        case .forestall(let ago): forestall(ago, index, machine)
        case .prolong(let seconds):
            askAboutOldest(index, planned.client, machine, running: true) { .addToTimer($0, seconds: seconds) }
        case .pause: askAboutOldest(index, planned.client, machine, running: true, Change.pauseTimer)
        case .emergency(let text, let nodes): callEmergency(text, nodes, index, machine)
        case .endEmergency: endEmergency(index, machine)
        case .resume: askAboutOldest(index, planned.client, machine, running: false, Change.resumeTimer)
        }
    }

    /// Asks to remove old alarms from the first coordinator's list.
    private mutating func tidy(_ keeping: Int, _ index: Int, _ client: Int, _ machine: Int) {
        let removals = listedAlarms().map(\.alarm.id).sorted().dropLast(keeping).prefix(ChangeRequest.maximumChanges)
            .map(Change.removeAlarm)
        guard !removals.isEmpty else { return }
        ask(index, CoordinatorRequest(ChangeRequest(changes: removals)), client, machine)
    }

    /// The objects in the first coordinator's lists.
    private func listed() -> [SiteObject] {
        // A store in memory never fails.
        (try? store(0).load().objects) ?? []
    }

    private func listedAlarms() -> [AlarmDefinition] {
        listed().compactMap { if case .alarm(let definition) = $0 { definition } else { nil } }
    }

    /// Asks for a change of the oldest timer that runs, or of the oldest that is paused.
    private mutating func askAboutOldest(
        _ index: Int, _ client: Int, _ machine: Int, running: Bool, _ change: (TimerID) -> Change
    ) {
        let timers = listed().compactMap { object -> TimerID? in
            guard case .timer(let definition) = object else { return nil }
            return switch definition.timer.state {
            case .running: running ? definition.timer.id : nil
            case .paused: running ? nil : definition.timer.id
            }
        }
        guard let oldest = timers.min() else { return }
        ask(index, CoordinatorRequest(ChangeRequest(changes: [change(oldest)])), client, machine)
    }

    /// Changes the alarm that woke somebody.
    private mutating func amend(_ how: PlannedRequest.Amendment, _ index: Int, _ client: Int, _ machine: Int) {
        let shown = shown(to: machine) { $0.state == .ringing }.min()
        guard case .alarm(let id) = shown?.source, let known = listedAlarms().first(where: { $0.alarm.id == id })
        else { return }
        var draft = AlarmDraft(known)
        switch how {
        case .move(let minutes):
            let second = (draft.schedule.time.secondOfDay + minutes * 60) % 86_400
            draft.schedule.time = LocalTime(secondOfDay: second)
        case .switchOff: draft.isEnabled = false
        case .remove:
            let removal = ChangeRequest(changes: [.removeAlarm(id)])
            return ask(index, CoordinatorRequest(removal), client, machine)
        }
        let edit = Change.editAlarm(id, revision: known.alarm.revision, draft)
        ask(index, CoordinatorRequest(ChangeRequest(changes: [edit])), client, machine)
    }

    private mutating func forestall(_ ago: Duration, _ index: Int, _ machine: Int) {
        let next = listedAlarms().lazy.filter(\.alarm.isEnabled).compactMap { [plan, now] definition -> Occurrence? in
            let name = definition.alarm.schedule.zone ?? plan.zones[plan.nodes[0].zone].name
            guard let zone = plan.zones.first(where: { $0.name == name }),
                let due = definition.alarm.schedule.next(after: now.wall, zone: zone)?.due
            else { return nil }
            return Occurrence(source: .alarm(definition.alarm.id), due: due)
        }.min { ($0.due, $0) < ($1.due, $1) }
        guard let next else { return }
        send(
            RingAction(
                id: "action-\(index)", occurrence: next, kind: .snooze, at: (now.wall - ago).truncatedToMilliseconds,
                by: Self.clientName(plan.people[index].client)), index, machine)
    }

    private mutating func ask(_ index: Int, _ request: CoordinatorRequest, _ client: Int, _ machine: Int) {
        let timeout = plan.clients[client].timeout
        expectAnswer(index, machine)
        let names = Topics(site: plan.site)
        publish(
            machine,
            Message(
                topic: topics.id(of: names.request(type(of: request.content).verb)), payload: .request(request),
                expiry: now + timeout + .seconds(1),
                responseTopic: topics.id(of: names.reply(client: Self.clientName(client))),
                correlation: withUnsafeBytes(of: UInt64(index).bigEndian, Array.init)))
    }

    private mutating func expectAnswer(_ index: Int, _ machine: Int, to action: RingAction? = nil) {
        requests.open(index, action)
        let timeout = plan.clients[plan.people[index].client].timeout
        heap.push(.init((now + timeout).nanoseconds, .requestTimesOut, machine: machine, a: Int32(index)))
        startClient(machine)
    }

    mutating func startClient(_ machine: Int) { if ports[machine].client.isStopped { startClient(at: machine) } }

    mutating func deliver(_ message: Message, at port: Int, toClient machine: Int) {
        switch message.payload {
        case .answer(let answer): deliver(answer, message, port)
        case .reported(let reported): record(reported.wrappedValue.rings, message.topic, port)
        case .bytes, .wake, .availability, .presence, .desired, .ledger, .acked, .command, .timeRequest, .timeReply,
            .request, .ringActions, .emergency, .change, .contentReport:
            break
        }
    }

    private mutating func deliver(_ answer: CoordinatorAnswer, _ message: Message, _ port: Int) {
        guard let correlation = message.correlation else { return }
        let index = correlation.reduce(0) { $0 << 8 | Int($1) }
        guard requests.complete(index) else { return drop(port, message, .unexpected) }
        report(port, .answered(index, answer))
    }

    mutating func timeOut(_ index: Int, client machine: Int) {
        if requests.complete(index) { report(machine, .timedOut(index)) }
    }

    // MARK: Ringing

    /// Stops or snoozes an occurrence that the client shows.
    private mutating func silence(
        _ source: RingSource?, _ kind: RingAction.Kind, _ index: Int, _ client: Int, _ machine: Int
    ) {
        let shown = shown(to: machine) { ring in
            source.map { $0 == ring.occurrence.source } ?? true && (kind == .stop || ring.state == .ringing)
        }
        guard let occurrence = shown.min() else { return }
        let action = RingAction(
            id: "action-\(index)", occurrence: occurrence, kind: kind, at: now.wall.truncatedToMilliseconds,
            by: Self.clientName(client))
        send(action, index, machine)
    }

    private mutating func send(_ action: RingAction, _ index: Int, _ machine: Int) {
        let topic = topics.id(of: Topics(site: plan.site).ring(.people))
        var list = RingActionList()
        if ports[machine].client.isConnected, case .ringActions(let kept) = broker.model.kept(topic, at: now)?.payload {
            list = kept
        }
        list.expire(at: now.wall)
        list.add([action])
        report(machine, .acted(index, action))
        expectAnswer(index, machine, to: action)
        publish(machine, Message(topic: topic, payload: .ringActions(list), .ringActions, at: now))
    }

    private mutating func callEmergency(_ text: String?, _ nodes: [NodeID], _ index: Int, _ machine: Int) {
        let known = keptEmergency?.spokenAt ?? now.wall
        publish(
            Emergency(
                id: "emergency-\(index)", begun: word(index, after: known), text: text, nodes: nodes), index, machine)
    }

    private mutating func endEmergency(_ index: Int, _ machine: Int) {
        guard var emergency = keptEmergency, emergency.ended == nil else { return }
        emergency.ended = word(index, after: emergency.spokenAt)
        publish(emergency, index, machine)
    }

    private var keptEmergency: Emergency? {
        mutating get {
            let topic = topics.id(of: Topics(site: plan.site).emergency)
            guard case .emergency(let kept) = broker.model.kept(topic, at: now)?.payload else { return nil }
            return kept
        }
    }

    private func word(_ index: Int, after known: WallTime) -> Emergency.Word {
        Emergency.Word(at: max(now.wall, known).truncatedToMilliseconds, by: Self.clientName(plan.people[index].client))
    }

    private mutating func publish(_ emergency: Emergency, _ index: Int, _ machine: Int) {
        expectAnswer(index, machine)
        publish(
            machine,
            Message(
                topic: topics.id(of: Topics(site: plan.site).emergency), payload: .emergency(emergency),
                emergency.delivery, at: now))
    }

    /// The occurrences, in any order, that nodes report and that `matches`.
    private func shown(to machine: Int, where matches: (RingReport) -> Bool) -> [Occurrence] {
        broker.shownRings.values.joined().filter(matches).map(\.occurrence)
    }

    /// Reads a node's report, and settles the actions that have had their effect.
    private mutating func record(_ rings: [RingReport], _ topic: TopicID, _ machine: Int) {
        guard !rings.isEmpty || broker.shownRings[topic.index] != nil else { return }
        broker.shownRings[topic.index] = rings.isEmpty ? nil : rings
        for (index, action) in requests.actions where machine == clientMachine(plan.people[index].client) {
            let stillShown = broker.shownRings.values.joined().contains {
                $0.occurrence == action.occurrence && (action.kind == .stop || $0.state == .ringing)
            }
            if !stillShown, requests.complete(index) { report(machine, .silencedEverywhere(index)) }
        }
    }
}

struct OpenRequests {
    /// By their indices in the plan.
    private var isOpen: [Bool]
    /// Ring actions that have not had their effect yet.
    private(set) var actions: [(index: Int, action: RingAction)] = []

    init(count: Int) { isOpen = Array(repeating: false, count: count) }

    mutating func open(_ index: Int, _ action: RingAction?) {
        isOpen[index] = true
        if let action { actions.append((index, action)) }
    }

    /// - Returns: true if the request was open.
    mutating func complete(_ index: Int) -> Bool {
        guard isOpen.indices.contains(index), isOpen[index] else { return false }
        isOpen[index] = false
        actions.removeAll { $0.index == index }
        return true
    }
}
