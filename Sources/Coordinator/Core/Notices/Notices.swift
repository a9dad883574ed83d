internal import ClockDomain
internal import ClockWire

/// Writes messages to people.
///
/// An event becomes a line. Lines of a kind that come together make one message, so that a dead network is one message
/// and not one for each room. The messages are in the store: a ring's line goes into it with the record itself.
/// ``NoticeDelivery`` sends them. Meanwhile one more message of each kind collects lines, so that a receiver that is
/// away for a day finds a few messages with everything in them.
///
/// Nothing else waits for any of this.
struct Notices: Sendable {
    /// Older records of a ring are history.
    private static let recordAge: Duration = .hours(24)
    /// The time for which the store refuses changes before a message says so.
    private static let storePatience: Duration = .minutes(1)
    /// The longest delay after which a missed check of the coming night still happens.
    private static let checkLateness: Duration = .hours(4)
    /// The times before a certificate's end from which a message announces it; the shortest means the last day.
    private static let certificateNotices: [Duration] = [.hours(24), CertificateLife.urgency]

    /// `nil` while notices are off.
    private let settings: NoticeSettings?
    private let site: SiteID
    /// Distinguishes this run's messages from those of an earlier one.
    private let run: String
    private var state: NoticeState
    private var saved: NoticeState
    private var delivery = NoticeDelivery()
    private var lastNumber = 0
    /// Rooms that are offline, and the instants at which a message says so.
    private var away: [NodeID: BootTime] = [:]
    private var storeFailingSince: BootTime?
    private var isStoreTold = false
    private var brokerAwaySince: BootTime?
    private var isBrokerTold = false
    private var awaitsStoreCheck = false

    init(_ settings: NoticeSettings?, _ state: NoticeState, site: SiteID, started: WallTime) {
        self.settings = settings
        self.site = site
        self.state = state
        saved = state
        run = String(started.nanoseconds / 1_000_000, radix: 36)
    }

    var isOn: Bool { settings != nil }

    /// The reason for which messages cannot be sent now.
    var trouble: (reason: String, since: WallTime, waiting: Int)? {
        delivery.problem.map { ($0.reason, $0.since, state.waiting.count) }
    }

    var receiver: String? { settings?.address.host }

    var result: NoticesResult { delivery.result(state.waiting, receiver: receiver) }

    var metrics: NoticeMetrics { delivery.metrics(state.waiting) }

    // MARK: The store

    /// Returns the operation that stores notices along with these operations; `nil` when the store has everything.
    func save(with operations: [StoreOperation], _ view: SiteView, at now: Now) -> StoreOperation? {
        var next = state
        // With the numbers that they get once they are in the store.
        var number = lastNumber
        for record in operations.lazy.flatMap(\.ringRecords) {
            guard let (kind, line) = line(of: record.record, in: record.node, view, at: now) else { continue }
            let new = id(number + 1)
            if next.add(line, kind, id: new, at: now.wall, sending: delivery.sending) == new { number += 1 }
        }
        return next == saved ? nil : .saveNotices(next)
    }

    mutating func commit(_ state: NoticeState) { saved = state }

    // MARK: Events

    /// Follows the changes of an event, and sends due messages.
    mutating func follow(_ events: [SiteEvent], _ context: SiteReaders.Context, at now: Now, _ out: inout Outbox) {
        guard let settings else { return }
        for event in events {
            switch event {
            case .ring(let node, let record):
                if let (kind, line) = line(of: record, in: node, context.view, at: now) {
                    add(line, kind, context.view, at: now)
                }
                state.unheard.removeAll { $0 == Self.key(record.occurrence, node) }
            case .node(let id):
                look(at: id, settings, context.view, at: now)
                tellUnheard(in: id, context.view, at: now)
            case .sound, .quarter, .quartersClosed, .quartersReopened, .object, .times: break
            }
        }
        tellAway(settings, context.view, at: now)
        tellBroker(settings, context.view, at: now)
        tellStore(context, at: now)
        let zone = context.view.zone
        checkNight(settings, zone, context, at: now, &out)
        delivery.send(state.waiting, settings, zone, site: site, at: now, &out)
        arm(settings, zone, context, at: now, &out)
    }

