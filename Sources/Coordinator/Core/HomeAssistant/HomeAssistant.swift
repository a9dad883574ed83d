internal import ClockDomain
internal import ClockWire

/// Publishes the site for Home Assistant, and interprets its commands.
///
/// For every subject (the site, a room, an alarm, a timer) it keeps the published facts. The messages follow from facts
/// alone. So a change publishes the difference of two facts, and a removal the difference to nothing. A retained
/// message that the broker has and no fact asks for is a leftover: from another prefix, from a time when this was on,
/// or of a subject removed while the broker was away.
///
/// Nothing depends on it. It publishes a large site a few subjects at a time, so that no wake waits behind it.
struct HomeAssistant: Sendable {
    /// The number of subjects published at a time, of up to 40 messages each.
    private static let subjectsAtATime = 4
    private static let pause: Duration = .milliseconds(50)
    /// Older lines of a node's history cause no events.
    private static let eventAge: Duration = .hours(24)
    /// The time that a change may take to reach a room.
    private static let wayThere: Duration = .seconds(30)
    /// The time after a connect in which a silent room is not shown: the earlier program's state is lost, and every
    /// entity would be unknown for a moment. Longer than a room takes until it counts as offline.
    private static let hearing: Duration = .seconds(11)
    /// The time for which an untrusted clock is no problem yet, and an unmeasured one not unknown, as after a start.
    private static let doubt: Duration = .seconds(10)
    /// The most findings shown; there can be one for each room.
    private static let maximumFindings = 10

    /// `nil` while Home Assistant is off.
    private let settings: HomeAssistantSettings?
    private let topics: Topics
    private let version: String
    /// The facts published on this connection.
    private var published: [HomeAssistantSubject: HomeAssistantFacts] = [:]
    /// Subjects that may have changed, each once, in order.
    private var waiting: [HomeAssistantSubject] = []
    private var isWaiting: Set<HomeAssistantSubject> = []
    /// True if the next subjects wait for the timer.
    private var isPausing = false
    /// True if everything must be published again.
    private var isStale = true
    /// The rings of each node's last report. A node without an entry has not reported yet, and its rings are not news.
    private var rings: [NodeID: [RingReport]] = [:]
    private var findings: [NodeID: String] = [:]
    /// The instant since which each room lags behind its definitions.
    private var behindSince: [NodeID: BootTime] = [:]
    private var nextWake: WallTime?
    /// The first instant at which a published alarm is due or a room's mute ends.
    private var nextDue: WallTime?
    /// Rooms that have not reported since the connect; held back until ``heldUntil``.
    private var unheard: Set<NodeID> = []
    private var heldUntil = BootTime(nanoseconds: 0)
    /// The instant since which each room distrusts its clock, or has not measured the coordinator's.
    private var measuringSince: [NodeID: BootTime] = [:]
    /// The instant of the next check of each such room.
    private var undecided: [NodeID: BootTime] = [:]
    /// Refused commands; their entities must show the actual state again.
    private var refusals: [HomeAssistantCommand] = []

    init(_ settings: HomeAssistantSettings?, site: SiteID, version: String) {
        self.settings = settings
        topics = Topics(site: site)
        self.version = version
    }

    var isOn: Bool { settings != nil }

    // MARK: Following the site

    /// Publishes everything again for a new connection or a Home Assistant that has just started: it may know nothing.
    mutating func publishAnew() { isStale = true }

    /// Allows the next subjects.
    mutating func goOn() { isPausing = false }

