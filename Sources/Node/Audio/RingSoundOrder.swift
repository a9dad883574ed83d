public import ClockDomain
public import ClockSound

/// A sound that is to ring from an instant on until it is cancelled.
public struct RingSoundOrder: Hashable, Sendable {
    /// Chosen by the caller, told back in the events. Unique among the orders that are not finished, plays included.
    public var id: UInt64
    public var sound: RingSound
    /// CLOCK_MONOTONIC nanoseconds at which the first frame leaves the digital-to-analogue converter. When that is past,
    /// it rings at once.
    public var targetNanoseconds: Int64
    public var volume: Volume
    /// How long it takes from 40 dB below the volume up to it. Taken as the nearest within 0...900.
    public var rampSeconds: Int
    /// What it is never softer than, also while it rises.
    public var floor: Volume
    /// As in ``PlayOrder/trimMicroseconds``.
    public var trimMicroseconds: Int

    public init(
        id: UInt64, sound: RingSound, targetNanoseconds: Int64, volume: Volume, rampSeconds: Int,
        floor: Volume = .silent, trimMicroseconds: Int = 0
    ) {
        self.id = id
        self.sound = sound
        self.targetNanoseconds = targetNanoseconds
        self.volume = volume
        self.rampSeconds = rampSeconds
        self.floor = floor
        self.trimMicroseconds = trimMicroseconds
    }
}