    /// Sends people a test message.
    ///
    /// - Returns: the message's id.
    mutating func test(at now: Now) -> String {
        delivery.tryOut()
        let new = id(lastNumber + 1)
        let id = state.add(
            "This message tries out the way to you. Nothing has happened.", .test, id: new, at: now.wall,
            sending: delivery.sending)
        if id == new { lastNumber += 1 }
        return id
    }

    mutating func learned(_ check: StoreCheck, _ view: SiteView, at now: Now) {
        guard isOn, awaitsStoreCheck else { return }
        awaitsStoreCheck = false
        if let problem = check.problem {
            add("The store is damaged: \(problem). Run `clockctl doctor`.", .store, view, at: now)
        } else if let free = check.freeBytes, free < StoreCheck.shortBytes {
            add(
                "The store's disk has \(free >> 20) MiB left. When it is full, nothing can be changed.", .store, view,
                at: now)
        }
    }

    private func id(_ number: Int) -> String { "\(run)-\(number)" }

    private mutating func add(_ line: String, _ kind: NoticeKind, _ view: SiteView, at now: Now) {
        let new = id(lastNumber + 1)
        guard state.add(line, kind, id: new, at: now.wall, sending: delivery.sending) == new else { return }
        lastNumber += 1
        delivery.gather(kind, at: now.boot)
    }

    /// Returns the line about a record; `nil` for one as expected.
    private func line(of record: RingRecord, in node: NodeID, _ view: SiteView, at now: Now) -> (NoticeKind, String)? {
        guard now.wall - record.occurrence.due <= Self.recordAge else { return nil }
        let what = view.words(record.occurrence, record.label, in: node, at: now.wall)
        let why = record.detail.map { ": \($0)" } ?? " (\(record.reason.rawValue))"
        switch record.outcome {
        case .missed: return (.alarm, "\(what) was missed\(why)")
        case .failed:
            guard !state.unheard.contains(Self.key(record.occurrence, node)) else { return nil }
            return (.alarm, "\(what) could not be played\(why)")
        case .absent: return (.unknown, "\(what): the room has not said whether it rang\(why)")
        case .rang:
            guard record.reason == .unanswered, view.tellsUnanswered(record.occurrence.source) else { return nil }
            return (.unanswered, "\(what) rang and nobody answered")
        case .skipped: return nil
        }
    }

    /// Announces an unheard ring at once: its record comes only when it has rung until its limit.
    private mutating func tellUnheard(in id: NodeID, _ view: SiteView, at now: Now) {
        for ring in view.nodes[id]?.reported?.rings ?? [] {
            guard let problem = ring.problem, now.wall - ring.occurrence.due <= Self.recordAge else { continue }
            let key = Self.key(ring.occurrence, id)
            guard !state.unheard.contains(key) else { continue }
            state.unheard.append(key)
            state.unheard.removeFirst(max(0, state.unheard.count - NoticeState.maximumUnheard))
            let what = view.words(ring.occurrence, ring.label, in: id, at: now.wall)
            add("\(what) cannot be played: \(problem)", .alarm, view, at: now)
        }
    }

    private static func key(_ occurrence: Occurrence, _ node: NodeID) -> String {
        "\(occurrence.source)@\(occurrence.due.rfc3339) \(node)"
    }

    private mutating func look(at id: NodeID, _ settings: NoticeSettings, _ view: SiteView, at now: Now) {
        guard let node = view.nodes[id], node.availability == .offline else {
            away[id] = nil
            state.offline.removeAll { $0 == id }
            return
        }
        guard away[id] == nil, !state.offline.contains(id) else { return }
        // An instant to come is from a clock that was ahead.
        let since = min(node.availabilitySince ?? now.wall, now.wall)
        away[id] = now.boot + max(.zero, since + settings.offline - now.wall)
    }

