import ClockDomain
import ClockNodeCore

/// A part of an emergency that was heard, until it ended or was stopped.
struct HeardAlert: Equatable {
    var order: AlertOrder
    var from: Now
    var until: BootTime
}

/// The driver's output for rings.
extension NodeDriver {
    mutating func endSounds() {
        onsetsToCome = []
        for index in alerts.indices { alerts[index].until = min(alerts[index].until, now.boot) }
        for index in rings.indices where rings[index].until == nil { rings[index].until = now }
    }

    mutating func begin(_ index: Int) {
        let onset = onsetsToCome.remove(at: index)
        guard let ring = rings.lastIndex(where: { $0.order.id == onset.id }), rings[ring].until == nil else { return }
        rings[ring].from = now
        let missing: String? =
            switch ringOutput {
            case .plays(let missing): missing
            case .fails, .neverAnswers: nil
            }
        schedule(
            .ring(id: onset.id, .started(onsetErrorNanoseconds: 12_400, missingSound: missing)),
            after: .milliseconds(250), play: onset.id)
    }

    mutating func ring(_ order: RingOrder) {
        rings.append(HeardRing(order: order))
        switch ringOutput {
        case .plays:
            let delay = max(order.audibleAt - now.boot, .milliseconds(30)) + ringDelay
            onsetsToCome.append(Onset(id: order.id, at: now.boot + delay))
        case .fails(let failure, let message):
            rings[rings.count - 1].until = now
            schedule(.ring(id: order.id, .failed(failure, message: message)), after: .milliseconds(1), play: order.id)
        case .neverAnswers: break
        }
    }

    /// A part of an emergency: two seconds a round.
    mutating func alert(_ order: AlertOrder) {
        switch ringOutput {
        case .plays:
            let length: Duration = .seconds(2 * order.plays)
            alerts.append(HeardAlert(order: order, from: now, until: now.boot + length))
            schedule(
                .ring(id: order.id, .started(onsetErrorNanoseconds: 12_400, missingSound: nil)),
                after: .milliseconds(250), play: order.id)
            schedule(.ring(id: order.id, .ended), after: length, play: order.id)
        case .fails(let failure, let message):
            schedule(.ring(id: order.id, .failed(failure, message: message)), after: .milliseconds(1), play: order.id)
        case .neverAnswers: break
        }
    }

    /// True when an emergency sounds now.
    var isAlerting: Bool { alerts.contains { $0.until > now.boot } }

    /// Lets time pass until the wall clock shows an instant.
    mutating func run(until wall: WallTime) { run(for: wall - now.wall) }

    mutating func stopRing(_ id: Int) {
        if let index = alerts.lastIndex(where: { $0.order.id == id }) {
            alerts[index].until = min(alerts[index].until, now.boot)
            return scheduled.removeAll { $0.play == id }
        }
        onsetsToCome.removeAll { $0.id == id }
        guard let index = rings.lastIndex(where: { $0.order.id == id }), rings[index].until == nil else { return }
        rings[index].until = now
        // Reports the onset before the end, unless that was done.
        let beginning = scheduled.first { $0.play == id }?.event
        scheduled.removeAll { $0.play == id }
        guard answersStops else { return }
        if let beginning, case .ring(_, .started) = beginning {
            schedule(beginning, after: .milliseconds(50), play: id)
        }
        schedule(.ring(id: id, .ended), after: .milliseconds(50), play: id)
    }

    /// The output has played a bell to its end.
    mutating func endRing() {
        guard let index = rings.lastIndex(where: { $0.until == nil }) else { return }
        rings[index].until = now
        send(.ring(id: rings[index].order.id, .ended))
    }

    /// Breaks off the sound.
    mutating func breakOutput(_ failure: PlaybackFailure, message: String) {
        for index in rings.indices where rings[index].until == nil {
            rings[index].until = now
            scheduled.removeAll { $0.play == rings[index].order.id }
            onsetsToCome.removeAll { $0.id == rings[index].order.id }
            schedule(.ring(id: rings[index].order.id, .failed(failure, message: message)), after: .milliseconds(1))
        }
    }
}
