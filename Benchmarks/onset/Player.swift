import ClockDomain
import ClockNodeAudio
import Synchronization

/// One output and what became of the sounds ordered on it.
final class Player {
    private struct Outcomes {
        var reports: [PlayReport] = []
        var failures: [String] = []
        var count: Int { reports.count + failures.count }
    }

    /// Shared with the audio thread.
    private final class Box: Sendable {
        let outcomes = Mutex(Outcomes())
    }

    private let box = Box()
    private let output: AudioOutput
    private(set) var targets: [Int64] = []

    /// 40 ms that begin at once at their loudest, so that a recording shows the very frame.
    private static let sound: RenderedPlan = {
        let frames = (0..<RenderedPlan.sampleRate * 40 / 1000).map { Int16($0 / 22 % 2 == 0 ? 16_000 : -16_000) }
        return RenderedPlan(frames: frames, anchorFrame: 0)
    }()

    init(device: String, configurationFile: String, realtime: Bool) throws(AudioFailure) {
        let box = box
        output = try AudioOutput(
            .init(
                device: device, alsaConfigurationFile: configurationFile, asksForRealTimePriority: realtime)
        ) { event in
            box.outcomes.withLock { outcomes in
                switch event {
                case .finished(_, let report): outcomes.reports.append(report)
                case .failed(_, let failure): outcomes.failures.append(failure.message)
                case .cancelled, .probed: break
                }
            }
        }
    }

    var reports: [PlayReport] { box.outcomes.withLock { $0.reports } }
    var failures: [String] { box.outcomes.withLock { $0.failures } }

    func order(at nanoseconds: Int64) {
        targets.append(nanoseconds)
        let isAccepted = output.play(
            PlayOrder(
                id: UInt64(targets.count), sound: Self.sound, targetNanoseconds: nanoseconds, volume: .standard))
        if !isAccepted { box.outcomes.withLock { $0.failures.append("the order was refused") } }
    }

    /// Waits until everything ordered has an outcome, at most `milliseconds`.
    func waitForOutcome(milliseconds: Int) {
        let deadline = MonotonicClock.nanoseconds + Int64(milliseconds) * 1_000_000
        while box.outcomes.withLock({ $0.count }) < targets.count, MonotonicClock.nanoseconds < deadline {
            MonotonicClock.sleep(nanoseconds: 5_000_000)
        }
    }

    func stop() { output.stop() }
}