    private mutating func tellAway(_ settings: NoticeSettings, _ view: SiteView, at now: Now) {
        for id in away.filter({ $0.value <= now.boot }).keys.sorted() {
            away[id] = nil
            guard let node = view.nodes[id], node.availability == .offline else { continue }
            state.offline.append(id)
            state.offline.sort()
            let since = node.availabilitySince.map { "since \(view.words($0, at: now.wall))" } ?? "and never was online"
            add("\(view.room(id)) is offline \(since).", .offline, view, at: now)
        }
    }

    /// Without the broker, the coordinator receives no room's messages.
    private mutating func tellBroker(_ settings: NoticeSettings, _ view: SiteView, at now: Now) {
        guard let since = view.link.downSince else {
            (brokerAwaySince, isBrokerTold) = (nil, false)
            return
        }
        let away = brokerAwaySince ?? now.boot
        brokerAwaySince = away
        guard !isBrokerTold, now.boot - away >= settings.offline else { return }
        isBrokerTold = true
        let time = view.words(since, at: now.wall)
        add(
            "The coordinator has no connection to the broker since \(time), and gets no reports.", .offline, view,
            at: now)
    }

    private mutating func tellStore(_ context: SiteReaders.Context, at now: Now) {
        guard case .failing(let reason, _) = context.health else {
            (storeFailingSince, isStoreTold) = (nil, false)
            return
        }
        let since = storeFailingSince ?? now.boot
        storeFailingSince = since
        guard !isStoreTold, now.boot - since >= Self.storePatience else { return }
        isStoreTold = true
        add("The store takes no changes: \(reason).", .store, context.view, at: now)
    }

    // MARK: The coming night

    private func nextCheck(_ settings: NoticeSettings, _ zone: TimeZoneRules, at now: WallTime) -> WallTime {
        let today = zone.localTime(at: now).date
        let due = zone.instant(of: LocalDateTime(date: today, time: settings.checkAt))
        // A check of a later day was made by a clock that was ahead.
        if state.lastCheck != today, now - due <= Self.checkLateness { return due }
        let tomorrow = CivilDate(daysSinceEpoch: today.daysSinceEpoch + 1)
        return zone.instant(of: LocalDateTime(date: tomorrow, time: settings.checkAt))
    }

    private mutating func checkNight(
        _ settings: NoticeSettings, _ zone: TimeZoneRules, _ context: SiteReaders.Context, at now: Now,
        _ out: inout Outbox
    ) {
        guard nextCheck(settings, zone, at: now.wall) <= now.wall else { return }
        state.lastCheck = zone.localTime(at: now.wall).date
        let view = context.view
        for id in view.nodes.ids {
            if let finding = view.finding(of: id, isBehind: view.isBehind(id), at: now.wall) {
                add(finding, .preflight, view, at: now)
            }
        }
        var ends = view.nodes.all.compactMap { node in
            node.reported?.certificateUntil.map { (name: node.id.rawValue, until: $0) }
        }
        if let until = context.certificateUntil { ends.append(("the coordinator", until)) }
        for end in ends.sorted(by: { ($0.name, $0.until) < ($1.name, $1.until) }) {
            tellCertificate(of: end.name, until: end.until, view, at: now)
        }
        awaitsStoreCheck = true
        out.perform(.checkStore)
    }

