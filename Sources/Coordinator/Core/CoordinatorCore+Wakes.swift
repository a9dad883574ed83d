internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    /// Arms the next wake, and publishes the one whose time has come.
    ///
    /// A wake is idempotent by its target, so it is published again whenever its window is entered anew: after a
    /// reconnection, when the broker may have lost it, and after the clock was set.
    mutating func deriveWake(at now: Now) {
        var target = QuarterHour.after(now.wall)
        let lead = wakeLead
        if target - now.wall <= lead {
            if isConnected { publishWake(for: target, lead: lead, budget: settings.budget + chimeLead, at: now) }
            target = target + QuarterHour.length
        }
        nextTarget = target
        setTimer(.wake, .wall(target - lead))
    }

    /// How far ahead of a quarter hour its wake goes out: before the longest of what nodes play ahead of the instant by
    /// as much as before the instant where nothing does. The budget grows alike, so that no node has less of it.
    var wakeLead: Duration { min(settings.lead + chimeLead, reach) }

    /// A node has told another lead than before.
    mutating func followChimeLead(at now: Now) {
        let longest = Duration.milliseconds(nodes.values.lazy.compactMap(\.reported?.leadMilliseconds).max() ?? 0)
        guard longest != chimeLead else { return }
        chimeLead = longest
        deriveWake(at: now)
    }

    /// As much beyond the target as a node keeps in reserve, and as much again for the way and for its own work.
    private var reach: Duration { .milliseconds(Wake.budgetRange.upperBound) - CoordinatorSettings.reserve * 2 }

    /// `wake`: by hand, as far ahead of the quarter hour as a budget reaches.
    mutating func wakeNow(origin: RequestOrigin, at now: Now) {
        let target = QuarterHour.after(now.wall)
        let left = target - now.wall
        guard left <= reach else {
            return fail(
                origin, .unavailable,
                "the next quarter hour, \(target), is \(left.inWords) away and a node waits for at most "
                    + "\(reach.inWords): ask again after \(target - reach)")
        }
        publishWake(for: target, lead: left, budget: max(settings.budget, left + .seconds(15)), at: now)
        perform(.reply(origin, .wake(WakeResult(target: target))))
    }

    private mutating func publishWake(for target: WallTime, lead: Duration, budget: Duration, at now: Now) {
        refusedWake = nil
        let notAfter = target + CoordinatorSettings.grace
        let budgetMilliseconds = Int(budget.nanoseconds / 1_000_000)
        let range = Wake.budgetRange
        perform(
            .publishWake(
                Wake(
                    target: target, sent: now.wall, leadMilliseconds: Int(lead.nanoseconds / 1_000_000),
                    budgetMilliseconds: min(max(budgetMilliseconds, range.lowerBound), range.upperBound),
                    notAfter: notAfter, store: storeID, started: started),
                expirySeconds: expirySeconds(until: notAfter, at: now)))
        perform(.log(.debug, "wake for \(target)"))
    }

    /// The connection's queue had no room for a wake. A queue empties, so it is tried for as long as a node would act on it.
    mutating func wakeRefused(_ wake: Wake, reason: String, at now: Now) {
        let isFirst = refusedWake?.target != wake.target
        refusedWake = wake
        perform(.log(isFirst ? .error : .debug, "the wake for \(wake.target) is held up: \(reason); trying again"))
        setTimer(.refusedWake, .boot(now.boot + .milliseconds(200)))
    }

    mutating func sendRefusedWake(at now: Now) {
        guard var wake = refusedWake else { return }
        guard now.wall <= wake.notAfter else {
            refusedWake = nil
            return perform(
                .log(.error, "the wake for \(wake.target) was not sent: there was no room until it was over"))
        }
        // A new connection begins with the wake that is due.
        guard isConnected else { return refusedWake = nil }
        wake.sent = now.wall
        perform(.publishWake(wake, expirySeconds: expirySeconds(until: wake.notAfter, at: now)))
    }

    /// The whole seconds left until `end`, at least one: zero would mean that the message is never delivered.
    func expirySeconds(until end: WallTime, at now: Now) -> UInt32 {
        UInt32(clamping: max(1, (end - now.wall).nanoseconds / 1_000_000_000))
    }
}
