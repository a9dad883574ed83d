/// A sound that began after silence.
public struct Onset: Sendable, Equatable {
    /// Number of the first frame at or above the threshold.
    public var frame: Int
    /// Number of the frame after the last one at or above the threshold, before the next silence.
    public var endFrame: Int
    /// The instant at which that first frame left the converter, CLOCK_MONOTONIC in nanoseconds.
    public var monotonicNanoseconds: Int64
    /// The same in nanoseconds since the Unix epoch.
    public var wallNanoseconds: Int64
    /// Largest magnitude of any sample of the sound, 0...32768.
    public var peak: Int

    /// The peak in dB relative to full scale.
    public var peakDecibels: Double { OnsetDetector.decibels(magnitude: peak) }
}
