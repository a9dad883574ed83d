/// The silence of announcements that somebody asked for.
public enum Mute: Hashable, Sendable {
    case off
    /// Until somebody ends it.
    case on
    /// It ends by itself: a quarter hour at this instant speaks.
    case until(WallTime)

    /// The lengths that people can ask for, in seconds: from a minute to 31 days.
    public static let lengths = 60...31 * 86_400

    /// True when a quarter hour at `target` is silent.
    public func silences(_ target: WallTime) -> Bool {
        switch self {
        case .off: false
        case .on: true
        case .until(let end): target < end
        }
    }

    /// Returns the end of a mute of that many seconds: on a whole minute, so that people see the very instant.
    public static func ending(after seconds: Int, from now: WallTime) -> Mute {
        let end = (now + .seconds(seconds)).seconds
        return .until(WallTime(seconds: end - end.flooredRemainder(by: 60)))
    }
}
