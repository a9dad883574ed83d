import ClockSound
import PacedRecording

/// A known sound in a recording, found again in windows of 50 ms.
///
/// A steered sound is interpolated and follows a crystal, so that over a second its frames drift against the reference.
/// In 50 ms they drift by a quarter of a frame at 100 ppm. A period that is lost, doubled or moved shows as windows
/// that are late or early; a hole shows in a window's gain.
struct HeardSound {
    struct Window {
        /// Its first frame in the sound.
        var first: Int
        /// The nearest match; `nil` where the recording has nothing.
        var match: ReferenceMatch?
        /// The match's distance from the window's place, in milliseconds.
        var lateMilliseconds = 0.0
    }

    static let windowFrames = RenderedPlan.sampleRate / 20
    private static let searchFrames = RenderedPlan.sampleRate / 100
    private static let leastCorrelation = 0.95
    private static let gains = 0.95...1.05

    let windows: [Window]

    /// - Parameters:
    ///   - sound: at least 50 ms of a sound whose every part can be told from every other, without its highest tones.
    ///   - start: the place of its first frame in `samples`.
    ///   - rate: frames of `samples` in one frame of the sound.
    init(_ sound: [Int16], from start: Double, rate: Double = 1, in samples: [Int16]) {
        let last = sound.count - Self.windowFrames
        windows = (Array(stride(from: 0, to: last, by: Self.windowFrames)) + [last]).map { first in
            let place = start + Double(first) * rate
            let from = max(0, Int(place) - Self.searchFrames)
            let to = min(samples.count, Int(place) + Self.windowFrames + Self.searchFrames)
            guard from < to else { return Window(first: first) }
            let finder = ReferenceFinder(reference: Array(sound[first..<first + Self.windowFrames]))
            guard let match = finder.bestMatch(in: Array(samples[from..<to])) else { return Window(first: first) }
            return Window(
                first: first, match: match,
                lateMilliseconds: (match.frame + Double(from) - place) * 1000 / Double(RenderedPlan.sampleRate) / rate)
        }
    }

    /// - Parameter instant: CLOCK_MONOTONIC nanoseconds at which the sound should begin.
    init(_ sound: [Int16], at instant: Int64, in recording: Recording) throws(RecordingError) {
        let rate = recording.header.heardRate
        self.init(
            sound, from: Double(instant - recording.header.startMonotonicNanoseconds) * rate / 1e9,
            rate: rate / Double(RenderedPlan.sampleRate), in: try recording.samples(ofChannel: 0))
    }

    /// The first window that is missing, not whole, or more than `limit` milliseconds from its place; `nil` when the
    /// sound is whole and in its place.
    func flaw(beyond limit: Double) -> String? {
        for window in windows {
            guard let match = window.match, match.correlation > Self.leastCorrelation,
                Self.gains.contains(match.gain), abs(window.lateMilliseconds) <= limit
            else {
                let found = window.match.map { "\(window.lateMilliseconds) ms late, \($0)" } ?? "not heard"
                return "frames from \(window.first) on: \(found)"
            }
        }
        return nil
    }
}
