extension RingStyle {
    enum CodingKeys: String, CodingKey {
        case sound, volume, plays
        case rampSeconds = "ramp_s"
        case limitMinutes = "limit_min"
        case snoozeMinutes = "snooze_min"
        case tellsUnanswered = "tell_unanswered"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            sound: try container.decode(String.self, forKey: .sound),
            volume: try container.decodeIfPresent(Volume.self, forKey: .volume),
            rampSeconds: try container.decode(Self.rampRange, "s", forKey: .rampSeconds, standard: 0),
            limitMinutes: try container.decode(Self.limitRange, "min", forKey: .limitMinutes),
            snoozeMinutes: try container.decode(Self.snoozeRange, "min", forKey: .snoozeMinutes),
            tellsUnanswered: try container.decodeIfPresent(Bool.self, forKey: .tellsUnanswered) ?? true,
            plays: try container.contains(.plays) ? container.decode(Self.playsRange, forKey: .plays) : nil)
        let isName = RingStyle.isSoundName(sound)
        try container.require(isName, .sound, "sound \"\(sound.prefix(80))\" is not \(RingStyle.soundNameRule)")
    }
}
