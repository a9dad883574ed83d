public import ClockDomain

/// An order to repeat a sound from an instant on until it is stopped, or as often as asked.
public struct RingOrder: Hashable, Sendable {
    /// From the same counter as the ids of play orders.
    public var id: Int
    public var occurrence: Occurrence
    /// Name of a built-in sound or of a file in the node's sounds folder.
    public var sound: String
    /// The instant at which the first frame leaves the output, by the boot clock, as the wall clock may be set before
    /// the output acts. A past one means at once.
    public var audibleAt: BootTime
    /// The same by this node's wall clock as it was at the order, for people.
    public var target: WallTime
    public var volume: Volume
    /// From quiet to `volume`.
    public var rampSeconds: Int
    /// It is never quieter than this, even while it rises.
    public var floor: Volume
    /// As ``NodeSettings/trimMicroseconds``.
    public var trimMicroseconds: Int
    /// As ``RingStyle/plays``.
    public var plays: Int?

    public init(
        id: Int, occurrence: Occurrence, sound: String, audibleAt: BootTime, target: WallTime, volume: Volume,
        rampSeconds: Int, floor: Volume = .silent, trimMicroseconds: Int = 0, plays: Int? = nil
    ) {
        self.id = id
        self.occurrence = occurrence
        self.sound = sound
        self.audibleAt = audibleAt
        self.target = target
        self.volume = volume
        self.rampSeconds = rampSeconds
        self.floor = floor
        self.trimMicroseconds = trimMicroseconds
        self.plays = plays
    }
}

/// The outcome of a ``RingOrder``.
public enum RingResult: Hashable, Sendable {
    /// Its first frame was heard.
    /// - Parameters:
    ///   - onsetErrorNanoseconds: first frame leaving the output minus target, as the output reports it; `nil` when an
    ///     underrun swallowed it.
    ///   - missingSound: the reason for which another sound than the ordered one is heard.
    case started(onsetErrorNanoseconds: Int64?, missingSound: String?)
    /// It is heard again, after it was silent for so long because the output ran dry.
    case silent(nanoseconds: Int64)
    /// It is not heard, or no longer.
    case failed(PlaybackFailure, message: String)
    case ended
}
