internal import ClockDomain
internal import ClockInput
internal import ClockRuntime

/// Joins the words behind an option that takes a time, a day, a duration or weekdays, so that they need no quotes:
/// `--since yesterday at 8`.
enum OptionWords {
    private enum Kind {
        case duration, days, day, span, time, moment

        func reads(_ text: String) -> Bool {
            let anyDay = CivilDate(year: 2026, month: 1, day: 1)
            do throws(InputError) {
                switch self {
                case .duration: _ = try DurationInput.seconds(text, in: 0...Int(Int32.max))
                case .days: _ = try RepetitionInput(text)
                case .day: _ = try DayInput.day(text)
                case .span: _ = try DayInput.span(text, today: anyDay)
                case .time: _ = try TimeInput(text, seconds: true)
                case .moment: _ = try TimeInput.moment(text, now: WallTime(seconds: 0), zone: .utc, .back)
                }
                return true
            } catch {
                // The command's own reader reports the fault.
                return false
            }
        }
    }

    private static let kinds: [String: Kind] = [
        "--ramp": .duration, "--snooze": .duration, "--limit": .duration, "--misfire": .duration, "--within": .duration,
        "--between": .duration, "--warning": .duration, "--start": .day,
        "--days": .days, "--date": .day, "--except": .span, "--at": .time,
        "--since": .moment, "--until": .moment, "--from": .moment,
    ]
    /// No time has more words.
    private static let maximumWords = 16

    /// Returns the arguments with the longest readable run behind each such option as one. A run that is readable
    /// without its last words goes on only with a word, not with a number: in `--ramp 1m 7`, the 7 is the time.
    ///
    /// - Throws: ``FatalError`` where the text of `say` begins with words that the time could have.
    static func joined(_ arguments: [String]) throws(FatalError) -> [String] {
        var joined: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            joined.append(argument)
            if argument == "--" { break }
            guard let kind = kinds[argument] else { continue }
            let words = Array(rest.prefix(maximumWords).prefix { !$0.hasPrefix("-") })
            var (count, shortest) = (0, 0)
            for next in words.indices where kind.reads(words[...next].joined(separator: " ")) {
                if count > 0, words[next].first?.isNumber == true, kind == .duration { break }
                count = next + 1
                if shortest == 0 { shortest = count }
            }
            guard count > 1 else { continue }
            let text = words.prefix(count).joined(separator: " ")
            if arguments.first == "say", shortest < count {
                throw FatalError(
                    .usage, "\(argument): \"\(text.prefix(40))\" can be read in two ways: put the time into quotes")
            }
            joined.append(text)
            rest = rest.dropFirst(count)
        }
        return joined + rest
    }
}
