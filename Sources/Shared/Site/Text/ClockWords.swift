package import ClockDomain
internal import ClockWire

/// The remedies for a node's clock.
package enum ClockWords {
    /// Clocks that differ by less count as equal.
    package static let noticeableOffset: Duration = .seconds(1)

    /// Returns the advice that makes a node trust the clock that it uses.
    package static func advice(_ source: ClockSource) -> String { Phrase.checkClock(source).text }
}
