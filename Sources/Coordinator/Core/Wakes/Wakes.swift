internal import ClockDomain
internal import ClockWire

/// Publishes each wake ahead of its quarter hour, and sends a wake again that had no room.
///
/// A wake is idempotent by its target. So it is published again whenever its window begins again: after a reconnection,
/// when the broker may have lost it, and after the clock was set.
struct Wakes: Sendable {
    /// The longest lead. It leaves a node's reserve, and as much again for the way and for its own work.
    private static let reach: Duration = .milliseconds(Wake.budgetRange.upperBound) - CoordinatorSettings.reserve * 2
    private static let refusedAgainAfter: Duration = .milliseconds(200)

    private let usualLead: Duration
    private let usualBudget: Duration
    private let store: String
    private let generation: StoreGeneration
    private let started: WallTime
    /// The quarter hour of the armed wake.
    private(set) var nextTarget: WallTime
    /// The longest time that any node plays before a quarter hour's instant.
    private var chimeLead: Duration = .zero
    /// A wake that had no room.
    private var refused: Wake?
    private(set) var others: OtherCoordinators

    /// - Parameters:
    ///   - lead: the time from a wake to its quarter hour if no node plays before it.
    ///   - budget: the time that a node may then be busy with it.
    ///   - store: this store's identifier.
    ///   - generation: the store's generation in which this run works.
    init(lead: Duration, budget: Duration, store: String, generation: StoreGeneration, at now: Now) {
        usualLead = lead
        usualBudget = budget
        self.store = store
        self.generation = generation
        started = now.wall.truncatedToMilliseconds
        others = OtherCoordinators(store: store, started: started, startedBoot: now.boot)
        nextTarget = QuarterHour.after(now.wall)
    }

    /// The time from a wake to its quarter hour: the usual lead plus the longest time that nodes play before the
    /// instant. The budget grows alike, so that no node has less of it.
    var lead: Duration { min(usualLead + chimeLead, Self.reach) }

    /// Arms the next wake, and publishes the one that is due.
    mutating func derive(isConnected: Bool, at now: Now, _ out: inout Outbox) {
        var target = QuarterHour.after(now.wall)
        let lead = lead
        if target - now.wall <= lead {
            if isConnected { publish(for: target, lead: lead, budget: usualBudget + chimeLead, at: now, &out) }
            target = target + QuarterHour.length
        }
        nextTarget = target
        out.setTimer(.wake, .wall(target - lead))
    }

    /// Follows a change of a node's lead.
    mutating func follow(longestLead: Duration, isConnected: Bool, at now: Now, _ out: inout Outbox) {
        guard longestLead != chimeLead else { return }
        chimeLead = longestLead
        derive(isConnected: isConnected, at: now, &out)
    }

    /// Answers `wake`: sends a wake by hand, as far ahead of the quarter hour as a budget reaches.
    mutating func wakeNow(origin: RequestOrigin, at now: Now, _ out: inout Outbox) {
        let target = QuarterHour.after(now.wall)
        let left = target - now.wall
        guard left <= Self.reach else {
            return out.fail(
                origin, .unavailable,
                "the next quarter hour, \(target), is \(left.inWords) away and a node waits for at most "
                    + "\(Self.reach.inWords): ask again after \(target - Self.reach)")
        }
        publish(for: target, lead: left, budget: max(usualBudget, left + .seconds(15)), at: now, &out)
        out.reply(.success(WakeResult(target: target)), to: origin)
    }

    private mutating func publish(
        for target: WallTime, lead: Duration, budget: Duration, at now: Now, _ out: inout Outbox
    ) {
        refused = nil
        let notAfter = target + CoordinatorSettings.grace
        let budgetMilliseconds = Int(budget.nanoseconds / 1_000_000)
        let range = Wake.budgetRange
        out.perform(
            .publish(
                .wake(
                    Wake(
                        target: target, sent: now.wall, leadMilliseconds: Int(lead.nanoseconds / 1_000_000),
                        budgetMilliseconds: min(max(budgetMilliseconds, range.lowerBound), range.upperBound),
                        notAfter: notAfter, store: store, generation: generation, started: started),
                    expirySeconds: now.expirySeconds(until: notAfter))))
        out.log(.debug, "wake for \(target)")
    }

    /// Receives a wake of this site, which may be this coordinator's own.
    mutating func receive(_ wake: Wake, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        others.receive(wake, nodes, at: now, &out)
    }

    /// Receives the presence of another coordinator that works now.
    ///
    /// - Returns: true if it is the first message of it for long.
    mutating func receive(_ presence: CoordinatorPresence, _ nodes: Nodes, at now: Now, _ out: inout Outbox) -> Bool {
        others.receive(from: presence.store, started: presence.started, nodes, at: now, &out)
    }

    /// Schedules a wake again that the connection's queue had no room for. A queue empties, so it tries while a node
    /// would act on it.
    mutating func refuse(_ wake: Wake, reason: String, at now: Now, _ out: inout Outbox) {
        let isFirst = refused?.target != wake.target
        refused = wake
        out.log(isFirst ? .error : .debug, "cannot send the wake for \(wake.target) yet: \(reason); trying again")
        out.setTimer(.refusedWake, .boot(now.boot + Self.refusedAgainAfter))
    }

    mutating func sendRefused(isConnected: Bool, at now: Now, _ out: inout Outbox) {
        guard var wake = refused else { return }
        guard now.wall <= wake.notAfter else {
            refused = nil
            return out.log(
                .error, "did not send the wake for \(wake.target): the queue had no room until that was over")
        }
        // A new connection begins with the due wake.
        guard isConnected else { return refused = nil }
        wake.sent = now.wall
        out.perform(.publish(.wake(wake, expirySeconds: now.expirySeconds(until: wake.notAfter))))
    }
}
