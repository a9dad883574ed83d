/// The reason for which a program did not understand a person's words: the words, the fault, and the forms that it
/// reads.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        case duration
        case time
        case day
        case days
        case dates
    }

    public let kind: Kind
    /// The words as written, on one line.
    public let value: String
    public let problem: String

    init(_ kind: Kind, _ value: some StringProtocol, _ problem: String) {
        self.kind = kind
        self.value = Label.fitted(value.prefix(40))
        self.problem = problem
    }

    public var description: String { "\"\(value)\" \(problem); write \(kind.forms)" }
}

extension InputError.Kind {
    /// The forms that are understood, for messages and help texts.
    public var forms: String {
        switch self {
        case .duration: "10m, 1h30m, 90s, 25:00 (minutes and seconds), 1:30:00 or a number of minutes"
        case .time: "7:30, 19:30, 7:30pm, 7, noon or midnight, with a day before it if need be: tomorrow 6am"
        case .day: "2026-12-24, today, tomorrow or a weekday such as mon"
        case .days: "mon-fri, mon,wed,fri, weekdays, weekends or daily"
        case .dates: "2026-12-24 or 2026-12-24..2026-12-26"
        }
    }
}

/// Reads the words of a text: letters in lower case, numbers, and each other character by itself. Spaces part words.
struct InputWords {
    enum Word: Hashable {
        case number(Substring)
        case letters(String)
        case sign(Character)
    }

    private(set) var words: [Word] = []
    private(set) var position = 0

    /// More characters than this are nobody's input.
    static let maximumBytes = 200

    init(_ text: some StringProtocol) {
        var rest = Substring(text)
        while let first = rest.first {
            if first.isDigit {
                let digits = rest.prefix(while: \.isDigit)
                words.append(.number(digits))
                rest = rest.dropFirst(digits.count)
            } else if first.isLetter {
                let letters = rest.prefix(while: \.isLetter)
                words.append(.letters(letters.lowercased()))
                rest = rest.dropFirst(letters.count)
            } else {
                if !first.isWhitespace { words.append(.sign(first)) }
                rest = rest.dropFirst()
            }
        }
    }

    var isAtEnd: Bool { position == words.count }
    var next: Word? { isAtEnd ? nil : words[position] }

    mutating func consume(_ sign: Character) -> Bool {
        guard next == .sign(sign) else { return false }
        position += 1
        return true
    }

    mutating func takeNumber() -> Substring? {
        guard case .number(let digits) = next else { return nil }
        position += 1
        return digits
    }

    mutating func consume(word: String) -> Bool {
        guard next == .letters(word) else { return false }
        position += 1
        return true
    }

    mutating func takeLetters() -> String? {
        guard case .letters(let letters) = next else { return nil }
        position += 1
        return letters
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isWholeNumber }
}
