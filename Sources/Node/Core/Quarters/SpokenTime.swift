// The time that somebody asks for between the quarter hours. It is ordered from the output only at the lead-in, like
// everything that is heard at an instant: until then a node that follows the coordinator's clock still measures it.

internal import ClockDomain
internal import ClockWire

/// The time on request: one at a time.
struct SpokenTime: Sendable {
    private enum Phase: Sendable {
        case none
        /// Its lead-in is still to begin.
        case waiting(WallTime)
        /// With the output.
        case ordered
    }

    private var phase = Phase.none

    /// Says the time at `target` in place of what was asked for before.
    mutating func begin(_ target: WallTime, at now: Now, _ node: inout NodeContext) {
        drop(&node)
        phase = .waiting(target)
        node.refreshClock(before: target, at: now)
        tend(at: now, &node)
    }

    /// Hands it to the output when its lead-in has begun.
    mutating func tend(at now: Now, _ node: inout NodeContext) {
        guard case .waiting(let target) = phase else { return }
        let leadIn = node.output.leadIn
        guard now.wall >= target - leadIn else { return node.set(.spoken, .wall(target - leadIn)) }
        // Set, or slept through, since it was asked for.
        guard now.wall <= target else { return takeBack(at: now, &node) }
        let audibleAt = now.boot + (target - now.wall)
        let sound = node.output.place(
            .spoken, audibleAt: audibleAt, answerBy: audibleAt + QuarterHours.playbackPatience)
        phase = .ordered
        let local = node.zone.localTime(at: target).time
        node.emit(
            .play(
                PlayOrder(
                    id: sound.id, plan: .spokenTime(local, chime: .none), target: target, audibleAt: audibleAt,
                    volume: node.settings.announcementVolume, trimMicroseconds: node.settings.trimMicroseconds)))
    }

    /// The output has answered.
    mutating func ended(_ result: PlaybackResult, _ node: inout NodeContext) {
        if case .failed(_, let message) = result {
            node.log(.error, "could not say the time that somebody asked for: \(message)")
        }
        phase = .none
    }

    /// It is not to be heard any more.
    mutating func drop(_ node: inout NodeContext) {
        node.output.takeBack(.spoken, &node.out)
        phase = .none
        node.cancel(.spoken)
    }

    /// The clock was set, or is no longer trusted, before it was heard.
    mutating func takeBack(at now: Now, _ node: inout NodeContext) {
        switch phase {
        case .none: return
        case .waiting: break
        case .ordered: guard let sound = node.output.sound(of: .spoken), now.boot < sound.audibleAt else { return }
        }
        drop(&node)
        node.log(
            .warning, "did not say the time that somebody asked for: the clock was set, or is no longer trusted")
    }
}
