package import ClockDomain
internal import ClockWire

/// What to do about a node's clock.
package enum ClockWords {
    /// Clocks that differ by less are taken as equal.
    package static let noticeableOffset: Duration = .seconds(1)

    /// What makes a node trust its clock, by whose clock it goes by.
    package static func advice(_ source: ClockSource) -> String { Phrase.checkClock(source).text }
}
