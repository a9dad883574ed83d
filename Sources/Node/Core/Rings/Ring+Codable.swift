internal import ClockDomain

extension Ring: Codable {
    enum CodingKeys: String, CodingKey {
        case occurrence, label, style, speaks, snoozes, failure, detail, actions, since, until, over
        case countsFrom = "counts_from"
        case windowSeconds = "window_s"
        case rangAt = "rang_at"
        case dueAt = "due_at"
        case isTranslated = "translated"
        case silentMilliseconds = "silent_ms"
        case onsetErrorMicroseconds = "onset_error_us"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            occurrence: try container.decode(Occurrence.self, forKey: .occurrence),
            label: try container.decode(String.self, forKey: .label),
            style: try container.decode(RingStyle.self, forKey: .style),
            speaks: try container.decodeIfPresent(Bool.self, forKey: .speaks) ?? false,
            countsFrom: try container.decodeIfPresent(WallTime.self, forKey: .countsFrom),
            windowSeconds: try container.decode(0...Alarms.longestWindowSeconds, "s", forKey: .windowSeconds),
            phase: try Self.phase(in: container),
            dueAt: try container.decodeIfPresent(DurableInstant.self, forKey: .dueAt),
            isTranslated: try container.decodeIfPresent(Bool.self, forKey: .isTranslated) ?? false,
            snoozes: try container.decode(0...Int(Int32.max), forKey: .snoozes),
            detail: try container.decodeIfPresent(String.self, forKey: .detail),
            actions: try container.decodeList(atMost: Ring.maximumActions, "actions", forKey: .actions))
        rangAt = try container.decodeIfPresent(WallTime.self, forKey: .rangAt)
        onsetErrorMicroseconds = try container.decodeIfPresent(Int.self, forKey: .onsetErrorMicroseconds)
        silentMilliseconds = try container.decode(0...Int(Int32.max), "ms", forKey: .silentMilliseconds, standard: 0)
        failure = try container.decodeIfPresent(PlaybackFailure.self, forKey: .failure)
    }

    private static func phase(in container: KeyedDecodingContainer<CodingKeys>) throws -> Phase {
        if let since = try container.decodeIfPresent(DurableInstant.self, forKey: .since) {
            return .ringing(since: since)
        }
        if let end = try container.decodeIfPresent(RingEnd.self, forKey: .over) { return .over(end) }
        return .snoozed(until: try container.decode(DurableInstant.self, forKey: .until))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(occurrence, forKey: .occurrence)
        try container.encode(label, forKey: .label)
        try container.encode(style, forKey: .style)
        try container.encode(speaks, forKey: .speaks)
        try container.encodeIfPresent(countsFrom, forKey: .countsFrom)
        try container.encode(windowSeconds, forKey: .windowSeconds)
        switch phase {
        case .ringing(let since): try container.encode(since, forKey: .since)
        case .snoozed(let until): try container.encode(until, forKey: .until)
        case .over(let end): try container.encode(end, forKey: .over)
        }
        try container.encode(dueAt, forKey: .dueAt)
        try container.encode(isTranslated, forKey: .isTranslated)
        try container.encode(silentMilliseconds, forKey: .silentMilliseconds)
        try container.encode(snoozes, forKey: .snoozes)
        try container.encodeIfPresent(detail, forKey: .detail)
        try container.encode(actions, forKey: .actions)
        try container.encodeIfPresent(rangAt, forKey: .rangAt)
        try container.encodeIfPresent(onsetErrorMicroseconds, forKey: .onsetErrorMicroseconds)
        try container.encodeIfPresent(failure, forKey: .failure)
    }
}
