/// The quarter of the local hour that begins. A chiming clock has a melody for each.
public enum Quarter: Int, Hashable, Sendable, CaseIterable {
    case hour, first, second, third

    /// The quarter of the hour in which a local time lies; of a quarter hour, the one that begins.
    public init(_ time: LocalTime) { self = Self.allCases[time.minute / 15] }

    /// `hour`, `first`, `second`, `third`
    public var name: String { "\(self)" }
}
