internal import ClockDomain
internal import ClockWire

extension HistoryLine {
    /// The record of a quarter hour; `nil` for what rang.
    var quarter: QuarterRecord? {
        if case .quarter(let record) = event { record } else { nil }
    }
}
