internal import ClockDomain
internal import ClockWire

/// When messages to people are sent: one at a time, and each again and again until the receiver takes it.
struct NoticeDelivery: Sendable {
    /// How long a message collects lines before it is sent.
    private static let gathering: Duration = .seconds(10)
    /// Between two messages of a kind.
    private static let pause: Duration = .minutes(5)
    private static let firstRetry: Duration = .seconds(10)
    private static let longestRetry: Duration = .minutes(10)
    /// No receiver is left alone for longer, whatever it asks for.
    private static let longestPause: Duration = .hours(1)
    /// So often a receiver may refuse a message for good before it is given up: it may be its own fault.
    private static let patience = 5

    /// The message that is being sent.
    private(set) var sending: String?
    /// Since when messages cannot be sent, and why.
    private(set) var problem: (reason: String, since: WallTime)?
    private var lastAttempt = 0
    /// Attempts in a row that failed.
    private var failures = 0
    private var retryAt: BootTime?
    private var refusals = 0
    /// Somebody tries out the way: that message goes first, and at once.
    private var isTried = false
    /// When the next message of a kind may be sent.
    private var notBefore: [NoticeKind: BootTime] = [:]
    private var delivered = 0
    private var refused = 0
    private var failedAttempts = 0
    private var lastDelivered: WallTime?

    func result(_ waiting: [Notice], receiver: String?) -> NoticesResult {
        NoticesResult(
            receiver: receiver, count: waiting.count, waiting: Array(waiting.prefix(NoticesResult.maximumShown)),
            problem: problem?.reason, problemSince: problem?.since.truncatedToMilliseconds, delivered: delivered,
            refused: refused, lastDelivered: lastDelivered)
    }

    func metrics(_ waiting: [Notice]) -> NoticeMetrics {
        NoticeMetrics(
            waiting: waiting.count, isFailing: problem != nil, delivered: delivered, dropped: refused,
            failures: failedAttempts)
    }

    // MARK: The next attempt

    /// A new message waits for more lines of its kind.
    mutating func gather(_ kind: NoticeKind, at now: BootTime) {
        notBefore[kind] = max(notBefore[kind] ?? now, now + Self.gathering)
    }

    /// Somebody tries out the way, also while the receiver is left alone after a failure.
    mutating func tryOut() {
        isTried = true
        notBefore[.test] = nil
    }

    /// When a message may be sent; `nil` while one is being sent, or none waits.
    func nextAttempt(
        _ waiting: [Notice], _ settings: NoticeSettings, _ zone: TimeZoneRules, at now: Now
    ) -> BootTime? {
        guard sending == nil else { return nil }
        if isTried, waiting.contains(where: { $0.kind == .test }) { return now.boot }
        return waiting.map { notice in
            let time = max(retryAt ?? now.boot, notBefore[notice.kind] ?? now.boot)
            guard !notice.kind.isUrgent, let quiet = settings.quiet else { return time }
            return max(time, end(of: quiet, zone, at: now))
        }.min()
    }

    /// When quiet hours are over; now where there are none.
    private func end(of quiet: QuietPeriod, _ zone: TimeZoneRules, at now: Now) -> BootTime {
        let local = zone.localTime(at: now.wall)
        guard quiet.contains(local.time) else { return now.boot }
        let isTomorrow = local.time >= quiet.end
        let date = isTomorrow ? CivilDate(daysSinceEpoch: local.date.daysSinceEpoch + 1) : local.date
        return now.boot + max(.zero, zone.instant(of: LocalDateTime(date: date, time: quiet.end)) - now.wall)
    }

    /// The first that may be sent now.
    private func next(
        _ waiting: [Notice], _ settings: NoticeSettings, _ zone: TimeZoneRules, at now: Now
    ) -> Notice? {
        if isTried, let test = waiting.last(where: { $0.kind == .test }) { return test }
        guard retryAt.map({ $0 <= now.boot }) ?? true else { return nil }
        let isQuiet = settings.quiet?.contains(zone.localTime(at: now.wall).time) ?? false
        return waiting.first { notice in
            (notice.kind.isUrgent || !isQuiet) && notBefore[notice.kind].map { $0 <= now.boot } ?? true
        }
    }

    /// Sends the next message, unless one is being sent.
    mutating func send(
        _ waiting: [Notice], _ settings: NoticeSettings, _ zone: TimeZoneRules, site: SiteID, at now: Now,
        _ out: inout Outbox
    ) {
        guard sending == nil, let notice = next(waiting, settings, zone, at: now) else { return }
        if notice.kind == .test { isTried = false }
        lastAttempt += 1
        sending = notice.id
        out.perform(.sendNotice(attempt: lastAttempt, NoticePost(notice, settings, site: site)))
    }

    // MARK: What becomes of an attempt

    mutating func answered(
        _ attempt: Int, _ outcome: NoticeOutcome, _ waiting: inout [Notice], at now: Now, _ out: inout Outbox
    ) {
        guard attempt == lastAttempt, let id = sending, let place = waiting.firstIndex(where: { $0.id == id }) else {
            return
        }
        sending = nil
        switch outcome {
        case .delivered:
            let kind = waiting.remove(at: place).kind
            if problem != nil { out.log(.notice, "messages to people reach their receiver again") }
            (failures, refusals, retryAt, problem) = (0, 0, nil, nil)
            delivered += 1
            lastDelivered = now.wall.truncatedToMilliseconds
            notBefore[kind] = now.boot + Self.pause
        case .failed(let reason, let pause): fail(&waiting[place], reason, pause, at: now, &out)
        case .refused(let reason):
            refusals += 1
            guard refusals >= Self.patience else { return fail(&waiting[place], reason, nil, at: now, &out) }
            let notice = waiting.remove(at: place)
            (failures, refusals, retryAt) = (0, 0, nil)
            refused += 1
            failedAttempts += 1
            out.log(.error, "gave up message \(notice.id), because its receiver refuses it: \(reason): \(notice.text)")
        }
    }

    /// - Parameter pause: for which the receiver asks.
    private mutating func fail(
        _ notice: inout Notice, _ reason: String, _ pause: Duration?, at now: Now, _ out: inout Outbox
    ) {
        notice.attempts += 1
        failures += 1
        failedAttempts += 1
        let own = min(Self.firstRetry * (1 << min(failures - 1, 6)), Self.longestRetry)
        retryAt = now.boot + (pause.map { min(max($0, Self.firstRetry), Self.longestPause) } ?? own)
        problem = (reason, problem?.since ?? now.wall)
        out.perform(
            .logLimited(
                .warning, "cannot send a message to people: \(reason); the coordinator tries again", about: "notices"))
    }
}