    private mutating func tellCertificate(of name: String, until: WallTime, _ view: SiteView, at now: Now) {
        guard let within = Self.certificateNotices.first(where: { until - now.wall <= $0 }) else { return }
        let key = "\(name) \(until.seconds) \(within.components.seconds)"
        // Forget the earlier ends of a renewed certificate.
        state.certificates.removeAll { $0.hasPrefix("\(name) ") && !$0.hasPrefix("\(name) \(until.seconds) ") }
        guard !state.certificates.contains(key) else { return }
        state.certificates.append(key)
        state.certificates.sort()
        let date = LocalDateTime(secondsSinceEpoch: until.seconds).date
        let end = until < now.wall ? "ended on \(date)" : "ends on \(date)"
        add(
            "The certificate of \(name) \(end). From then on the broker refuses it: run clockctl pki renew.",
            .certificate, view, at: now)
    }

    // MARK: Sending

    mutating func answered(_ attempt: Int, _ outcome: NoticeOutcome, at now: Now, _ out: inout Outbox) {
        delivery.answered(attempt, outcome, &state.waiting, at: now, &out)
    }

    /// Sets the timer for the next check of anything.
    private func arm(
        _ settings: NoticeSettings, _ zone: TimeZoneRules, _ context: SiteReaders.Context, at now: Now,
        _ out: inout Outbox
    ) {
        var times = Array(away.values)
        times.append(now.boot + max(.zero, nextCheck(settings, zone, at: now.wall) - now.wall))
        if let since = brokerAwaySince, !isBrokerTold { times.append(since + settings.offline) }
        if let since = storeFailingSince, !isStoreTold { times.append(since + Self.storePatience) }
        if let time = delivery.nextAttempt(state.waiting, settings, zone, at: now) { times.append(time) }
        guard let first = times.min() else { return out.cancelTimer(.notices) }
        out.setTimer(.notices, .boot(max(first, now.boot)))
    }
}

extension StoreOperation {
    fileprivate var ringRecords: [(node: NodeID, record: RingRecord)] {
        switch self {
        case .appendLedger(let node, _, let entries, _):
            entries.compactMap { if case .ring(let record) = $0.event { (node, record) } else { nil } }
        case .closeRings(let absences, _): absences.filter { !$0.isUnderWay }.map { ($0.node, $0.record) }
        case .beginGeneration, .saveDefinition, .saveAvailability, .saveZone, .closeQuarters, .reopenQuarters,
            .reopenRings, .saveObject, .removeObject, .saveNumbers, .saveChange, .saveScore, .saveWithdrawn,
            .noteSounds, .saveNotices, .forget, .purge, .probe:
            []
        }
    }
}

extension SiteView {
    /// The site's zone, which is its first node's; UTC while none is known.
    fileprivate var zone: TimeZoneRules {
        nodes.ids.lazy.compactMap { nodes[$0]?.zone }.compactMap { definitions.zones.rules($0) }.first ?? .utc
    }

    /// `“Work” of 07:00 in Kitchen`.
    fileprivate func words(_ occurrence: Occurrence, _ label: String, in node: NodeID, at now: WallTime) -> String {
        let name = label.isEmpty ? "\(occurrence.source)" : "“\(label)”"
        return "\(name) of \(words(occurrence.due, at: now)) in \(room(node))"
    }

    /// True if people want a message when nobody answers it.
    fileprivate func tellsUnanswered(_ source: RingSource) -> Bool {
        switch source {
        case .alarm(let id): definitions.committed.alarms[id]?.alarm.ring.tellsUnanswered ?? true
        case .timer(let id): definitions.committed.timers[id]?.timer.ring.tellsUnanswered ?? true
        }
    }

    /// Returns the room's name.
    fileprivate func room(_ id: NodeID) -> String {
        guard let node = nodes[id] else { return id.rawValue }
        return (node.committed ?? node.definition).room
    }

    /// `07:00`, with its date unless that is today, by the site's zone.
    fileprivate func words(_ instant: WallTime, at now: WallTime) -> String {
        let zone = zone
        let local = zone.localTime(at: instant)
        let isToday = local.date == zone.localTime(at: now).date
        return isToday ? local.time.hourAndMinute : "\(local.date) \(local.time.hourAndMinute)"
    }
}
