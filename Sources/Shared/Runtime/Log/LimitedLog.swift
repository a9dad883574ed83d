import ClockDomain
public import Logging
import Synchronization

/// A program's log for events that others can cause in any number: one line per key and minute, see ``RateLimitedLog``.
public final class LimitedLog: Sendable {
    private let logger: Logger
    private let clock: SystemClock
    private let limits = Mutex(RateLimitedLog())

    public init(_ logger: Logger, clock: SystemClock) {
        self.logger = logger
        self.clock = clock
    }

    /// - Parameter key: the common name of such lines.
    public func log(_ level: Logger.Level, about key: String, _ text: @autoclosure () -> String) {
        let suffix = limits.withLock { $0.suffix(for: key, at: clock.now().boot) }
        if let suffix { logger.log(level: level, "\(text())\(suffix)") }
    }
}
