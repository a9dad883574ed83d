package import ClockDomain
internal import ClockSite
internal import ClockWire

/// Keeps the pages' copy of a site up to date, and reports its changes.
///
/// It receives the nodes' and the coordinator's retained messages and change events, and asks for `status` and
/// `schedule`. It reports a change event at once. Other changes come with the next `status`, which a hint brings within
/// half a second.
package struct SiteMirror: DecisionCore {
    /// The snapshot for pages that connect now.
    package private(set) var snapshot: SiteSnapshot
    private var schedule: SiteSchedule?
    /// The nodes' own messages, as the broker has them.
    private var words: [NodeID: NodeWord] = [:]
    /// The site's last word on an emergency, as the broker has it; the coordinator's while it has none for us.
    private var emergency: Emergency?
    /// The nodes known only from the coordinator's answer.
    private var learned: Set<NodeID> = []
    /// The rules of every zone in use; `nil` for zones that this computer does not know.
    private var rules: [String: TimeZoneRules?] = [:]
    private var loading: Set<String> = []
    /// The last time at which we loaded the rules of all zones.
    private var zonesAsked: BootTime?

    private var askings: [Question: Asking] = [.status: Asking(every: .seconds(10)), .schedule: Asking(every: nil)]
    private var timers: [Question: (token: TimerToken<Question>, at: BootTime)] = [:]
    private var generation = 0
    /// The number of the last change event.
    private var lastChange: Int?
    /// Changes since our request for the schedule: its answer may be older. `nil` without such a request.
    private var changesMeanwhile: [ChangeEvent]?
    /// The reason for which the last request failed; `nil` after an answer.
    private var trouble: String?

    /// After more changes than this it is simpler to ask once more.
    private static let maximumChangesMeanwhile = 1_000
    /// The tz database changes under a server that runs for months.
    private static let zonesAge: Duration = .hours(24)

    package init(at now: Now) {
        snapshot = SiteSnapshot(
            connection: SiteConnection(
                broker: .connecting, coordinator: .unknown, problem: nil, since: now.wall.truncatedToMilliseconds))
        updateProblem()
    }

    package mutating func handle(_ event: WebEvent, at now: Now, _ effects: inout [WebEffect]) {
        let before = snapshot
        var events: [SiteEvent] = []
        switch event {
        case .connected: connected(at: now)
        case .disconnected(let reason): disconnected(reason, at: now)
        case .coordinatorAvailability(let availability): apply(coordinator: availability, at: now)
        case .nodeAvailability(let node, let availability):
            words[node, default: NodeWord()].availability = availability
            takeNodeWord(node, at: now, &events)
        case .reported(let node, let reported):
            words[node, default: NodeWord()].report(reported)
            learned.remove(node)
            takeNodeWord(node, at: now, &events)
        case .emergency(let word): emergency = word
        case .woken: askings[.status]?.hint(at: now.boot)
        case .changed(let change): apply(change, at: now, &events)
        case .status(let status, let offset): apply(status, offset: offset, at: now, &events)
        case .schedule(let answer): apply(answer, at: now, &events)
        case .failed(let question, let number, let reason):
            guard askings[question]?.failed(number, at: now.boot) == true else { break }
            if question == .schedule { changesMeanwhile = nil }
            trouble = reason
        case .zone(let name, let found):
            loading.remove(name)
            rules[name] = .some(found)
            forecast(at: now, &events)
        case .timer(let token):
            guard timers[token.kind]?.token == token else { break }
            timers[token.kind] = nil
        }
        updateProblem()
        let alert = SiteEmergency(emergency ?? snapshot.status?.emergency, words)
        snapshot.lastWord = [snapshot.lastWord, alert.lastWord].compactMap(\.self).max()
        snapshot.emergency = alert.isOn(at: snapshot.siteNow(now.wall)) ? alert : nil
        if snapshot.connection != before.connection { events.append(.connection(snapshot.connection)) }
        if snapshot.rings != before.rings || snapshot.emergency != before.emergency {
            events.append(.rings(snapshot.rings, snapshot.emergency))
        }
        if !events.isEmpty || snapshot != before {
            effects.append(.tell(events.contains(.snapshot) ? [.snapshot] : events, snapshot))
        }
        loadZones(at: now, &effects)
        ask(at: now, &effects)
    }

    // MARK: The way to the site

    private mutating func connected(at now: Now) {
        // The broker sends all retained messages again.
        words = [:]
        learned = []
        lastChange = nil
        changesMeanwhile = nil
        trouble = nil
        set(.connected, .unknown, at: now)
        for question in Question.allCases { askings[question]?.begin(at: now.boot) }
    }

    private mutating func disconnected(_ reason: String, at now: Now) {
        trouble = reason
        set(.lost, .unknown, at: now)
        for question in Question.allCases { askings[question]?.stop() }
    }

    private mutating func apply(coordinator availability: Availability?, at now: Now) {
        guard snapshot.connection.broker == .connected else { return }
        let wasOnline = snapshot.connection.coordinator == .online
        switch availability {
        case .online?:
            set(.connected, .online, at: now)
            // It may have changed its store while it was away, and repeats no change.
            if !wasOnline { for question in Question.allCases { askings[question]?.begin(at: now.boot) } }
        case .offline?: set(.connected, .offline, at: now)
        case nil: set(.connected, .unknown, at: now)
        }
    }

    private mutating func set(_ broker: SiteConnection.Broker, _ coordinator: SiteConnection.Coordinator, at now: Now) {
        guard (snapshot.connection.broker, snapshot.connection.coordinator) != (broker, coordinator) else { return }
        snapshot.connection.broker = broker
        snapshot.connection.coordinator = coordinator
        snapshot.connection.since = snapshot.siteNow(now.wall)
    }

    private mutating func updateProblem() {
        snapshot.connection.problem =
            switch (snapshot.connection.broker, snapshot.connection.coordinator) {
            case (.connecting, _): "Connecting to the broker."
            case (.lost, _): "No connection to the broker: \(trouble ?? "it was lost")"
            case (.connected, .offline): "The coordinator is offline; is clock-coordinator running?"
            case (.connected, .online), (.connected, .unknown): trouble
            }
    }

    // MARK: Reports of nodes

    private mutating func takeNodeWord(_ node: NodeID, at now: Now, _ events: inout [SiteEvent]) {
        askings[.status]?.hint(at: now.boot)
        snapshot.rings = RingingOccurrence.all(words)
        guard let index = snapshot.status?.nodes.firstIndex(where: { $0.id == node }),
            var status = snapshot.status?.nodes[index]
        else { return }
        // We report it at once, without the coordinator; the rest of the message comes with the next status.
        if let availability = words[node]?.availability, availability != status.availability {
            status.availability = availability
            status.availabilitySince = snapshot.siteNow(now.wall)
        }
        if let rings = words[node]?.rings { status.rings = rings }
        guard status != snapshot.status?.nodes[index] else { return }
        snapshot.status?.nodes[index] = status
        events.append(.node(status))
    }

    // MARK: Answers

    private mutating func apply(_ status: SiteStatus, offset: Duration?, at now: Now, _ events: inout [SiteEvent]) {
        askings[.status]?.answered()
        trouble = nil
        if let offset { snapshot.localOffset = offset.magnitude >= ClockWords.noticeableOffset ? offset : .zero }
        guard let before = snapshot.status else {
            snapshot.status = status
            learnRings(status)
            forecast(at: now, &events)
            events.append(.snapshot)
            return
        }
        snapshot.status = status
        learnRings(status)
        let known = Dictionary(before.nodes.map { ($0.id, $0) }) { first, _ in first }
        for node in status.nodes where known[node.id] != node { events.append(.node(node)) }
        let stay = Set(status.nodes.map(\.id))
        for node in before.nodes where !stay.contains(node.id) { events.append(.nodeRemoved(node.id)) }
        if before.coordinator != status.coordinator || before.foreign != status.foreign
            || before.nextTarget != status.nextTarget
        {
            events.append(.coordinator(status))
        }
        forecast(at: now, &events)
    }

    /// Takes the rings of nodes without a retained message from the coordinator's answer: the broker need not send any
    /// for a wildcard.
    private mutating func learnRings(_ status: SiteStatus) {
        for node in status.nodes where words[node.id]?.rings == nil { learned.insert(node.id) }
        for node in learned.subtracting(status.nodes.map(\.id)) {
            learned.remove(node)
            words[node] = nil
        }
        for node in status.nodes where learned.contains(node.id) { words[node.id] = NodeWord(node) }
        snapshot.rings = RingingOccurrence.all(words)
    }

    private mutating func apply(_ answer: SiteSchedule, at now: Now, _ events: inout [SiteEvent]) {
        askings[.schedule]?.answered()
        trouble = nil
        var answer = answer
        for change in changesMeanwhile ?? [] { answer.apply(change) }
        changesMeanwhile = nil
        let isFirst = schedule == nil
        let before = snapshot.schedule
        schedule = answer
        var unsaid: [SiteEvent] = []
        forecast(at: now, &unsaid)
        if isFirst || snapshot.schedule != before { events.append(.snapshot) }
    }

    // MARK: Changes

    private mutating func apply(_ change: ChangeEvent, at now: Now, _ events: inout [SiteEvent]) {
        if let lastChange, change.number != lastChange + 1 { askings[.schedule]?.hint(at: now.boot) }
        lastChange = change.number
        if let meanwhile = changesMeanwhile {
            guard meanwhile.count < Self.maximumChangesMeanwhile else {
                changesMeanwhile = []
                askings[.schedule]?.begin(at: now.boot)
                return
            }
            changesMeanwhile?.append(change)
        }
        // Its documents follow.
        askings[.status]?.hint(at: now.boot)
        if case .node(let id, let room, let settings, _)? = change.new {
            define(id, room, settings, at: now, &events)
            return
        }
        guard schedule != nil else { return }
        schedule?.apply(change)
        switch (change.new ?? change.old) {
        case .alarm: break
        case .timer: events.append(.timer(old: change.old?.timer, new: change.new?.timer))
        case .stopwatch: events.append(.stopwatch(old: change.old?.stopwatch, new: change.new?.stopwatch))
        case .group: events.append(.group(old: change.old?.group, new: change.new?.group))
        case .holidays: events.append(.holidays(old: change.old?.holidays, new: change.new?.holidays))
        case .timetable: events.append(.timetable(old: change.old?.timetable, new: change.new?.timetable))
        case .node, nil: return
        }
        forecast(at: now, &events)
    }

    /// Applies people's settings of a node, before the next status says the same.
    private mutating func define(
        _ id: NodeID, _ room: String, _ settings: NodeSettings, at now: Now, _ events: inout [SiteEvent]
    ) {
        guard let index = snapshot.status?.nodes.firstIndex(where: { $0.id == id }),
            var node = snapshot.status?.nodes[index]
        else { return }
        node.room = room
        node.settings = settings
        node.volume = settings.volume.percent
        node.muted = settings.mute.silences(snapshot.siteNow(now.wall))
        guard node != snapshot.status?.nodes[index] else { return }
        snapshot.status?.nodes[index] = node
        events.append(.node(node))
    }

    /// Puts the definitions into the snapshot, with the next time of each alarm, and reports alarms that have changed.
    private mutating func forecast(at now: Now, _ events: inout [SiteEvent]) {
        guard let schedule else { return }
        let before = snapshot.schedule
        snapshot.schedule.timers = schedule.timers
        snapshot.schedule.stopwatches = schedule.stopwatches
        snapshot.schedule.groups = schedule.groups
        snapshot.schedule.holidays = schedule.holidays
        snapshot.schedule.timetables = schedule.timetables
        snapshot.schedule.alarms = forecasts(schedule, at: now)
        let old = Dictionary(before.alarms.map { ($0.alarm.id, $0) }) { first, _ in first }
        let new = Dictionary(snapshot.schedule.alarms.map { ($0.alarm.id, $0) }) { first, _ in first }
        for id in Set(old.keys).union(new.keys).sorted() where old[id] != new[id] {
            events.append(.alarm(old: old[id], new: new[id]))
        }
    }

    private func forecasts(_ schedule: SiteSchedule, at now: Now) -> [AlarmForecast] {
        let rules = rules
        let plan = SitePlan(
            schedule, now: snapshot.siteNow(now.wall), nodes: snapshot.status?.nodes ?? [],
            zones: Zones(local: .utc) { rules[$0] ?? nil })
        return schedule.alarms.map { AlarmForecast($0, in: plan) }
    }

    // MARK: Requests

    private mutating func loadZones(at now: Now, _ effects: inout [WebEffect]) {
        let isStale = zonesAsked.map { now.boot - $0 >= Self.zonesAge } ?? true
        if isStale { zonesAsked = now.boot }
        let named =
            (snapshot.status?.nodes.compactMap(\.zone) ?? [])
            + (schedule?.alarms.compactMap(\.alarm.schedule.zone) ?? [])
        for name in Set(named).sorted() where (isStale || rules[name] == nil) && !loading.contains(name) {
            loading.insert(name)
            effects.append(.loadZone(name))
        }
    }

    private mutating func ask(at now: Now, _ effects: inout [WebEffect]) {
        for question in Question.allCases {
            guard let due = askings[question]?.next else { continue }
            if due <= now.boot {
                askings[question]?.asked(at: now.boot)
                if question == .schedule { changesMeanwhile = [] }
                timers[question] = nil
                effects.append(.ask(question, number: askings[question]?.number ?? 0))
            } else if timers[question]?.at != due {
                generation += 1
                let token = TimerToken(kind: question, generation: generation)
                timers[question] = (token, due)
                effects.append(.setTimer(token, .boot(due)))
            }
        }
    }
}
