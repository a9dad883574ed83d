import Glibc

/// Finds the beginnings of sounds: the first sample at or above a threshold after a gap in which all are below it.
///
/// The position is a whole frame, because a recording holds the very frames that were played. For a sound that swells
/// (a spoken word), the threshold decides what counts as its beginning; use `ReferenceFinder` for the exact position of
/// a sound that is known.
public struct OnsetDetector: Sendable {
    /// In dB relative to full scale.
    public var thresholdDecibels: Double
    /// The least silence before a separate sound, in milliseconds.
    public var minimumGapMilliseconds: Double

    public init(thresholdDecibels: Double = -60, minimumGapMilliseconds: Double = 50) {
        self.thresholdDecibels = thresholdDecibels
        self.minimumGapMilliseconds = minimumGapMilliseconds
    }

    /// All onsets in a recording, in order, over all of its channels. The start of a recording counts as silence.
    public func onsets(in recording: Recording) throws(RecordingError) -> [Onset] {
        let channels = recording.header.channels
        // At least 1, so that digital silence is silence at any threshold.
        let threshold = max(1, Int((32768 * pow(10, thresholdDecibels / 20)).rounded(.up)))
        let gap = max(1, Int(minimumGapMilliseconds / 1000 * Double(recording.header.rate)))
        // A bound on memory for long recordings.
        let block = 1 << 18
        var onsets: [Onset] = []
        for start in stride(from: 0, to: recording.frameCount, by: block) {
            let samples = try recording.samples(in: start..<min(start + block, recording.frameCount))
            samples.withUnsafeBufferPointer { samples in
                for index in samples.indices {
                    let magnitude = Int(samples[index].magnitude)
                    guard magnitude >= threshold else { continue }
                    let frame = start + index / channels
                    if let last = onsets.last, frame - last.endFrame < gap {
                        onsets[onsets.count - 1].endFrame = frame + 1
                        onsets[onsets.count - 1].peak = max(last.peak, magnitude)
                    } else {
                        onsets.append(
                            Onset(
                                frame: frame, endFrame: frame + 1,
                                monotonicNanoseconds: recording.monotonicNanoseconds(atFrame: Double(frame)),
                                wallNanoseconds: recording.wallNanoseconds(atFrame: Double(frame)), peak: magnitude))
                    }
                }
            }
        }
        return onsets
    }

    static func decibels(magnitude: Int) -> Double { 20 * log10(Double(magnitude) / 32768) }
}