    /// Follows the changes of an event, and publishes the messages that differ.
    mutating func follow(_ events: [SiteEvent], _ context: SiteReaders.Context, at now: Now, _ out: inout Outbox) {
        guard let settings else { return }
        for event in events { apply(event, context.view, at: now, &out) }
        guard context.view.link.isUp else { return }
        if isStale { forgetPublished(context.view, at: now.boot) }
        lookAtHeld(context.view, at: now.boot)
        if nextDue.map({ now.wall >= $0 }) == true { lookAtDue(at: now.wall) }
        if nextWake != context.nextWake {
            nextWake = context.nextWake
            // The alarms due within a day change each quarter hour.
            for id in context.view.nodes.ids { assess(id, context.view, at: now) }
        }
        let site = site(context, at: now.wall)
        if unheard.isEmpty, published[.site] != .site(site) { look(at: .site) }
        publish(settings, site, context.view, at: now, &out)
        for command in refusals { show(command, settings, &out) }
        refusals = []
        if isPausing { return }
        if !waiting.isEmpty {
            isPausing = true
            out.setTimer(.homeAssistant, .boot(now.boot + Self.pause))
        } else if let held = ((unheard.isEmpty ? [] : [heldUntil]) + undecided.values).min() {
            out.setTimer(.homeAssistant, .boot(held))
        } else if let nextDue {
            out.setTimer(.homeAssistant, .wall(nextDue))
        } else {
            out.cancelTimer(.homeAssistant)
        }
    }

    private mutating func apply(_ event: SiteEvent, _ view: SiteView, at now: Now, _ out: inout Outbox) {
        switch event {
        case .node(let id):
            follow(id, view, at: now.boot)
            tellRings(of: id, view, &out)
            assess(id, view, at: now)
        case .object(.alarm(let id)): look(at: .alarm(id))
        case .object(.timer(let id)): look(at: .timer(id))
        case .object(.group(let id)):
            for alarm in view.definitions.committed.alarms(naming: id) { look(at: .alarm(alarm.alarm.id)) }
            for timer in view.definitions.committed.timers(naming: id) { look(at: .timer(timer.timer.id)) }
        case .object(.calendar(let name)):
            for alarm in view.definitions.committed.alarms(naming: name) { look(at: .alarm(alarm.alarm.id)) }
        case .sound(let node, let record): publish(record, in: node, view, at: now, &out)
        case .object(.stopwatch), .object(.timetable), .quarter, .quartersClosed, .quartersReopened: break
        case .ring(let node, let record):
            guard now.wall - record.endedAt <= Self.eventAge, let kind = HomeAssistantRing(record) else { return }
            publish(kind, of: record.occurrence, record.label, reason: record.reason, in: node, view, &out)
        case .times: for id in view.definitions.committed.alarmIDs { look(at: .alarm(id)) }
        }
    }

    /// Checks that the alarms of a room will ring.
    private mutating func assess(_ id: NodeID, _ view: SiteView, at now: Now) {
        behindSince[id] = view.isBehind(id) ? behindSince[id] ?? now.boot : nil
        // Each change takes a moment to arrive, and nobody needs a finding about that.
        let isBehind = behindSince[id].map { now.boot - $0 >= Self.wayThere } ?? false
        findings[id] = view.finding(of: id, isBehind: isBehind, at: now.wall)
    }

    private mutating func look(at subject: HomeAssistantSubject) {
        if isWaiting.insert(subject).inserted { waiting.append(subject) }
    }

    private mutating func forgetPublished(_ view: SiteView, at now: BootTime) {
        isStale = false
        published = [:]
        (waiting, isWaiting) = ([], [])
        unheard = Set(view.nodes.ids.filter { view.nodes[$0]?.reported == nil })
        heldUntil = now + Self.hearing
        if unheard.isEmpty { lookAtSite(view) }
        for id in view.nodes.ids where !unheard.contains(id) { look(at: .room(id)) }
        for id in view.definitions.committed.timers.keys.sorted() { look(at: .timer(id)) }
    }

    /// Shows what depends on the rooms' reports: the findings about them, and the next time of each alarm in their zones.
    private mutating func lookAtSite(_ view: SiteView) {
        look(at: .site)
        for id in view.definitions.committed.alarmIDs { look(at: .alarm(id)) }
    }

