package import ClockDomain
package import ClockInput
package import ClockRuntime

/// Reads times, durations, days and names as people type them; refuses anything else as a wrong command line, and names
/// the option.
package enum InputWords {
    /// - Parameter option: the option of the text, such as `--ramp`.
    static func seconds(_ text: String, _ option: String, in range: ClosedRange<Int>) throws(FatalError) -> Int {
        try read(option) { () throws(InputError) in try DurationInput.seconds(text, in: range) }
    }

    /// Reads a duration of whole minutes.
    static func minutes(_ text: String, _ option: String, in range: ClosedRange<Int>) throws(FatalError) -> Int {
        let seconds = try seconds(text, option, in: range.lowerBound * 60...range.upperBound * 60)
        guard seconds % 60 == 0 else {
            throw FatalError(.usage, "\(option): \"\(text)\" has seconds, and only whole minutes will do")
        }
        return seconds / 60
    }

    static func days(_ text: String, _ option: String) throws(FatalError) -> WeekdaySet {
        try read(option) { () throws(InputError) in try DayInput.weekdays(text) }
    }

    static func repetition(_ text: String, _ option: String) throws(FatalError) -> RepetitionInput {
        try read(option) { () throws(InputError) in try RepetitionInput(text) }
    }

    static func span(_ text: String, _ option: String, today: CivilDate) throws(FatalError) -> DateSpan {
        try read(option) { () throws(InputError) in try DayInput.span(text, today: today) }
    }

    /// Reads several spans with commas between, or `none`.
    static func spans(_ texts: [String], _ option: String, today: CivilDate) throws(FatalError) -> [DateSpan] {
        if texts == ["none"] { return [] }
        return merged(
            try texts.flatMap { $0.split(separator: ",") }.map { text throws(FatalError) in
                try span(String(text), option, today: today)
            })
    }

    /// Returns the spans ascending, with those that touch or overlap made one.
    static func merged(_ spans: [DateSpan]) -> [DateSpan] {
        spans.sorted { ($0.first, $0.last) < ($1.first, $1.last) }.reduce(into: []) { merged, span in
            if let last = merged.last, span.first.daysSinceEpoch <= last.last.daysSinceEpoch + 1 {
                merged[merged.count - 1].last = max(last.last, span.last)
            } else {
                merged.append(span)
            }
        }
    }

    static func time(_ text: String) throws(FatalError) -> TimeInput {
        try read("<time>") { () throws(InputError) in try TimeInput(text) }
    }

    /// Reads an instant in the past or to come: `2h`, `yesterday`, `tomorrow at 6`, RFC 3339.
    package static func moment(
        _ text: String, _ option: String, now: WallTime, zone: TimeZoneRules, _ direction: TimeInput.Direction = .back
    ) throws(FatalError) -> WallTime {
        try read(option) { () throws(InputError) in try TimeInput.moment(text, now: now, zone: zone, direction) }
    }

    /// Reads the next such instant: a time of day, with seconds and a day if they matter, or RFC 3339.
    static func coming(
        _ text: String, _ option: String, now: WallTime, zone: TimeZoneRules
    ) throws(FatalError) -> WallTime {
        if let instant = WallTime(rfc3339: text) { return instant }
        let instant = try read(option) { () throws(InputError) in
            try TimeInput(text, seconds: true).instant(from: now, zone: zone, .ahead)
        }
        guard instant > now else { throw FatalError(.usage, "\(option): \"\(text.prefix(40))\" is over") }
        return instant
    }

    static func volume(_ text: String, _ option: String) throws(FatalError) -> Volume {
        guard let volume = volume(text) else {
            throw FatalError(
                .usage,
                "\(option): \"\(text.prefix(40))\" is no volume; say a number of percent from 0 to 100, without a sign")
        }
        return volume
    }

    /// Reads `60`, `60%`. No sign: a person who types `+10` wants it so much louder.
    static func volume(_ text: String) -> Volume? {
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard digits.allSatisfy(\.isNumber), let percent = Int(digits) else { return nil }
        return Volume(percent: percent)
    }

    static func group(_ name: String, _ option: String) throws(FatalError) -> GroupID {
        guard let group = GroupID(name) else {
            throw FatalError(
                .usage, "\(option): \"\(name.prefix(40))\" cannot be a group's name, which has \(NodeID.rule)")
        }
        return group
    }

    static func sound(_ name: String, _ option: String) throws(FatalError) -> String {
        guard RingStyle.isSoundName(name) else {
            throw FatalError(
                .usage,
                "\(option): \"\(name.prefix(64))\" cannot be a sound's name, which is \(RingStyle.soundNameRule)")
        }
        return name
    }

    /// Reads ids of one kind, several with commas or spaces between; each once, in the order typed.
    static func ids<ID: NumberedID>(_ words: [String], _ kind: String) throws(FatalError) -> [ID] {
        try NodeWords.names(words).map { text throws(FatalError) in try id(text, kind) }
    }

    /// - Parameter kind: the kind of the object, such as `an alarm`.
    static func id<ID: NumberedID>(_ text: String, _ kind: String) throws(FatalError) -> ID {
        guard let id = ID(text.lowercased()) else {
            throw FatalError(.usage, "\"\(text.prefix(40))\" is not the id of \(kind), which is like \(ID.letter)7")
        }
        return id
    }

    static func read<Value>(_ option: String, _ read: () throws(InputError) -> Value) throws(FatalError) -> Value {
        do throws(InputError) {
            return try read()
        } catch {
            throw FatalError(.usage, "\(option): \(error)")
        }
    }
}
