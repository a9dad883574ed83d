public import ClockDomain

extension QuarterRecord: Codable {
    enum CodingKeys: String, CodingKey {
        case target, outcome, reason, detail, source, trips
        case wakeLatencyMilliseconds = "wake_latency_ms"
        case onsetErrorMicroseconds = "onset_error_us"
    }

    /// Details of more bytes of UTF-8 than this are cut: they are sentences.
    public static let maximumDetailBytes = 300

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let target = try container.decode(WallTime.self, forKey: .target)
        guard QuarterHour.isQuarterHour(target) else {
            throw DecodingError.dataCorruptedError(
                forKey: .target, in: container, debugDescription: "\(target) is not a quarter hour of UTC")
        }
        self.init(
            target: target,
            outcome: try container.decode(QuarterOutcome.self, forKey: .outcome),
            // A newer node may know more reasons; the detail still explains them to people.
            reason: try container.decodeIfPresent(String.self, forKey: .reason).flatMap(QuarterReason.init),
            detail: try container.decodeIfPresent(String.self, forKey: .detail)
                .map { $0.line(maximumBytes: QuarterRecord.maximumDetailBytes) },
            source: try container.decodeIfPresent(WakeSource.self, forKey: .source),
            wakeLatencyMilliseconds: try container.decodeIfPresent(Int.self, forKey: .wakeLatencyMilliseconds),
            onsetErrorMicroseconds: try container.decodeIfPresent(Int.self, forKey: .onsetErrorMicroseconds),
            trips: try container.decodeIfPresent(Int.self, forKey: .trips))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(target, forKey: .target)
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(detail, forKey: .detail)
        try container.encodeIfPresent(source, forKey: .source)
        try container.encodeIfPresent(wakeLatencyMilliseconds, forKey: .wakeLatencyMilliseconds)
        try container.encodeIfPresent(onsetErrorMicroseconds, forKey: .onsetErrorMicroseconds)
        try container.encodeIfPresent(trips, forKey: .trips)
    }
}
