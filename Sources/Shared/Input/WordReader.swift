/// Reads the words of a text: letters in lower case, numbers, and each other character by itself. Spaces part words.
///
/// Umlauts become two letters (`fünf` is `fuenf`), apostrophes vanish (`o'clock`), and a German day with its part
/// (`freitagabend`) becomes two words.
struct WordReader {
    enum Word: Hashable {
        case number(Substring)
        case letters(String)
        case sign(Character)
    }

    private(set) var words: [Word] = []
    private(set) var position = 0

    /// More bytes than this are nobody's input.
    static let maximumBytes = 200

    init(_ text: some StringProtocol) {
        var rest = Substring(text)
        while let first = rest.first {
            if first.isDigit {
                let digits = rest.prefix(while: \.isDigit)
                words.append(.number(digits))
                rest = rest.dropFirst(digits.count)
            } else if first.isLetter {
                let letters = rest.prefix { $0.isLetter || $0 == "'" || $0 == "’" }
                words += Vocabulary.parted(Vocabulary.folded(letters.filter(\.isLetter))).map { .letters($0) }
                rest = rest.dropFirst(letters.count)
            } else {
                if !first.isWhitespace { words.append(.sign(first)) }
                rest = rest.dropFirst()
            }
        }
    }

    var isAtEnd: Bool { position == words.count }
    var next: Word? { isAtEnd ? nil : words[position] }
    var previous: Word? { position == 0 ? nil : words[position - 1] }
    var hasLetters: Bool { words[position...].contains { if case .letters = $0 { true } else { false } } }

    /// The words without the last ones, if these are `tail`.
    func dropping(tail: [String]) -> WordReader? {
        guard words.suffix(tail.count) == tail.map({ .letters($0) })[...] else { return nil }
        var rest = self
        rest.words.removeLast(tail.count)
        return rest.position <= rest.words.count ? rest : nil
    }

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

    mutating func consume(word: String) -> Bool { consume(anyOf: [word]) }

    mutating func consume(anyOf known: Set<String>) -> Bool { parse { known.contains($0) ? $0 : nil } != nil }

    mutating func takeLetters() -> String? { parse { $0 } }

    /// Takes the next letters if `meaning` knows them.
    mutating func parse<Value>(_ meaning: (String) -> Value?) -> Value? {
        guard case .letters(let letters) = next, let value = meaning(letters) else { return nil }
        position += 1
        return value
    }

    /// A number in words, 1 to 99: `seven`, `twenty-five`, `fünfundzwanzig`.
    mutating func takeNumberWord() -> Int? {
        guard let number = parse({ Vocabulary.numbers[$0] }) else { return nil }
        guard number >= 20, number % 10 == 0 else { return number }
        var rest = self
        _ = rest.consume("-")
        guard let ones = rest.parse({ Vocabulary.numbers[$0] }), ones < 10 else { return number }
        self = rest
        return number + ones
    }

    /// A number of one or two digits, or in words.
    mutating func takeSmallNumber() -> Int? {
        if case .number(let digits) = next {
            guard digits.utf8.count <= 2 else { return nil }
            position += 1
            return Int(digits)
        }
        return takeNumberWord()
    }

    /// The longest duration that begins here, in seconds.
    mutating func takeDuration() -> Int? {
        for end in stride(from: words.count, to: position, by: -1) {
            var part = self
            part.words.removeSubrange(end...)
            guard let seconds = DurationInput.seconds(part) else { continue }
            position = end
            return seconds
        }
        return nil
    }

    /// `-`, `minus`: -1; `+`, `plus`: 1.
    mutating func takeSign() -> Int? {
        if consume("-") || consume("–") || consume("−") || consume(word: "minus") { return -1 }
        return consume("+") || consume(word: "plus") ? 1 : nil
    }

    /// The text with the nearest known word in place of each unknown one; `nil` unless that changes one or two words.
    var corrected: String? {
        var text = ""
        var changes = 0
        for (index, word) in words.enumerated() {
            let piece: String
            switch word {
            case .number(let digits): piece = String(digits)
            case .sign(let sign): piece = String(sign)
            case .letters(let letters):
                if Vocabulary.isKnown(letters) {
                    piece = letters
                } else {
                    guard changes < 2, let near = Vocabulary.nearest(to: letters) else { return nil }
                    changes += 1
                    piece = near
                }
            }
            let isSign = piece.allSatisfy { !$0.isLetter && !$0.isNumber }
            let followsSign =
                index > 0 && words[index - 1] != .sign(",") && text.last.map { !$0.isLetter && !$0.isNumber } == true
            text += (index == 0 || isSign || followsSign ? "" : " ") + piece
        }
        return changes > 0 ? text : nil
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isWholeNumber }
}
