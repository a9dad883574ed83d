extension AlarmSchedule {
    enum CodingKeys: String, CodingKey {
        case time, sun, repetition, zone, skips, exceptions, holidays
        case countsFrom = "counts_from"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            time: try container.decode(LocalTime.self, forKey: .time),
            sun: try container.decodeIfPresent(SunTime.self, forKey: .sun),
            repetition: try container.decode(Repetition.self, forKey: .repetition),
            zone: try container.decodeIfPresent(String.self, forKey: .zone),
            countsFrom: try container.decodeIfPresent(WallTime.self, forKey: .countsFrom) ?? WallTime(nanoseconds: 0),
            skips: try container.decodeList(atMost: Self.maximumSkips, "skipped dates", forKey: .skips),
            exceptions: try container.decodeList(atMost: Self.maximumExceptions, "exceptions", forKey: .exceptions),
            holidays: try container.decodeList(atMost: Self.maximumHolidays, "holidays", forKey: .holidays))
        if let zone {
            let isName = TimeZoneRules.isValidName(zone)
            try container.require(isName, .zone, "\"\(zone.prefix(80))\" is not \(TimeZoneRules.nameRule)")
        }
    }
}

/// `{"once": true}`, `{"date": "2026-11-21"}`, `{"days": ["mon", "tue"]}`, `{"rule": {"month_day": 15}}` or
/// `{"program": "school/regular", "on": ["2026-11-30/2026-12-04"]}`.
extension AlarmSchedule.Repetition: Codable {
    enum CodingKeys: String, CodingKey {
        case once, date, days, rule, program, on
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kinds = container.allKeys.filter { $0 != .on }
        guard let kind = kinds.first, kinds.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: container.codingPath,
                    debugDescription: "expected one of once, date, days, rule and program"))
        }
        switch kind {
        case .once:
            try container.require(try container.decode(Bool.self, forKey: kind), kind, "once can only be true")
            self = .once
        case .date: self = .onDate(try container.decode(CivilDate.self, forKey: kind))
        case .days:
            let days = try container.decode([Weekday].self, forKey: kind)
            try container.require(!days.isEmpty, kind, "a weekly alarm needs at least one day")
            self = .weekly(WeekdaySet(days))
        case .rule: self = .recurring(try container.decode(DayRule.self, forKey: kind))
        case .program, .on:
            self = .program(
                try container.decode(ProgramName.self, forKey: .program), on: try container.decodeBellDays(forKey: .on))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .once: try container.encode(true, forKey: .once)
        case .onDate(let date): try container.encode(date, forKey: .date)
        case .weekly(let days): try container.encode(days.days, forKey: .days)
        case .recurring(let rule): try container.encode(rule, forKey: .rule)
        case .program(let name, let days):
            try container.encode(name, forKey: .program)
            try container.encode(days, forKey: .on)
        }
    }
}
