/// Durations as people write them.
///
/// - `10m`, `90s`, `2h`, `1h30m`, `1 hour 30 min`, `1.5h`: numbers with units, the larger unit first. A last number
///   without one counts the next smaller unit: `1h30` is an hour and 30 minutes, `1m30` a minute and 30 seconds.
/// - `25:00`, `1:30:00`: minutes and seconds, or hours, minutes and seconds.
/// - `90`: a number alone is minutes.
public enum DurationInput {
    /// Seconds.
    ///
    /// - Parameters:
    ///   - text: with a sign before it where the range has negative numbers.
    ///   - range: what is asked for, in seconds.
    public static func seconds(_ text: String, in range: ClosedRange<Int>) throws(InputError) -> Int {
        guard text.utf8.count <= InputWords.maximumBytes else { throw InputError(.duration, text, "is too long") }
        var words = InputWords(text)
        let isNegative = words.take("-")
        if !isNegative { _ = words.take("+") }
        guard let magnitude = colons(words) ?? units(words) else {
            throw InputError(.duration, text, "is not a duration")
        }
        let seconds = isNegative ? -magnitude : magnitude
        guard range.contains(seconds) else {
            let allowed = "\(Self.words(for: range.lowerBound)) to \(Self.words(for: range.upperBound))"
            throw InputError(.duration, text, "is not in the range \(allowed)")
        }
        return seconds
    }

    /// `1h 30m`, `90s` as `1m 30s`, `0s`.
    public static func words(for seconds: Int) -> String {
        let parts = [
            (seconds.magnitude / 3600, "h"), (seconds.magnitude / 60 % 60, "m"), (seconds.magnitude % 60, "s"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
        return words.isEmpty ? "0s" : (seconds < 0 ? "-" : "") + words
    }

    /// `25:00`, `1:30:00`
    private static func colons(_ words: InputWords) -> Int? {
        var words = words
        var numbers: [Int] = []
        repeat {
            guard let digits = words.takeNumber(), digits.utf8.count <= (numbers.isEmpty ? 4 : 2),
                let number = Int(digits),
                numbers.isEmpty || (digits.utf8.count == 2 && number < 60)
            else { return nil }
            numbers.append(number)
        } while words.take(":")
        guard words.isAtEnd, (2...3).contains(numbers.count) else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }

    /// `1h30m`, `90`
    private static func units(_ words: InputWords) -> Int? {
        var words = words
        var total = 0
        var lastUnit: Int?
        repeat {
            guard let hundredths = hundredths(&words) else { return nil }
            let unit: Int
            if let letters = words.takeLetters() {
                guard let named = seconds(ofUnit: letters) else { return nil }
                unit = named
            } else {
                guard words.isAtEnd else { return nil }
                unit = lastUnit.map { $0 / 60 } ?? 60
            }
            guard unit > 0, unit < lastUnit ?? .max, hundredths * unit % 100 == 0 else { return nil }
            total += hundredths * unit / 100
            lastUnit = unit
        } while !words.isAtEnd
        return total
    }

    /// A number of up to six digits, with up to two after a point, in hundredths.
    private static func hundredths(_ words: inout InputWords) -> Int? {
        guard let digits = words.takeNumber(), digits.utf8.count <= 6, let whole = Int(digits) else { return nil }
        guard words.take(".") else { return whole * 100 }
        guard let decimals = words.takeNumber(), decimals.utf8.count <= 2, let fraction = Int(decimals) else {
            return nil
        }
        return whole * 100 + (decimals.utf8.count == 1 ? fraction * 10 : fraction)
    }

    private static func seconds(ofUnit word: String) -> Int? {
        switch word {
        case "h", "hr", "hrs", "hour", "hours": 3600
        case "m", "min", "mins", "minute", "minutes": 60
        case "s", "sec", "secs", "second", "seconds": 1
        default: nil
        }
    }
}
