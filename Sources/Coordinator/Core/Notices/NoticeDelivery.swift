internal import ClockDomain
internal import ClockWire

/// Schedules messages to people: one at a time, and each again until the receiver accepts it.
struct NoticeDelivery: Sendable {
    /// The time in which a message collects lines before it is sent.
    private static let gathering: Duration = .seconds(10)
    /// The pause between two messages of a kind.
    private static let pause: Duration = .minutes(5)
    private static let firstRetry: Duration = .seconds(10)
    private static let longestRetry: Duration = .minutes(10)
    /// The longest pause between attempts, whatever the receiver asks for.
    private static let longestPause: Duration = .hours(1)
    /// The number of refusals for good before a message is given up: the receiver itself may be at fault.
    private static let patience = 5

    /// The message now being sent.
    private(set) var sending: String?
    /// The reason for failing, and the instant since which messages fail.
    private(set) var problem: (reason: String, since: WallTime)?
    private var lastAttempt = 0
    /// The number of failed attempts in a row.
    private var failures = 0
    private var retryAt: BootTime?
    private var refusals = 0
    /// True while a test message waits: it goes first, and at once.
    private var isTried = false
    /// The instant before which no message of a kind is sent.
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

    /// Makes a new message wait for more lines of its kind.
    mutating func gather(_ kind: NoticeKind, at now: BootTime) {
        notBefore[kind] = max(notBefore[kind] ?? now, now + Self.gathering)
    }

    /// Sends a test message next, even during the pause after a failure.
    mutating func tryOut() {
        isTried = true
        notBefore[.test] = nil
    }

    /// Returns the instant at which a message may be sent; `nil` while one is being sent, or none waits.
    func nextAttempt(_ waiting: [Notice], _ settings: NoticeSettings, _ zone: TimeZoneRules, at now: Now) -> BootTime? {
        guard sending == nil else { return nil }
        if isTried, waiting.contains(where: { $0.kind == .test }) { return now.boot }
        return waiting.map { notice in
            let time = max(retryAt ?? now.boot, notBefore[notice.kind] ?? now.boot)
            guard !notice.kind.isUrgent, let quiet = settings.quiet else { return time }
            return max(time, end(of: quiet, zone, at: now))
        }.min()
    }

    /// Returns the end of quiet hours; now outside of them.
    private func end(of quiet: QuietPeriod, _ zone: TimeZoneRules, at now: Now) -> BootTime {
        guard let end = quiet.end(at: zone.localTime(at: now.wall)) else { return now.boot }
        return now.boot + max(.zero, zone.instant(of: end) - now.wall)
    }

    /// Returns the first message that may be sent now.
    private func next(_ waiting: [Notice], _ settings: NoticeSettings, _ zone: TimeZoneRules, at now: Now) -> Notice? {
        if isTried, let test = waiting.last(where: { $0.kind == .test }) { return test }
        guard retryAt.map({ $0 <= now.boot }) ?? true else { return nil }
        let isQuiet = settings.quiet?.contains(zone.localTime(at: now.wall)) ?? false
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

    // MARK: Outcomes

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

    /// - Parameter pause: the pause that the receiver asks for.
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
