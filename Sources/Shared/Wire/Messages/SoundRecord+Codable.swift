public import ClockDomain

extension SoundRecord: Codable {
    enum CodingKeys: String, CodingKey {
        case order, sound, label, target, outcome, reason, detail
        case onsetErrorMicroseconds = "onset_error_us"
    }

    /// Details of more bytes of UTF-8 than this are cut: they are sentences.
    public static let maximumDetailBytes = 300

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            order: try container.decodeCommandID(forKey: .order),
            sound: try container.decodeIfPresent(Digest.self, forKey: .sound),
            label: Label.fitted(try container.decodeIfPresent(String.self, forKey: .label) ?? ""),
            target: try container.decode(WallTime.self, forKey: .target),
            outcome: try container.decode(SoundOutcome.self, forKey: .outcome),
            // A newer node may know more reasons; the detail still explains them to people.
            reason: try container.decodeIfPresent(String.self, forKey: .reason).flatMap(SoundReason.init),
            detail: try container.decodeIfPresent(String.self, forKey: .detail)
                .map { $0.line(maximumBytes: SoundRecord.maximumDetailBytes) },
            onsetErrorMicroseconds: try container.decodeIfPresent(Int.self, forKey: .onsetErrorMicroseconds))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(order, forKey: .order)
        try container.encodeIfPresent(sound, forKey: .sound)
        try container.encode(label, forKey: .label)
        try container.encode(target, forKey: .target)
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(detail, forKey: .detail)
        try container.encodeIfPresent(onsetErrorMicroseconds, forKey: .onsetErrorMicroseconds)
    }
}

extension KeyedDecodingContainer {
    /// 1 to 64 bytes: the id of a command.
    func decodeCommandID(forKey key: Key) throws -> String {
        let id = try decode(String.self, forKey: key)
        try require((1...64).contains(id.utf8.count), key, "\(id.utf8.count) characters are not in 1...64")
        return id
    }
}
