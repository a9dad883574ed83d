public import ClockDomain

/// An instant that outlives the program: within its boot it is one of the boot clock, which nobody can set, and after a
/// reboot one of the wall clock.
///
/// `boot` belongs to the boot that ``NodeState/bootID`` names; after another boot it is `nil`.
public struct DurableInstant: Hashable, Sendable, Codable {
    /// By the time that alarms go by (``RingTime``), whole milliseconds.
    public var wall: WallTime
    /// `nil` after a reboot, until the time is known.
    public var boot: BootTime?
    /// After a reboot: the instant was no further ahead at the last save, so it is no further ahead now, whatever the
    /// wall clock shows. Negative: it had passed that long ago.
    public private(set) var atMost: Duration?

    public init(wall: WallTime, boot: BootTime?) {
        self.wall = wall.truncatedToMilliseconds.clampedToValid
        self.boot = boot
    }

    enum CodingKeys: String, CodingKey {
        case wall
        case bootNanoseconds = "boot_ns"
        case atMostNanoseconds = "at_most_ns"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            wall: try container.decode(WallTime.self, forKey: .wall),
            boot: try container.decodeIfPresent(Int64.self, forKey: .bootNanoseconds).map(BootTime.init(nanoseconds:)))
        atMost = try container.decodeIfPresent(Int64.self, forKey: .atMostNanoseconds).map { .nanoseconds($0) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(wall, forKey: .wall)
        try container.encodeIfPresent(boot?.nanoseconds, forKey: .bootNanoseconds)
        try container.encodeIfPresent(atMost?.nanoseconds, forKey: .atMostNanoseconds)
    }

    /// Finds the instant on the boot clock after a reboot. Returns `false` while the time is unknown.
    mutating func anchor(at time: RingTime) -> Bool {
        if boot != nil { return true }
        guard let wall = time.wall else { return false }
        let ahead = self.wall - wall
        boot = time.boot + min(ahead, atMost ?? ahead)
        atMost = nil
        follow(time)
        return true
    }

    /// Discards the boot clock's value after another boot.
    ///
    /// - Parameter last: an instant of the ended boot at which it certainly still ran.
    mutating func loseBootClock(last: BootTime?) {
        if let boot, let last { atMost = boot - last }
        boot = nil
    }

    /// The wall clock was set: `wall` becomes its time at this instant of the boot clock.
    mutating func follow(_ time: RingTime) {
        guard let boot, let wall = time.wall else { return }
        let shown = (wall + (boot - time.boot)).truncatedToMilliseconds.clampedToValid
        // The two clocks are never read at the very same moment.
        if (shown - self.wall).magnitude > .milliseconds(20) { self.wall = shown }
    }
}

/// The time for alarms and timers.
struct RingTime: Hashable, Sendable {
    /// The wall time that alarms go by: the trusted clock's, or its last trusted reading continued by the boot clock.
    /// `nil` without either.
    var wall: WallTime?
    var boot: BootTime

    /// Returns `instant` by the wall clock; `nil` while that is unknown.
    func wall(at instant: BootTime) -> WallTime? { wall.map { $0 + (instant - boot) } }
}
