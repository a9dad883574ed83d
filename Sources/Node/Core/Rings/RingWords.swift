// The words between rings: a speaking alarm says its label and the time, a speaking timer its name.
//
// The first come 20 s after the first frame, when somebody who was awake has stopped it, and after its ramp; then each
// minute. They go by the sound's own instant, so rooms that ring together speak together. Nothing of it is stored: what
// is not said at its instant is left out.

internal import ClockDomain
internal import ClockWire

/// Has the room speak while it rings.
struct RingWords: Sendable {
    static let first: Duration = .seconds(20)
    static let period: Duration = .seconds(60)
    /// Longer than a label and a time take.
    static let length: Duration = .seconds(15)

    /// The words that were ordered last: nothing is said twice.
    private var last: (occurrence: Occurrence, at: BootTime)?

    /// Orders the words that are due, and takes back those of a ring that is over.
    ///
    /// - Returns: the next instant at which this has something to do.
    mutating func tend(at now: Now, _ node: inout NodeContext) -> BootTime? {
        guard !node.book.isEmpty || last != nil else { return nil }
        let speaking = speaking(node)
        if let last, speaking?.ring.occurrence != last.occurrence {
            node.output.takeBack(.words(last.occurrence), &node.out)
            self.last = nil
        }
        guard let (ring, sound) = speaking else { return nil }
        // A ring that swells is soft until then.
        var point = sound.audibleAt + max(Self.first, .seconds(ring.style.rampSeconds))
        let earliest = max(now.boot + node.output.openingTime, last.map { $0.at + .nanoseconds(1) } ?? now.boot)
        if point < earliest {
            let passed = (earliest - point).nanoseconds
            let period = Self.period.nanoseconds
            point = point + .nanoseconds((passed + period - 1) / period * period)
        }
        guard point - node.output.leadIn <= now.boot else { return point - node.output.leadIn }
        last = (ring.occurrence, point)
        say(ring, at: point, now, &node)
        return point + Self.period - node.output.leadIn
    }

    /// The first ring that speaks and may be heard; one that rings on through its words has no room for another's.
    private func speaking(_ node: NodeContext) -> (ring: Ring, sound: SoundOutput.Sound)? {
        guard node.memory.emergency.current == nil else { return nil }
        for index in node.book.entries.indices {
            let ring = node.book.entries[index].ring
            guard ring.speaks, ring.style.plays == nil, case .ringing = ring.phase,
                let sound = node.book.sound(of: index, node.output), sound.isSounding
            else { continue }
            return (ring, sound)
        }
        return nil
    }

    private func say(_ ring: Ring, at point: BootTime, _ now: Now, _ node: inout NodeContext) {
        let target = now.wall + (point - now.boot)
        let isNear = node.memory.carried.orders.contains { $0.order.target < target + Self.length }
        // A ring that is ordered, and has not begun.
        let begins = node.book.entries.indices.contains {
            node.book.sound(of: $0, node.output).map { $0.audibleAt > now.boot } ?? false
        }
        guard !isNear, !begins, !node.output.isTaken(at: now), node.ringToCome(until: target + Self.length) == nil
        else { return }
        let file = SpokenText.file(of: ring.label)
        let hasLabel = SpokenText.hasWords(ring.label) && node.reporter.sounds?.has(file) ?? false
        // A room that does not trust its clock says no time.
        let time: LocalTime? =
            switch ring.occurrence.source {
            case .alarm: node.clock.isTrusted(at: now) ? node.zone.localTime(at: target).time : nil
            case .timer: nil
            }
        guard let plan = AnnouncementPlan.spokenRing(label: hasLabel ? file : nil, time: time) else { return }
        let sound = node.output.place(
            .words(ring.occurrence), audibleAt: point, answerBy: point + QuarterHours.playbackPatience)
        node.emit(
            .play(
                PlayOrder(
                    id: sound.id, plan: plan, target: target, audibleAt: point,
                    volume: node.settings.ringVolume(ring.style.volume),
                    trimMicroseconds: node.settings.trimMicroseconds, silencesRings: true)))
    }
}
