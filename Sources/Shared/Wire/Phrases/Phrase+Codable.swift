internal import ClockDomain

extension Phrase: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, parameters, text
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            code: try container.decode(String.self, forKey: .code),
            parameters: try container.decodeIfPresent([String: Parameter].self, forKey: .parameters) ?? [:],
            text: try container.decodeIfPresent(String.self, forKey: .text) ?? "")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
        try container.encode(text, forKey: .text)
    }
}

/// An object with one field, whose name is the kind: `{"instant": "2026-11-21T13:30:00.000Z"}`.
extension Phrase.Parameter: Codable {
    private enum CodingKeys: String, CodingKey {
        case text, texts, number, bytes, instant, date, seconds, room, rooms, sound, phrase
    }

    /// A century: a longer time is nonsense from outside.
    private static let longestSeconds = 3.2e9

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let kind = container.allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no kind of value that is known"))
        }
        switch kind {
        case .text: self = .text(try container.decode(String.self, forKey: kind))
        case .texts: self = .texts(try container.decode([String].self, forKey: kind))
        case .number: self = .number(try container.decode(Int.self, forKey: kind))
        case .bytes: self = .bytes(try container.decode(Int.self, forKey: kind))
        case .instant: self = .instant(try container.decode(WallTime.self, forKey: kind))
        case .date: self = .date(try container.decode(CivilDate.self, forKey: kind))
        case .seconds:
            let seconds = try container.decode(Double.self, forKey: kind)
            try container.require(seconds.magnitude <= Self.longestSeconds, kind, "\(seconds) s is over a century")
            self = .duration(.microseconds(Int64((seconds * 1_000_000).rounded())))
        case .room: self = .room(try container.decode(NodeID.self, forKey: kind))
        case .rooms: self = .rooms(try container.decode([NodeID].self, forKey: kind))
        case .sound: self = .sound(try container.decode(String.self, forKey: kind))
        case .phrase: self = .phrase(try container.decode(Phrase.self, forKey: kind))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .text(let it): try container.encode(it, forKey: .text)
        case .texts(let it): try container.encode(it, forKey: .texts)
        case .number(let it): try container.encode(it, forKey: .number)
        case .bytes(let it): try container.encode(it, forKey: .bytes)
        case .instant(let it): try container.encode(it, forKey: .instant)
        case .date(let it): try container.encode(it, forKey: .date)
        case .duration(let it):
            let seconds = it.secondsWithFraction
            let bounded = min(max(seconds, -Self.longestSeconds), Self.longestSeconds)
            try container.encode((bounded * 1_000_000).rounded() / 1_000_000, forKey: .seconds)
        case .room(let it): try container.encode(it, forKey: .room)
        case .rooms(let it): try container.encode(it, forKey: .rooms)
        case .sound(let it): try container.encode(it, forKey: .sound)
        case .phrase(let it): try container.encode(it, forKey: .phrase)
        }
    }
}
