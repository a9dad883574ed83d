public import ClockDomain
public import ClockWire

/// An order to sound, stored until its line is written.
public struct CarriedOrder: Hashable, Sendable, Codable {
    public var id: String
    public var order: SoundOrder
    /// True when it was handed to the output. Found so after a crash, it was interrupted.
    public var isPlaying: Bool
    /// The quarter hour whose announcement says the time in its place.
    public var quarter: WallTime?
    /// An order without a sound says this; `nil` for the time.
    public var day: Day?

    /// The date, and the instant at which something rings next.
    public struct Day: Hashable, Sendable, Codable {
        public var next: WallTime?

        /// Longer than any pack takes.
        static let length: Duration = .milliseconds(11_500)
    }

    /// The longest time for which an order without a sound is heard.
    var spokenLength: Duration { day == nil ? QuarterHours.spokenLength : Day.length }

    public init(id: String, order: SoundOrder, isPlaying: Bool = false, quarter: WallTime? = nil, day: Day? = nil) {
        self.day = day
        self.id = id
        self.order = order
        self.isPlaying = isPlaying
        self.quarter = quarter
    }

    enum CodingKeys: String, CodingKey {
        case id, order, quarter, day
        case isPlaying = "playing"
    }
}

extension CarriedOrder: Comparable {
    /// By their targets.
    public static func < (a: CarriedOrder, b: CarriedOrder) -> Bool { (a.order.target, a.id) < (b.order.target, b.id) }
}
