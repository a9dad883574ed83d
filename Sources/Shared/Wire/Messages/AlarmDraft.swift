public import ClockDomain

/// A person's wishes for an alarm: all but the fields that the coordinator assigns.
public struct AlarmDraft: Hashable, Sendable {
    @Field<Fields.LabelText> public var label: String
    @Field<Fields.Yes> public var isEnabled: Bool
    /// `countsFrom` and `holidays` are the coordinator's to fill in.
    public var schedule: AlarmSchedule
    @Field<Fields.AlarmRing> public var ring: RingStyle
    @Field<Fields.Misfire> public var misfire: MisfirePolicy
    public var targets: RingTargets
    public var holidays: CalendarNames?
    @Field<Fields.No> public var speaks: Bool

    public init(
        label: String, isEnabled: Bool, schedule: AlarmSchedule, ring: RingStyle, misfire: MisfirePolicy,
        targets: RingTargets, holidays: CalendarNames?, speaks: Bool = false
    ) {
        self.label = label
        self.isEnabled = isEnabled
        self.schedule = schedule
        self.ring = ring
        self.misfire = misfire
        self.targets = targets
        self.holidays = holidays
        self.speaks = speaks
    }

    /// Copies the alarm's present state into a draft.
    public init(_ definition: AlarmDefinition) {
        let alarm = definition.alarm
        self.init(
            label: alarm.label, isEnabled: alarm.isEnabled, schedule: alarm.schedule, ring: alarm.ring,
            misfire: alarm.misfire, targets: definition.targets, holidays: definition.holidays,
            speaks: alarm.speaks)
    }
}

extension AlarmDraft: Codable {
    enum CodingKeys: String, CodingKey {
        case label, schedule, ring, misfire, targets, holidays, speaks
        case isEnabled = "enabled"
    }
}
