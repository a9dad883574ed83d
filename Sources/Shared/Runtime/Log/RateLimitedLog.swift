public import ClockDomain

/// Decides which of many like events a program logs: one per key and interval; the next line counts the others.
///
/// The number of keys is bounded. When all are in use within the interval, further keys share one, so that a sender who
/// invents names cannot fill the log or the memory.
public struct RateLimitedLog: Sendable {
    private struct Window {
        var start: BootTime
        var suppressed = 0
    }

    private let interval: Duration
    private let capacity: Int
    private var windows: [String: Window] = [:]
    private var overflow: Window?

    /// - Parameters:
    ///   - interval: at most one line per key in this time.
    ///   - capacity: the most keys that it distinguishes at any time.
    public init(interval: Duration = .minutes(1), capacity: Int = 256) {
        self.interval = interval
        self.capacity = capacity
    }

    /// Counts an event.
    ///
    /// - Returns: nil when the program must not log it; else the end of the line: nothing, or
    ///   ` (12 more since the last such line)`.
    public mutating func suffix(for key: String, at boot: BootTime) -> String? {
        if windows[key] == nil, windows.count >= capacity {
            windows = windows.filter { boot - $0.value.start < interval }
            if windows.count >= capacity { return count(&overflow, boot) }
        }
        return count(&windows[key], boot)
    }

    private func count(_ window: inout Window?, _ boot: BootTime) -> String? {
        if let current = window, boot - current.start < interval {
            window?.suppressed += 1
            return nil
        }
        let suppressed = window?.suppressed ?? 0
        window = Window(start: boot)
        return suppressed == 0 ? "" : " (\(suppressed) more since the last such line)"
    }
}
