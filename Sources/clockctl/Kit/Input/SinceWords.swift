package import ClockDomain

/// The words for a beginning in the past or the future: `2h`, `1h30m`, `today`, `yesterday`, `tomorrow 6am`, `14:00`,
/// `2pm`, `2026-11-21`, `2026-11-21 14:00`, RFC 3339.
package enum SinceWords {
    /// The direction from now of a span and of a time of day without a date.
    package enum Direction {
        case back
        case ahead
    }

    /// The reason for which a text is not understandable, for the person who typed it.
    package struct Refusal: Error, Hashable, CustomStringConvertible {
        package var description: String
    }

    /// - Parameter zone: the zone of dates and times without an offset.
    /// - Throws: ``Refusal`` for a text that is not understandable, or a time that does not exist.
    package static func instant(
        _ text: String, now: WallTime, zone: TimeZoneRules, _ direction: Direction = .back
    ) throws(Refusal) -> WallTime {
        let today = zone.localTime(at: now).date
        func instant(_ days: Int64, _ time: LocalTime) -> WallTime {
            zone.instant(of: LocalDateTime(date: today.adding(days: days), time: time))
        }
        let days: [String: Int64] = ["yesterday": -1, "today": 0, "tomorrow": 1]
        if let days = days[text.lowercased()] { return instant(days, .midnight) }
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        if parts.count == 2, let days = days[parts[0].lowercased()], let time = LocalTime(text: parts[1]) {
            return instant(days, time)
        }
        if let time = LocalTime(text: text) {
            let todays = instant(0, time)
            // In the morning, 23:00 means last night for a person who looks back, and tonight for one who looks ahead.
            return switch direction {
            case .back: todays <= now ? todays : instant(-1, time)
            case .ahead: todays > now ? todays : instant(1, time)
            }
        }
        if let span = span(text) { return direction == .back ? now - span : now + span }
        if let instant = WallTime(rfc3339: text) { return instant }
        if let local = try localDateTime(text) { return zone.instant(of: local) }
        let day = direction == .back ? "yesterday" : "tomorrow"
        throw Refusal(
            description:
                "\"\(text)\" is not a time; say one like 2h, 30m, 1d, today, \(day), 14:00, 2026-11-21, "
                + "\"2026-11-21 14:00\", 2026-11-21T13:00:00Z")
    }

    /// `2h`, `90m`, `1h30m`, `3 days`; `nil` for a text of another kind. A number alone could be a time of day.
    private static func span(_ text: String) -> Duration? {
        guard text.first?.isASCIIDigit ?? false, !text.contains(":"), text.contains(where: \.isLetter) else {
            return nil
        }
        // The caller refuses anything but a span, and lists the permitted forms.
        return (try? DurationInput.seconds(text, in: 0...3_660 * 86_400)).map { .seconds($0) }
    }

    /// `2026-11-21`, `2026-11-21 14:00`, `2026-11-21T14:00:30`; `nil` for a text of another kind.
    private static func localDateTime(_ text: String) throws(Refusal) -> LocalDateTime? {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
        let fields = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard fields.map(\.count) == [4, 2, 2], fields.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
            let year = Int(fields[0]), let month = Int(fields[1]), let day = Int(fields[2])
        else { return nil }
        guard (1970...2199).contains(year), (1...12).contains(month),
            (1...CivilDate.days(inMonth: month, of: year)).contains(day)
        else {
            throw Refusal(description: "\(parts[0]) is not a date of the years 1970 to 2199")
        }
        let date = CivilDate(year: year, month: month, day: day)
        guard parts.count == 2 else { return LocalDateTime(date: date, time: .midnight) }
        return LocalTime(text: String(parts[1])).map { LocalDateTime(date: date, time: $0) }
    }
}

extension LocalTime {
    /// `14:00`, `14:00:30`, `2pm`, `noon`; `nil` for anything else.
    fileprivate init?(text: String) {
        let lower = text.lowercased()
        if lower.hasSuffix("am") || lower.hasSuffix("pm") || ["noon", "midnight"].contains(lower) {
            // The caller refuses anything but a time of day, and lists the permitted forms.
            guard let input = try? TimeInput(text), input.day == nil else { return nil }
            self = input.time
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        switch parts.count {
        case 2:
            self.init(hourAndMinute: text)
        case 3:
            guard parts[2].count == 2, parts[2].allSatisfy(\.isASCIIDigit), let second = Int(parts[2]),
                let minute = LocalTime(hourAndMinute: parts[0] + ":" + parts[1])
            else { return nil }
            self.init(hour: minute.hour, minute: minute.minute, second: second)
        default:
            return nil
        }
    }
}

extension CivilDate {
    fileprivate func adding(days: Int64) -> CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + days) }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) && isASCII }
}
