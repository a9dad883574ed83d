/// `{"ends": "2026-11-21T07:00:00Z"}` or `{"remaining_ms": 60000}`.
extension CountdownState: Codable {
    enum CodingKeys: String, CodingKey {
        case ends
        case remaining = "remaining_ms"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let ends = try container.decodeIfPresent(WallTime.self, forKey: .ends) {
            self = .running(ends: ends)
            return
        }
        let remaining = try container.decode(Int.self, forKey: .remaining)
        guard (0...CountdownTimer.maximumSeconds * 1000).contains(remaining) else {
            throw DecodingError.dataCorruptedError(
                forKey: .remaining, in: container,
                debugDescription: "\(remaining) ms are not in 0...\(CountdownTimer.maximumSeconds * 1000)")
        }
        self = .paused(remainingMilliseconds: remaining)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .running(let ends): try container.encode(ends, forKey: .ends)
        case .paused(let remaining): try container.encode(remaining, forKey: .remaining)
        }
    }
}

/// `{"since": "2026-11-21T07:00:00Z"}` or `{"elapsed_ms": 60000}`.
extension StopwatchState: Codable {
    enum CodingKeys: String, CodingKey {
        case since
        case elapsed = "elapsed_ms"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let since = try container.decodeIfPresent(WallTime.self, forKey: .since) {
            self = .running(since: since)
            return
        }
        let elapsed = try container.decode(Int.self, forKey: .elapsed)
        guard elapsed >= 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .elapsed, in: container, debugDescription: "\(elapsed) ms is below 0")
        }
        self = .stopped(elapsedMilliseconds: elapsed)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .running(let since): try container.encode(since, forKey: .since)
        case .stopped(let elapsed): try container.encode(elapsed, forKey: .elapsed)
        }
    }
}
