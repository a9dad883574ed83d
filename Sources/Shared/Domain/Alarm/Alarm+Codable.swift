extension Alarm {
    enum CodingKeys: String, CodingKey {
        case id, revision, label, schedule, ring, misfire, speaks
        case isEnabled = "enabled"
    }
}

/// `{"ring_within_min": 30}` or `{"report_only": true}`.
extension MisfirePolicy: Codable {
    enum CodingKeys: String, CodingKey {
        case ringWithin = "ring_within_min"
        case reportOnly = "report_only"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try container.decodeIfPresent(Bool.self, forKey: .reportOnly) == true {
            self = .reportOnly
            return
        }
        let minutes = try container.decode(Int.self, forKey: .ringWithin)
        guard MisfirePolicy.windowRange.contains(minutes) else {
            throw DecodingError.dataCorruptedError(
                forKey: .ringWithin, in: container,
                debugDescription: "\(minutes) minutes are not in \(MisfirePolicy.windowRange)")
        }
        self = .ring(withinMinutes: minutes)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .ring(let minutes): try container.encode(minutes, forKey: .ringWithin)
        case .reportOnly: try container.encode(true, forKey: .reportOnly)
        }
    }
}
