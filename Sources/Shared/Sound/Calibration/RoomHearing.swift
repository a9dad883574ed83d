/// The instant at which a recording contains a room's sound, and the quality of that measurement.
public struct RoomHearing: Hashable, Sendable {
    /// Seconds into the recording at which the room's sound arrived for the common instant.
    public let instant: Double
    /// Number of the ``ClickTrain/rounds`` rounds that contain the room.
    public let rounds: Int
    /// Standard deviation of the single rounds from their common line, in seconds.
    public let spread: Double
    /// Level of the first arrival above the noise, in decibels.
    public let clearness: Double
    /// True when the noise may hide an arrival before this one, so that this one may be an echo, some milliseconds
    /// late.
    public let isFaint: Bool
    /// Excess of the recorder's clock over the room's output, as a share of 1; the recorder's part of it is the same in
    /// all rooms.
    public let drift: Double

    public init(
        instant: Double, rounds: Int, spread: Double, clearness: Double, isFaint: Bool = false, drift: Double = 0
    ) {
        self.instant = instant
        self.rounds = rounds
        self.spread = spread
        self.clearness = clearness
        self.isFaint = isFaint
        self.drift = drift
    }

    /// Bound of the instant's error in nearly all cases, in seconds: three times its standard deviation.
    public var uncertainty: Double {
        // The instant is before the first round, so the rounds hold the line through them only at one side of it.
        3 * 2 * spread / Double(rounds).squareRoot()
    }
}
