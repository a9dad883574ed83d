/// `false` for none, or a program's name.
extension Timetable.ProgramChoice: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Anything but true and false must be a name.
        if let isSome = try? container.decode(Bool.self) {
            guard !isSome else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "true is neither a program nor false for none")
            }
            self = .none
        } else {
            self = .named(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encode(false)
        case .named(let name): try container.encode(name)
        }
    }
}

extension Timetable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func rules<Rule: Decodable>(_ key: CodingKeys) throws -> [Rule] {
            try container.decodeList(atMost: Timetable.maximumRules, "rules", forKey: key)
        }
        self.init(
            name: try container.decode(String.self, forKey: .name), weeks: try rules(.weeks),
            cycle: try container.decodeIfPresent(ProgramCycle.self, forKey: .cycle),
            calendars: try container.decodeIfPresent(CalendarNames.self, forKey: .calendars),
            events: try rules(.events), dates: try rules(.dates), hand: try rules(.hand))
        if let fault { throw DecodingError.dataCorruptedError(forKey: .name, in: container, debugDescription: fault) }
    }

    /// The first rule that a value breaks, in words; `nil` for a good timetable.
    public var fault: String? {
        if !Timetable.isName(name) { return "\"\(name.prefix(80))\" is not \(Timetable.nameRule)" }
        if let program = programs.first(where: { !Timetable.isName($0) }) {
            return "program \"\(program.prefix(80))\" is not \(Timetable.nameRule)"
        }
        if [weeks.count, events.count, dates.count, hand.count].contains(where: { $0 > Timetable.maximumRules }) {
            return "timetable \(name) has over \(Timetable.maximumRules) rules of a kind"
        }
        if weeks.contains(where: \.days.isEmpty) || cycle?.days.isEmpty == true {
            return "timetable \(name) has a rule without a day of the week"
        }
        if let cycle, !ProgramCycle.lengths.contains(cycle.programs.count) {
            return "a cycle of \(cycle.programs.count) days is not in \(ProgramCycle.lengths)"
        }
        if let rule = events.first(where: { $0.words.isEmpty || !Label.isValid($0.words) }) {
            return "the words \"\(rule.words.prefix(80))\" are empty or not \(Label.rule)"
        }
        if let rule = dates.first(where: { $0.on.last < $0.on.first }) {
            return "\(rule.on.first.iso8601) is after \(rule.on.last.iso8601)"
        }
        return hand.lazy.compactMap(\.fault).first
            ?? (zip(hand, hand.dropFirst()).allSatisfy { $0.date < $1.date }
                ? nil : "the dates that are changed by hand are not ascending, each once")
    }
}

extension Timetable.HandRule {
    fileprivate var fault: String? {
        if !(1...Timetable.HandRule.maximumParts).contains(parts.count) {
            return "\(date.iso8601) has \(parts.count) changes by hand, not 1 to \(Timetable.HandRule.maximumParts)"
        }
        if let part = parts.first(where: { !Timetable.delays.contains($0.delayMinutes) }) {
            return "a delay of \(part.delayMinutes) min is not in \(Timetable.delays)"
        }
        return zip(parts, parts.dropFirst()).allSatisfy { $0.since < $1.since }
            ? nil : "the changes of \(date.iso8601) are not in the order of their times"
    }
}

/// A list of days, Monday first.
extension WeekdaySet: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Weekday].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(days)
    }
}
