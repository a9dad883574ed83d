public import ClockDomain
public import ClockSound

/// An order to play one sound at an instant.
public struct PlayOrder: Hashable, Sendable {
    /// Chosen by the caller, named in the outcome. Unique among the orders that are not finished.
    public var id: UInt64
    public var sound: RenderedPlan
    /// CLOCK_MONOTONIC nanoseconds at which the anchor frame leaves the digital-to-analogue converter.
    ///
    /// About two seconds ahead is best: the output then runs on silence long enough to wake up and to be measured.
    public var targetNanoseconds: Int64
    public var volume: Volume
    /// Microseconds by which the sound is sent earlier, beyond the output's own
    /// ``AudioOutput/Configuration/latencyTrimMicroseconds``. Within the same range.
    public var trimMicroseconds: Int
    /// True for words between rings: rings are silent as long as it sounds.
    public var silencesRings: Bool

    public init(
        id: UInt64, sound: RenderedPlan, targetNanoseconds: Int64, volume: Volume, trimMicroseconds: Int = 0,
        silencesRings: Bool = false
    ) {
        self.id = id
        self.sound = sound
        self.targetNanoseconds = targetNanoseconds
        self.volume = volume
        self.trimMicroseconds = trimMicroseconds
        self.silencesRings = silencesRings
    }

    /// CLOCK_MONOTONIC nanoseconds of the first frame.
    var startNanoseconds: Int64 { targetNanoseconds - sound.anchorOffsetNanoseconds }
}
