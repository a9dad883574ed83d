public import ClockDomain

extension RingRecord: Codable {
    enum CodingKeys: String, CodingKey {
        case occurrence, label, outcome, reason, detail, snoozes, by
        case rangAt = "rang_at"
        case endedAt = "ended_at"
        case onsetErrorMicroseconds = "onset_error_us"
        case silentMilliseconds = "silent_ms"
    }

    /// Details of more bytes of UTF-8 than this are cut: they are sentences.
    public static let maximumDetailBytes = 300
    /// The longest name of a person who stopped it; longer ones are cut.
    public static let maximumNameBytes = 128

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func line(_ key: CodingKeys, _ maximumBytes: Int) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: key)?.line(maximumBytes: maximumBytes)
        }
        self.init(
            occurrence: try container.decode(Occurrence.self, forKey: .occurrence),
            label: try line(.label, Label.maximumBytes) ?? "",
            outcome: try container.decode(RingOutcome.self, forKey: .outcome),
            // A newer node may know more reasons; the detail still explains them to people.
            reason: RingReason(rawValue: try container.decode(String.self, forKey: .reason)) ?? .unknown,
            detail: try line(.detail, RingRecord.maximumDetailBytes),
            rangAt: try container.decodeIfPresent(WallTime.self, forKey: .rangAt),
            endedAt: try container.decode(WallTime.self, forKey: .endedAt),
            snoozes: max(0, try container.decodeIfPresent(Int.self, forKey: .snoozes) ?? 0),
            onsetErrorMicroseconds: try container.decodeIfPresent(Int.self, forKey: .onsetErrorMicroseconds),
            silentMilliseconds: max(0, try container.decodeIfPresent(Int.self, forKey: .silentMilliseconds) ?? 0),
            by: try line(.by, RingRecord.maximumNameBytes))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(occurrence, forKey: .occurrence)
        try container.encode(label, forKey: .label)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(reason, forKey: .reason)
        try container.encodeIfPresent(detail, forKey: .detail)
        try container.encodeIfPresent(rangAt, forKey: .rangAt)
        try container.encode(endedAt, forKey: .endedAt)
        try container.encode(snoozes, forKey: .snoozes)
        try container.encodeIfPresent(onsetErrorMicroseconds, forKey: .onsetErrorMicroseconds)
        try container.encode(silentMilliseconds, forKey: .silentMilliseconds)
        try container.encodeIfPresent(by, forKey: .by)
    }
}
