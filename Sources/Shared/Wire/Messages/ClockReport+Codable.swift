internal import ClockDomain

extension ClockReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case trusted, reason, source
        case offsetMilliseconds = "offset_ms"
        case delayMilliseconds = "delay_ms"
        case errorMilliseconds = "error_ms"
        case isVouched = "vouched"
        case isCoordinatorVouched = "coordinator_vouched"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            trusted: try container.decode(Bool.self, forKey: .trusted),
            reason: try container.decode(String.self, forKey: .reason),
            offsetMilliseconds: try container.decodeIfPresent(Double.self, forKey: .offsetMilliseconds),
            delayMilliseconds: try container.decodeIfPresent(Double.self, forKey: .delayMilliseconds),
            source: try container.decodeIfPresent(ClockSource.self, forKey: .source) ?? .system,
            errorMilliseconds: try container.decodeIfPresent(Double.self, forKey: .errorMilliseconds),
            isVouched: try container.decodeIfPresent(Bool.self, forKey: .isVouched) ?? false,
            isCoordinatorVouched: try container.decodeIfPresent(Bool.self, forKey: .isCoordinatorVouched) ?? false)
    }

    /// The machine's own clock is as usual, and left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(trusted, forKey: .trusted)
        try container.encode(reason, forKey: .reason)
        try container.encodeIfPresent(offsetMilliseconds, forKey: .offsetMilliseconds)
        try container.encodeIfPresent(delayMilliseconds, forKey: .delayMilliseconds)
        if source != .system { try container.encode(source, forKey: .source) }
        try container.encodeIfPresent(errorMilliseconds, forKey: .errorMilliseconds)
        if isVouched { try container.encode(isVouched, forKey: .isVouched) }
        if isCoordinatorVouched { try container.encode(isCoordinatorVouched, forKey: .isCoordinatorVouched) }
    }
}