    /// Follows a room's report, or its removal.
    private mutating func follow(_ id: NodeID, _ view: SiteView, at now: BootTime) {
        let reported = view.nodes[id]?.reported
        if unheard.contains(id) {
            if view.nodes[id] != nil, reported == nil { return }
            unheard.remove(id)
            if unheard.isEmpty { lookAtSite(view) }
        }
        let isMeasuring = reported.map { !$0.clock.trusted || $0.clock.offsetMilliseconds == nil } ?? false
        measuringSince[id] = isMeasuring ? measuringSince[id] ?? now : nil
        undecided[id] = measuringSince[id].flatMap { $0 + Self.doubt > now ? $0 + Self.doubt : nil }
        look(at: .room(id))
    }

    /// Shows rooms that were held back long enough.
    private mutating func lookAtHeld(_ view: SiteView, at now: BootTime) {
        if !unheard.isEmpty, heldUntil <= now {
            for id in unheard.sorted() { look(at: .room(id)) }
            unheard = []
            lookAtSite(view)
        }
        for id in undecided.filter({ $0.value <= now }).keys.sorted() {
            undecided[id] = nil
            look(at: .room(id))
        }
    }

    /// Returns the facts to show, with the last shown clock while the room may still begin to trust its own.
    ///
    /// - Returns: `nil` for a room that does not exist, or is not shown yet.
    private func facts(of id: NodeID, _ view: SiteView, at now: WallTime) -> HomeAssistantFacts.Room? {
        guard var facts = view.facts(of: id, at: now), undecided[id] != nil else { return view.facts(of: id, at: now) }
        guard case .room(let shown) = published[.room(id)] else { return nil }
        facts.clock = shown.clock
        return facts
    }

    /// Shows the next time of alarms that were due, and rooms whose mute has ended.
    private mutating func lookAtDue(at now: WallTime) {
        nextDue = nil
        var due: (alarms: [AlarmID], rooms: [NodeID]) = ([], [])
        for facts in published.values {
            guard let next = facts.changes else { continue }
            if next > now {
                nextDue = min(nextDue ?? next, next)
            } else if case .alarm(let alarm) = facts {
                due.alarms.append(alarm.alarm.id)
            } else if case .room(let room) = facts {
                due.rooms.append(room.id)
            }
        }
        for id in due.alarms.sorted() { look(at: .alarm(id)) }
        for id in due.rooms.sorted() { look(at: .room(id)) }
    }

    private func site(_ context: SiteReaders.Context, at now: WallTime) -> HomeAssistantFacts.Site {
        let problem: String? = if case .failing(let reason, _) = context.health { reason } else { nil }
        let shown = findings.isEmpty ? [] : findings.values.sorted().prefix(Self.maximumFindings)
        return HomeAssistantFacts.Site(
            nextWake: context.nextWake, problem: problem, findings: Array(shown),
            emergency: context.view.emergency(at: now))
    }

    // MARK: Publishing

    private mutating func publish(
        _ settings: HomeAssistantSettings, _ site: HomeAssistantFacts.Site, _ view: SiteView, at now: Now,
        _ out: inout Outbox
    ) {
        guard !isPausing, !waiting.isEmpty else { return }
        let subjects = waiting.prefix(Self.subjectsAtATime)
        waiting.removeFirst(subjects.count)
        for subject in subjects {
            isWaiting.remove(subject)
            let facts: HomeAssistantFacts? =
                switch subject {
                case .site: .site(site)
                case .room(let id): facts(of: id, view, at: now.wall).map(HomeAssistantFacts.room)
                case .alarm(let id): view.facts(of: id, at: now.wall).map(HomeAssistantFacts.alarm)
                case .timer(let id): view.facts(of: id).map(HomeAssistantFacts.timer)
                }
            if let next = facts?.changes { nextDue = min(nextDue ?? next, next) }
            publish(subject, facts, settings, &out)
        }
    }

    private mutating func publish(
        _ subject: HomeAssistantSubject, _ facts: HomeAssistantFacts?, _ settings: HomeAssistantSettings,
        _ out: inout Outbox
    ) {
        let old = published[subject]
        guard old != facts else { return }
        published[subject] = facts
        let before = messages(of: old, settings)
        let after = messages(of: facts, settings)
        let known = Dictionary(before.map { ($0.topic, $0.payload) }, uniquingKeysWith: { $1 })
        let kept = Set(after.map(\.topic))
        for message in before where !kept.contains(message.topic) { clear(message.topic, &out) }
        for message in after where known[message.topic] != message.payload {
            out.perform(.publishHomeAssistant(message))
        }
    }

