// The little language of conditions, numbers and sequences, by recursive descent.
//
//     condition  = both {"or" both}            both = single {"and" single}
//     single     = "not" single | sum [comparison sum]
//     sum        = product {("+" | "-") product}
//     product    = factor {("*" | "/" | "%") factor}
//     factor     = digits | parameter | "-" factor | "(" condition ")"
//     sequence   = {clip | rule "(" [sum {"," sum}] ")"}
//
// Parentheses can hold a number or a condition, so both parse as one, and the context tells which it must be.

/// Reads one condition, number or sequence of a grammar.
struct GrammarText {
    struct Fault: Error, Hashable {
        var message: String
    }

    /// A call as written: the reader resolves the rule once it knows all rules.
    enum Word: Hashable {
        case clip(String)
        case call(String, [Expression])
    }

    private enum Term {
        case number(Expression)
        case condition(Condition)
    }

    /// Most bytes of one text; it also bounds the depth of chains of operators.
    static let maximumBytes = 1000
    private static let maximumDepth = 16

    private let text: String
    private let bytes: [UInt8]
    private let parameters: [String]
    private var position = 0
    private var depth = 0

    private init(_ text: String, parameters: [String]) throws(Fault) {
        self.text = text
        bytes = Array(text.utf8)
        self.parameters = parameters
        guard bytes.count <= Self.maximumBytes else {
            throw Fault(message: "is longer than \(Self.maximumBytes) bytes; make a rule of a part of it")
        }
    }

    // MARK: Entry points

    static func condition(_ text: String, parameters: [String]) throws(Fault) -> Condition {
        var reader = try GrammarText(text, parameters: parameters)
        let condition = try reader.condition()
        try reader.expectEnd()
        guard case .condition(let condition) = condition else {
            throw Fault(message: "is a number; compare it with another one, as in \"minute == 0\"")
        }
        return condition
    }

    static func number(_ text: String, parameters: [String]) throws(Fault) -> Expression {
        var reader = try GrammarText(text, parameters: parameters)
        let number = try reader.number(try reader.condition())
        try reader.expectEnd()
        return number
    }

    static func sequence(_ text: String, parameters: [String]) throws(Fault) -> [Word] {
        var reader = try GrammarText(text, parameters: parameters)
        var words: [Word] = []
        while true {
            reader.skipSpaces()
            if reader.position == reader.bytes.count { return words }
            words.append(try reader.word())
        }
    }

    // MARK: Sequences

    private mutating func word() throws(Fault) -> Word {
        let name = consume(while: \.isNamePart)
        guard VoicePack.isClipName(name) else {
            throw fault(
                name.isEmpty
                    ? "a clip or a rule" : "a name of a-z, A-Z, 0-9, - and _ that begins with a letter or digit")
        }
        guard consume("(") else {
            guard position == bytes.count || bytes[position].isSpace else { throw fault("a space") }
            return .clip(name)
        }
        var arguments: [Expression] = []
        skipSpaces()
        if !consume(")") {
            repeat { arguments.append(try number(try sum())) } while takeSpaced(",")
            guard takeSpaced(")") else { throw fault("\",\" or \")\"") }
        }
        return .call(name, arguments)
    }

    // MARK: Conditions and numbers

    private mutating func condition() throws(Fault) -> Term {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw Fault(message: "is nested more than \(Self.maximumDepth) deep; make a rule of a part of it")
        }
        var left = try both()
        while takeWord("or") { left = .condition(.or(try condition(left), try condition(try both()))) }
        return left
    }

    private mutating func both() throws(Fault) -> Term {
        var left = try single()
        while takeWord("and") { left = .condition(.and(try condition(left), try condition(try single()))) }
        return left
    }

    private mutating func single() throws(Fault) -> Term {
        if takeWord("not") {
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.maximumDepth else { throw Fault(message: "says \"not\" too often") }
            return .condition(.not(try condition(try single())))
        }
        let left = try sum()
        guard let comparison = takeComparison() else { return left }
        return .condition(.comparison(comparison, try number(left), try number(try sum())))
    }

    private mutating func sum() throws(Fault) -> Term {
        var left = try product()
        while let operation = takeOperation([.plus, .minus]) {
            left = .number(.arithmetic(operation, try number(left), try number(try product())))
        }
        return left
    }

    private mutating func product() throws(Fault) -> Term {
        var left = try factor()
        while let operation = takeOperation([.times, .over, .modulo]) {
            left = .number(.arithmetic(operation, try number(left), try number(try factor())))
        }
        return left
    }

    private mutating func factor() throws(Fault) -> Term {
        skipSpaces()
        if consume("(") {
            let inner = try condition()
            guard takeSpaced(")") else { throw fault("\")\"") }
            return inner
        }
        if consume("-") {
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.maximumDepth else { throw Fault(message: "has too many signs") }
            return .number(.negated(try number(try factor())))
        }
        let start = position
        let name = consume { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
        guard let first = name.utf8.first else { throw fault("a number") }
        if first.isDigit {
            guard let number = Int(name) else {
                position = start
                throw fault("a whole number of at most 18 digits")
            }
            return .number(.number(number))
        }
        guard let index = parameters.firstIndex(of: name) else {
            let known = parameters.isEmpty ? "this rule has none" : "there are \(parameters.joined(separator: ", "))"
            throw Fault(message: "names \"\(name)\", which is no parameter of its rule; \(known)")
        }
        return .number(.parameter(index))
    }

    private func number(_ term: Term) throws(Fault) -> Expression {
        guard case .number(let number) = term else {
            throw Fault(message: "computes with a condition; only numbers can be added, compared or passed on")
        }
        return number
    }

    private func condition(_ term: Term) throws(Fault) -> Condition {
        guard case .condition(let condition) = term else {
            throw Fault(message: "joins a number by \"and\", \"or\" or \"not\"; compare it with another one first")
        }
        return condition
    }

    // MARK: Scanning

    private mutating func skipSpaces() {
        while position < bytes.count, bytes[position].isSpace { position += 1 }
    }

    private mutating func consume(while isPart: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func consume(_ sign: String) -> Bool {
        guard bytes[position...].starts(with: sign.utf8) else { return false }
        position += sign.utf8.count
        return true
    }

    private mutating func takeSpaced(_ sign: String) -> Bool {
        skipSpaces()
        return consume(sign)
    }

    private mutating func takeWord(_ word: String) -> Bool {
        skipSpaces()
        let after = position + word.utf8.count
        guard after >= bytes.count || !bytes[after].isNamePart else { return false }
        return consume(word)
    }

    private mutating func takeComparison() -> Condition.Comparison? {
        skipSpaces()
        // The longer signs first: "<" begins "<=".
        let comparisons: [Condition.Comparison] = [
            .equal, .unequal, .lessOrEqual, .greaterOrEqual, .less, .greater,
        ]
        return comparisons.first { consume($0.rawValue) }
    }

    private mutating func takeOperation(_ operations: [Expression.Arithmetic]) -> Expression.Arithmetic? {
        skipSpaces()
        return operations.first { consume($0.rawValue) }
    }

    private mutating func expectEnd() throws(Fault) {
        skipSpaces()
        guard position == bytes.count else { throw fault("an operator") }
    }

    private func fault(_ expected: String) -> Fault {
        let rest = String(decoding: bytes[position...], as: UTF8.self)
        return Fault(
            message: rest.isEmpty
                ? "ends too early: \(expected) is missing" : "needs \(expected) at \(quotedLine(rest))")
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") }
}
