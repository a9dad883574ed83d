import ClockDomain
import ClockNodeAudio
import ClockSound
import Synchronization

/// One output and the outcomes of its orders.
final class Player {
    private struct Outcomes {
        /// From the player's reports; `nil` for an onset that it could not measure.
        var onsetErrors: [Int64?] = []
        var underruns = 0
        var failures: [String] = []
        /// Sounds that are silent again.
        var ended = 0
    }

    /// Shared with the audio thread.
    private final class Box: Sendable {
        let outcomes = Mutex(Outcomes())
    }

    private let box = Box()
    private let output: AudioOutput
    private let rings: Bool
    private(set) var targets: [Int64] = []

    /// 40 ms that begin at once at their loudest, so that a recording shows the very frame; whole waves, so that they
    /// can repeat.
    private static let frames = (0..<1760).map { Int16($0 / 22 % 2 == 0 ? 16_000 : -16_000) }

    /// - Parameter rings: true to order rings in place of plays, and to cancel them once they are reported as begun.
    init(device: String, configurationFile: String, realtime: Bool, rings: Bool) throws(AudioFailure) {
        self.rings = rings
        let box = box
        output = try AudioOutput(
            .init(
                device: device, alsaConfigurationFile: configurationFile, asksForRealTimePriority: realtime)
        ) { event in
            box.outcomes.withLock { outcomes in
                switch event {
                case .finished(_, let report):
                    outcomes.onsetErrors.append(report.onsetErrorNanoseconds)
                    outcomes.underruns += report.underruns
                    outcomes.ended += 1
                case .ringStarted(_, let report):
                    outcomes.onsetErrors.append(report.onsetErrorNanoseconds)
                    outcomes.underruns += report.underruns
                case .failed(_, let failure):
                    outcomes.failures.append(failure.message)
                    outcomes.ended += 1
                case .ringSilent: break
                case .cancelled, .ringEnded: outcomes.ended += 1
                case .probed, .learned, .trouble: break
                }
            }
        }
    }

    var onsetErrors: [Int64] { box.outcomes.withLock { $0.onsetErrors.compactMap { $0 } } }
    var underruns: Int { box.outcomes.withLock { $0.underruns } }
    var failures: [String] { box.outcomes.withLock { $0.failures } }

    func order(at nanoseconds: Int64) {
        targets.append(nanoseconds)
        let id = UInt64(targets.count)
        let isAccepted =
            if rings {
                output.ring(
                    RingSoundOrder(
                        id: id, sound: RingSound(frames: Self.frames), targetNanoseconds: nanoseconds,
                        volume: .standard, rampSeconds: 0))
            } else {
                output.play(
                    PlayOrder(
                        id: id, sound: RenderedPlan(frames: Self.frames, anchorFrame: 0),
                        targetNanoseconds: nanoseconds, volume: .standard))
            }
        guard !isAccepted else { return }
        box.outcomes.withLock { outcomes in
            outcomes.failures.append("the order was refused")
            outcomes.ended += 1
        }
    }

    /// Waits until every order has an outcome, at most `milliseconds`; ends rings.
    func waitForOutcome(milliseconds: Int) {
        let deadline = MonotonicClock.nanoseconds + Int64(milliseconds) * 1_000_000
        wait(until: deadline) { $0.onsetErrors.count + $0.failures.count >= self.targets.count }
        if rings { output.cancel(UInt64(targets.count)) }
        wait(until: deadline) { $0.ended >= self.targets.count }
    }

    /// Waits until the first ring is reported as begun, at most `milliseconds`.
    func waitForStart(milliseconds: Int) {
        wait(until: MonotonicClock.nanoseconds + Int64(milliseconds) * 1_000_000) {
            $0.onsetErrors.count + $0.failures.count > 0
        }
    }

    private func wait(until deadline: Int64, _ isDone: (Outcomes) -> Bool) {
        while !box.outcomes.withLock({ isDone($0) }), MonotonicClock.nanoseconds < deadline {
            MonotonicClock.sleep(nanoseconds: 5_000_000)
        }
    }

    func stop() { output.stop() }
}