    private func messages(
        of facts: HomeAssistantFacts?, _ settings: HomeAssistantSettings
    ) -> [HomeAssistantMessage] { facts?.messages(settings, topics: topics, version: version) ?? [] }

    private func clear(_ topic: String, _ out: inout Outbox) {
        out.perform(.publishHomeAssistant(HomeAssistantMessage(topic, "")))
    }

    // MARK: Leftovers

    /// Clears unwanted messages among these, which the broker keeps from this run or an earlier one.
    func found(retained found: [String], _ context: SiteReaders.Context, at now: Now, _ out: inout Outbox) {
        let subjects = Dictionary(grouping: found, by: subject)
        for topics in subjects.sorted(by: { ($0.key.map(name) ?? "") < ($1.key.map(name) ?? "") }) {
            let wanted = Set(topics.key.map { wantedTopics(of: $0, context, at: now) } ?? [])
            for topic in topics.value.sorted() where !wanted.contains(topic) { clear(topic, &out) }
        }
    }

    private func name(_ subject: HomeAssistantSubject) -> String { subject.name(at: topics.site) }

    private func subject(of topic: String) -> HomeAssistantSubject? {
        switch topics.parse(topic) {
        case .homeAssistantState(let subject, _): return HomeAssistantSubject(name: subject, at: topics.site)
        case nil:
            // <prefix>/<component>/clocksmith_<site>/<subject>_<entity>/config
            let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
            guard levels.count == 5 else { return nil }
            return HomeAssistantSubject(before: levels[3], at: topics.site)
        case .wake, .change, .ring, .emergency, .chunk, .coordinatorAvailability, .coordinatorPresence, .node,
            .request, .homeAssistantCommand:
            return nil
        }
    }

    private func wantedTopics(of subject: HomeAssistantSubject, _ context: SiteReaders.Context, at now: Now) -> [String]
    {
        guard let settings else { return [] }
        let facts: HomeAssistantFacts? =
            switch subject {
            case .site: .site(site(context, at: now.wall))
            case .room(let id): context.view.facts(of: id, at: now.wall).map(HomeAssistantFacts.room)
            case .alarm(let id): context.view.facts(of: id, at: now.wall).map(HomeAssistantFacts.alarm)
            case .timer(let id): context.view.facts(of: id).map(HomeAssistantFacts.timer)
            }
        return messages(of: facts, settings).map(\.topic)
    }

    // MARK: Events

    /// Publishes events for rings that have begun or been snoozed in a room since its last report.
    private mutating func tellRings(of id: NodeID, _ view: SiteView, _ out: inout Outbox) {
        guard let reported = view.nodes[id]?.reported else {
            rings[id] = nil
            return
        }
        defer { rings[id] = reported.rings }
        guard let before = rings[id], before != reported.rings else { return }
        for ring in reported.rings {
            let old = before.first { $0.occurrence == ring.occurrence }
            guard old?.state != ring.state || old?.snoozes != ring.snoozes else { continue }
            let kind: HomeAssistantRing =
                switch ring.state {
                case .ringing: .ringing
                case .snoozed: .snoozed
                }
            publish(kind, of: ring.occurrence, ring.label, reason: nil, in: id, view, &out)
        }
    }

    /// Publishes an event for an order to sound that a room did not play.
    private func publish(_ record: SoundRecord, in node: NodeID, _ view: SiteView, at now: Now, _ out: inout Outbox) {
        switch record.outcome {
        case .played, .withdrawn: return
        case .missed, .failed, .absent: break
        }
        guard view.link.isUp, view.nodes[node] != nil, now.wall - record.target <= Self.eventAge else { return }
        publish(
            .notHeard, in: node.rawValue,
            [
                .init("order", .string(record.order)), .init("label", .string(record.label)),
                .init("reason", JSONValue(record.reason?.rawValue)), .init("detail", JSONValue(record.detail)),
            ], &out)
    }

