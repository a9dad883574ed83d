internal import ClockDomain

/// The reason for which a program did not understand a person's words: the words, the fault, and the words that it
/// reads.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        case duration, time, moment, day, days, dates, mute
    }

    public let kind: Kind
    /// The words as written, on one line.
    public let value: String
    public let problem: String
    /// Words in place of the kind's forms, where the text is near to something.
    private let advice: String?

    init(_ kind: Kind, _ value: some StringProtocol, _ problem: String, advice: String? = nil) {
        self.kind = kind
        self.value = Label.fitted(value.prefix(40))
        self.problem = problem
        self.advice = advice
    }

    /// The refusal of a text that is not understood: with the words that it lacks a repetition for, or the nearest text
    /// that `reads`.
    init(_ kind: Kind, _ text: String, _ problem: String, reads: (String) -> Bool) {
        let words = WordReader(text)
        if kind != .duration, let other = words.beyondReach(kind) {
            self.init(kind, text, other.problem, advice: other.advice)
        } else {
            let near = words.corrected.flatMap { reads($0) ? $0 : nil }
            self.init(kind, text, problem, advice: near.map { "did you mean \"\($0)\"?" })
        }
    }

    /// The same refusal with the forms of another kind, and of a longer text.
    init(_ kind: Kind, _ text: String, _ error: InputError) {
        self.init(kind, text, error.problem, advice: error.advice)
    }

    public var description: String { "\"\(value)\" \(problem); \(advice ?? "write \(kind.forms)")" }
}

extension InputError.Kind {
    /// The forms that are understood, for messages and help texts.
    public var forms: String {
        switch self {
        case .duration: "10m, 1h30m, 90s, 25:00 (minutes and seconds), 1:30:00 or a number of minutes"
        case .time: "7:30, 19:30, 7:30pm, 7, noon or midnight, with a day before it if need be: tomorrow 6am"
        case .moment:
            "2h, 30m, 1d, today, yesterday, tomorrow, 14:00, 2026-11-21, \"2026-11-21 14:00\" or 2026-11-21T13:00:00Z"
        case .day: "2026-12-24, today, tomorrow or a weekday such as mon"
        case .days: "mon-fri, mon,wed,fri, weekdays, weekends or daily"
        case .dates: "2026-12-24 or 2026-12-24..2026-12-26"
        case .mute: "2h, 30m, 1h30, until 7:00, \"until tomorrow at 6\", on or off"
        }
    }
}

extension WordReader {
    /// The problem and the advice for words that people say and that have no alarm.
    fileprivate func beyondReach(_ kind: InputError.Kind) -> (problem: String, advice: String)? {
        func contains(_ known: Set<String>) -> Bool {
            words.contains { if case .letters(let letters) = $0 { known.contains(letters) } else { false } }
        }
        if contains(["sunrise", "sunset", "dawn", "dusk", "sonnenaufgang", "sonnenuntergang"]) {
            return (
                "is not a time by the sun that alarms have",
                "write sunrise, \"sunrise - 30 min\" or \"20 min after sunset\", up to 6 hours before or after"
            )
        }
        if contains([
            "other", "second", "third", "fourth", "first", "last", "month", "months", "monthly", "year", "yearly",
            "hourly", "weekly", "biweekly", "fortnightly", "week", "weeks", "zweite", "zweiten", "dritten", "vierten",
            "ersten", "letzten", "monat", "monats", "monatlich", "jahr", "jaehrlich", "stuendlich", "woche", "wochen",
            "woechentlich",
        ]) {
            let time = kind == .time ? " 8:00" : ""
            return (
                "is not a repetition that alarms have",
                "write every other friday\(time), every 3 weeks on mon\(time), first monday of the month\(time) or "
                    + "monthly on the 15th\(time), and each as an alarm of its own"
            )
        }
        if contains(["next", "naechsten", "naechster"]) {
            return ("can be read in two ways", "say friday for the one to come, or its date")
        }
        return nil
    }
}
