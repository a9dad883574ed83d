import ClockDomain
import ClockTestSupport

extension WallTime {
    /// An instant written out in a test.
    init(_ text: String) throws {
        guard let instant = WallTime(rfc3339: text) else { throw TestFailure("\"\(text)\" is not RFC 3339") }
        self = instant
    }
}
