extension CountdownTimer: Codable {
    enum CodingKeys: String, CodingKey {
        case id, revision, name, seconds, state, ring, speaks, due
        case isVouched = "vouched"
        case vouchedEnd = "vouched_ends"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(TimerID.self, forKey: .id),
            revision: try container.decodeRevision(forKey: .revision),
            name: try container.decodeLabel(forKey: .name),
            seconds: try container.decode(1...Self.maximumSeconds, "s", forKey: .seconds),
            state: try container.decode(CountdownState.self, forKey: .state),
            ring: try container.decode(Field<Fields.TimerRing>.self, forKey: .ring).wrappedValue,
            speaks: try container.decodeIfPresent(Bool.self, forKey: .speaks) ?? false,
            isVouched: try container.decodeIfPresent(Bool.self, forKey: .isVouched) ?? false,
            due: try container.decodeIfPresent(WallTime.self, forKey: .due),
            vouchedEnd: try container.decodeIfPresent(WallTime.self, forKey: .vouchedEnd))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(revision, forKey: .revision)
        try container.encode(name, forKey: .name)
        try container.encode(seconds, forKey: .seconds)
        try container.encode(state, forKey: .state)
        try container.encode(ring, forKey: .ring)
        try container.encode(speaks, forKey: .speaks)
        try container.encode(isVouched, forKey: .isVouched)
        try container.encodeIfPresent(firstEnd, forKey: .due)
        try container.encodeIfPresent(vouchedEnd, forKey: .vouchedEnd)
    }
}

extension Stopwatch {
    enum CodingKeys: String, CodingKey {
        case id, revision, name, state, laps
        case isVouched = "vouched"
        case vouchedStart = "vouched_since"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(StopwatchID.self, forKey: .id),
            revision: try container.decodeRevision(forKey: .revision),
            name: try container.decodeLabel(forKey: .name),
            state: try container.decode(StopwatchState.self, forKey: .state),
            laps: try container.decodeList(atMost: Self.maximumLaps, "laps", forKey: .laps),
            isVouched: try container.decodeIfPresent(Bool.self, forKey: .isVouched) ?? false,
            vouchedStart: try container.decodeIfPresent(WallTime.self, forKey: .vouchedStart))
        let isAscending = zip(laps, laps.dropFirst()).allSatisfy { $0 <= $1 }
        try container.require(isAscending && laps.first ?? 0 >= 0, .laps, "laps are not ascending from 0")
    }
}
