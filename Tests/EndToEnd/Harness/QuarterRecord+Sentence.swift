import ClockDomain

extension QuarterRecord {
    /// For the message of a failed test.
    var sentence: String {
        "\(outcome.rawValue) \(reason?.rawValue ?? "") \(source?.rawValue ?? "") trips \(trips ?? -1) \(detail ?? "")"
    }
}
