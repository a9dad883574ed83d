public import ClockDomain
public import ClockSound

/// An order to ring a sound from an instant on until it is cancelled, or as often as asked.
public struct RingSoundOrder: Hashable, Sendable {
    /// Chosen by the caller, named in the events. Unique among the orders that are not finished, plays included.
    public var id: UInt64
    public var sound: RingSound
    /// CLOCK_MONOTONIC nanoseconds at which the first frame leaves the digital-to-analogue converter. A past instant
    /// means at once.
    public var targetNanoseconds: Int64
    public var volume: Volume
    /// The length of the rise from 40 dB below the volume up to it. Clamped to 0...900.
    public var rampSeconds: Int
    /// The least volume, also during the rise.
    public var floor: Volume
    /// As in ``PlayOrder/trimMicroseconds``.
    public var trimMicroseconds: Int
    /// Rounds of the sound, at least 1; `nil` for no end.
    public var plays: Int?

    public init(
        id: UInt64, sound: RingSound, targetNanoseconds: Int64, volume: Volume, rampSeconds: Int,
        floor: Volume = .silent, trimMicroseconds: Int = 0, plays: Int? = nil
    ) {
        self.id = id
        self.sound = sound
        self.targetNanoseconds = targetNanoseconds
        self.volume = volume
        self.rampSeconds = rampSeconds
        self.floor = floor
        self.trimMicroseconds = trimMicroseconds
        self.plays = plays
    }
}
