internal import ClockDomain

/// Detects that the clock was set far ahead, and keeps the span that it passed over for half an hour.
///
/// Somebody who types another day, or a.m. for p.m., puts it right within minutes. An alarm in the span is not missed
/// before that: a record would silence it when its time really comes. A restart forgets the span, so that everything in
/// it gets its record then.
struct LeapWatch: Sendable {
    struct Leap: Hashable, Sendable {
        /// The time at the step, by the clock as it was set before.
        var from: WallTime
        var to: WallTime
        /// The instant from which the clock is believed.
        var until: BootTime
    }

    /// After a smaller step most alarms ring late.
    private static let leastLeap: Duration = .minutes(20)
    private static let patience: Duration = .minutes(30)

    private var last: (wall: WallTime, boot: BootTime)?
    /// `nil` unless the clock leapt ahead within half an hour and has not gone back since.
    private(set) var leap: Leap?

    /// Compares the trusted time with that of the last call.
    mutating func observe(_ wall: WallTime, at boot: BootTime) {
        defer { last = (wall, boot) }
        if let leap, boot >= leap.until || wall < leap.to { self.leap = nil }
        guard let last, case let expected = last.wall + (boot - last.boot), wall - expected >= Self.leastLeap else {
            return
        }
        leap = Leap(from: leap?.from ?? expected, to: wall, until: boot + Self.patience)
    }

    /// True when the clock passed over `instant`, and may yet come back to it.
    func isPassedOver(_ instant: WallTime) -> Bool { leap.map { $0.from < instant && instant <= $0.to } ?? false }
}
