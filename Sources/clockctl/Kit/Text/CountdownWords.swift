internal import ClockDomain

/// The readings of timers and stopwatches.
enum CountdownWords {
    /// `7:32`, `1:30:00`: a whole second that has begun still counts.
    static func remaining(_ duration: Duration) -> String { clock(seconds: Int64(seconds(duration))) }

    /// Returns whole seconds; one that has begun still counts.
    static func seconds(_ duration: Duration) -> Int {
        let nanoseconds = max(0, duration.nanoseconds)
        return Int(nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 > 0 ? 1 : 0))
    }

    /// `7:32.40`, `1:30:00.00`.
    static func elapsed(milliseconds: Int) -> String {
        let milliseconds = max(0, milliseconds)
        let hundredths = milliseconds / 10 % 100
        return "\(clock(seconds: Int64(milliseconds / 1000))).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }

    /// Returns the time left of a timer at `now`, by the clock of the node or coordinator that reports it.
    static func left(_ state: CountdownState, at now: WallTime) -> Duration {
        switch state {
        case .running(let ends): max(.zero, ends - now)
        case .paused(let milliseconds): .milliseconds(milliseconds)
        }
    }

    private static func clock(seconds: Int64) -> String {
        func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let head = hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)"
        return "\(head):\(padded(seconds % 60))"
    }
}