    /// Publishes the outcome of a command on the event entity of a subject.
    private func publish(
        _ kind: HomeAssistantCommandEvent, in subject: String, _ members: [JSONValue.Member], _ out: inout Outbox
    ) {
        let event = JSONValue.object([.init("event_type", .string(kind.rawValue))] + members)
        let topic = topics.homeAssistantState(subject, HomeAssistantCommandEvent.key)
        out.perform(.publishHomeAssistant(HomeAssistantMessage(topic, event.text, isRetained: false)))
    }

    private func publish(
        _ kind: HomeAssistantRing, of occurrence: Occurrence, _ label: String, reason: RingReason?, in node: NodeID,
        _ view: SiteView, _ out: inout Outbox
    ) {
        guard view.link.isUp, view.nodes[node] != nil else { return }
        let event: JSONValue = .object([
            .init("event_type", .string(kind.rawValue)), .init("source", .string(occurrence.source.description)),
            .init("label", .string(label)), .init("due", .string(occurrence.due.rfc3339)),
            .init("reason", JSONValue(reason?.rawValue)),
        ])
        let topic = topics.homeAssistantState(node.rawValue, "ring")
        out.perform(.publishHomeAssistant(HomeAssistantMessage(topic, event.text, isRetained: false)))
    }

    // MARK: Commands

    /// The meaning of a command. A request goes the way of all requests.
    enum Meaning: Sendable, Equatable {
        case request(CoordinatorRequest)
        case ring(RingAction.Kind, [Occurrence])
    }

    /// - Throws: the reason for a refusal.
    func meaning(of command: HomeAssistantCommand, _ view: SiteView) throws(RequestError) -> Meaning {
        guard settings != nil else { throw RequestError(.unavailable, "home_assistant.enabled is off") }
        switch HomeAssistantSubject(name: command.subject, at: topics.site) {
        case .room(let id): return try command.meaning(in: id, view)
        case .alarm(let id): return try command.meaning(for: id, view)
        case .timer(let id): return .request(CoordinatorRequest(try command.request(for: id)))
        case .site, nil: throw command.isUnknown
        }
    }

    /// Handles the answer to a command. After a refusal the entity shows its actual state again.
    mutating func answered(_ command: HomeAssistantCommand, _ answer: CoordinatorAnswer, _ out: inout Outbox) {
        switch answer.result {
        case .success: break
        case .failure(let error): refuse(command, error, &out)
        }
    }

    mutating func refuse(_ command: HomeAssistantCommand, _ error: RequestError, _ out: inout Outbox) {
        let entity = "\(command.subject) \(command.entity)".line(maximumBytes: 80)
        let line = "Home Assistant's \"\(command.payload)\" for \(entity) is refused: \(error.message)"
        out.perform(.logLimited(.notice, line.line(maximumBytes: 400), about: "home assistant \(entity)"))
        refusals.append(command)
        guard settings != nil, let subject = HomeAssistantSubject(name: command.subject, at: topics.site) else {
            return
        }
        let place: HomeAssistantSubject =
            switch subject {
            case .room: subject
            case .site, .alarm, .timer: .site
            }
        publish(
            .refused, in: name(place),
            [
                .init("command", .string(entity)), .init("payload", .string(command.payload.line(maximumBytes: 255))),
                .init("message", .string(error.message.line(maximumBytes: 400))),
            ], &out)
    }

    /// Publishes an entity's state again: Home Assistant shows the state that it asked for until the next message.
    private func show(_ command: HomeAssistantCommand, _ settings: HomeAssistantSettings, _ out: inout Outbox) {
        guard let subject = HomeAssistantSubject(name: command.subject, at: topics.site),
            let state = messages(of: published[subject], settings).first(where: {
                $0.topic == topics.homeAssistantState(command.subject, command.entity)
            })
        else { return }
        out.perform(.publishHomeAssistant(state))
    }
}
