// The time that somebody asks for between the quarter hours. It is ordered from the output only at the lead-in, like
// everything that is heard at an instant: until then a node that follows the coordinator's clock still measures it.

internal import ClockDomain
internal import ClockWire

/// An announcement that somebody asked for and that is not over.
struct SpokenCommand: Sendable {
    struct Order: Sendable {
        /// The play order's id.
        var id: Int
        /// When the target will have been reached.
        var audibleAt: BootTime
    }

    var target: WallTime
    /// What the output was told; `nil` before the lead-in.
    var order: Order?
}

extension NodeCore {
    /// Says the time on request. The quarter hour has the right of way.
    mutating func announce(_ target: WallTime, at now: Now, _ effects: inout [Effect]) {
        guard (Duration.zero...NodeCore.selfWakeBudget).contains(target - now.wall) else {
            return effects.append(
                .log(.warning, "ignored a request to say the time at \(target): it is \(now.wall) here"))
        }
        if let quarter = quarterInTheWay(of: target) {
            return effects.append(
                .log(.notice, "did not say the time as asked: the quarter hour \(quarter) has the right of way"))
        }
        dropSpoken(&effects)
        spokenCommand = SpokenCommand(target: target)
        refreshClock(before: target, at: now, &effects)
        tendSpoken(at: now, &effects)
    }

    /// Hands the announcement that somebody asked for to the output when its lead-in has begun.
    mutating func tendSpoken(at now: Now, _ effects: inout [Effect]) {
        guard let target = spokenCommand?.target, spokenCommand?.order == nil else { return }
        guard now.wall >= target - leadIn else {
            return set(.spoken, .wall(target - leadIn), &effects)
        }
        // Set, or slept through, since it was asked for.
        guard now.wall <= target else { return takeBackSpoken(at: now, &effects) }
        soundCount += 1
        spokenCommand?.order = SpokenCommand.Order(id: soundCount, audibleAt: now.boot + (target - now.wall))
        let local = zone.localTime(at: target).time
        effects.append(
            .play(
                PlayOrder(
                    id: soundCount, plan: .spokenTime(local, chime: .none), target: target,
                    volume: settings.announcementVolume, trimMicroseconds: settings.trimMicroseconds)))
    }

    /// It is not to be heard any more.
    mutating func dropSpoken(_ effects: inout [Effect]) {
        if let order = spokenCommand?.order { effects.append(.cancelPlay(id: order.id)) }
        spokenCommand = nil
        cancel(.spoken, &effects)
    }

    /// The clock was set, or is no longer trusted, before the time that somebody asked for was heard.
    mutating func takeBackSpoken(at now: Now, _ effects: inout [Effect]) {
        guard let spokenCommand, spokenCommand.order.map({ now.boot < $0.audibleAt }) ?? true else { return }
        dropSpoken(&effects)
        effects.append(
            .log(.warning, "did not say the time as asked: the clock was set, or is no longer trusted"))
    }

    /// The quarter hour whose announcement would meet a time spoken at `target`.
    private mutating func quarterInTheWay(of target: WallTime) -> WallTime? {
        if let session, session.isPlaying { return session.target }
        let quarter = QuarterHour.atOrAfter(target)
        guard quarter - target <= outlook(of: quarter).lead + leadIn + NodeCore.spokenLength,
            !state.decided.contains(quarter), silence(at: quarter) == nil,
            session?.target == quarter || settings.selfWake
        else { return nil }
        return quarter
    }
}
