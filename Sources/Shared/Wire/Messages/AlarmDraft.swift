public import ClockDomain

/// A person's wishes for an alarm: all but the fields that the coordinator assigns.
public struct AlarmDraft: Hashable, Sendable {
    public var label: String
    public var isEnabled: Bool
    /// `countsFrom` and `holidays` are the coordinator's to fill in.
    public var schedule: AlarmSchedule
    public var ring: RingStyle
    public var misfire: MisfirePolicy
    public var targets: RingTargets
    public var holidays: CalendarNames?

    public init(
        label: String, isEnabled: Bool, schedule: AlarmSchedule, ring: RingStyle, misfire: MisfirePolicy,
        targets: RingTargets, holidays: CalendarNames?
    ) {
        self.label = label
        self.isEnabled = isEnabled
        self.schedule = schedule
        self.ring = ring
        self.misfire = misfire
        self.targets = targets
        self.holidays = holidays
    }
}

extension AlarmDraft: Codable {
    enum CodingKeys: String, CodingKey {
        case label, schedule, ring, misfire, targets, holidays
        case isEnabled = "enabled"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            label: try container.decodeLabel(forKey: .label),
            isEnabled: try container.decodeIfPresent(Bool.self, forKey: .isEnabled) ?? true,
            schedule: try container.decode(AlarmSchedule.self, forKey: .schedule),
            ring: try container.decodeIfPresent(RingStyle.self, forKey: .ring) ?? AbsentValues.alarmRing,
            misfire: try container.decodeIfPresent(MisfirePolicy.self, forKey: .misfire) ?? AbsentValues.misfire,
            targets: try container.decode(RingTargets.self, forKey: .targets),
            holidays: try container.decodeIfPresent(CalendarNames.self, forKey: .holidays))
    }
}
