/// When and how well a room was heard in a recording.
public struct RoomHearing: Hashable, Sendable {
    /// Seconds into the recording at which the room's sound arrived for the common instant.
    public let instant: Double
    /// How many of the ``ClickTrain/rounds`` rounds it was found in.
    public let rounds: Int
    /// Standard deviation of the single rounds from what they say together, in seconds.
    public let spread: Double
    /// How far the first arrival stands above the noise, in decibels.
    public let clearness: Double
    /// Whether an arrival before this one may be hidden in the noise, so that this may be an echo, some milliseconds
    /// late.
    public let isFaint: Bool
    /// How much faster the recorder's clock counts than the room's output, as a share of 1; the recorder's part of it
    /// is the same in all rooms.
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

    /// The bound that the instant's error stays within nearly always, in seconds: three times its standard deviation.
    public var uncertainty: Double {
        // The instant is before the first round, so the line through the rounds is held only at one side of it.
        3 * 2 * spread / Double(rounds).squareRoot()
    }
}
