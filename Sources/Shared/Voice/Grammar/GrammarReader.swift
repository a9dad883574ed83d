import ClockDomain
import ClockYAML

/// Makes a grammar of the part `grammar:` of a `voice.yaml`.
struct GrammarReader {
    private let source: String
    /// Names of the clips that the pack has.
    private let clips: Set<String>
    private var headings: [Heading] = []
    private var places: [String: Int] = [:]

    private struct Heading {
        var name: String
        var parameters: [String]
        var line: Int
    }

    static let maximumRules = 200
    static let maximumCases = 200
    static let maximumParameters = 8

    init(source: String, clips: Set<String>) {
        self.source = source
        self.clips = clips
    }

    mutating func read(_ node: YAMLNode) throws(VoicePackProblem) -> Grammar {
        guard case .mapping(let pairs) = node.content else {
            throw problem(node.line, "grammar must be rules, as in \"time: …\" on lines indented below it")
        }
        guard pairs.count <= Self.maximumRules else {
            throw problem(node.line, "the grammar has \(pairs.count) rules, and may have \(Self.maximumRules)")
        }
        for pair in pairs { try addHeading(pair.key) }
        guard Grammar.Subject.allCases.contains(where: { places[$0.rawValue] != nil }) else {
            throw problem(node.line, "the grammar has no rule time, date or duration; it would never be used")
        }
        var rules: [Rule] = []
        for (heading, pair) in zip(headings, pairs) { rules.append(try rule(heading, pair.value)) }
        return Grammar(rules: rules)
    }

    // MARK: Headings

    /// `number(n)`, or the name of a subject, which brings its own parameters.
    private mutating func addHeading(_ key: YAMLNode) throws(VoicePackProblem) {
        guard let text = key.scalar else { throw problem(key.line, "the name of a rule must be plain text") }
        let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
        let name = trimmed(parts[0])
        guard Self.isName(name) else {
            throw problem(
                key.line,
                "\(quotedLine(text)) cannot be a rule's name; write one like number(n), of letters, digits and _")
        }
        let parameters: [String]
        if let subject = Grammar.Subject(rawValue: name) {
            guard parts.count == 1 else {
                throw problem(
                    key.line,
                    "rule \(name) always has \(subject.parameters.joined(separator: ", ")); write only \"\(name):\"")
            }
            parameters = subject.parameters
        } else {
            parameters = try self.parameters(parts, of: name, text, key.line)
        }
        if let earlier = places.updateValue(headings.count, forKey: name) {
            throw problem(key.line, "rule \(name) is there twice, first in line \(headings[earlier].line); remove one")
        }
        headings.append(Heading(name: name, parameters: parameters, line: key.line))
    }

    private func parameters(
        _ parts: [Substring], of name: String, _ text: String, _ line: Int
    ) throws(VoicePackProblem) -> [String] {
        guard parts.count == 2, parts[1].last == ")" else {
            throw problem(
                line, "rule \(quotedLine(text)) needs its parameters in parentheses: \"\(name)(n):\" or \"\(name)():\"")
        }
        let inner = parts[1].dropLast()
        guard !inner.allSatisfy({ $0 == " " }) else { return [] }
        let names = inner.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
        guard names.count <= Self.maximumParameters else {
            throw problem(line, "rule \(name) has \(names.count) parameters, and may have \(Self.maximumParameters)")
        }
        let reserved: Set = ["and", "or", "not"]
        for parameter in names where !Self.isName(parameter) || reserved.contains(parameter) {
            throw problem(line, "rule \(name): \(quotedLine(parameter)) cannot be a parameter's name")
        }
        guard Set(names).count == names.count else {
            throw problem(line, "rule \(name) has two parameters of one name")
        }
        return names
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
        return first.isLetter && text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
    }

    private func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    // MARK: Cases

    private func rule(_ heading: Heading, _ node: YAMLNode) throws(VoicePackProblem) -> Rule {
        var rule = Rule(name: heading.name, parameters: heading.parameters, cases: [])
        switch node.content {
        case .scalar:
            let items = try sequence(node, "rule \(rule.name)", rule.parameters)
            rule.cases = [Rule.Case(condition: nil, speech: .say(items))]
        case .mapping: rule.cases = [try ruleCase(node, "rule \(rule.name)", rule.parameters)]
        case .sequence(let nodes):
            guard (1...Self.maximumCases).contains(nodes.count) else {
                throw problem(
                    node.line, "rule \(rule.name) has \(nodes.count) cases; it needs 1 to \(Self.maximumCases)")
            }
            for (index, node) in nodes.enumerated() {
                if index > 0, rule.cases[index - 1].condition == nil {
                    throw problem(
                        node.line,
                        "rule \(rule.name), case \(index + 1) is never reached: the one before it has no \"when\"")
                }
                rule.cases.append(try ruleCase(node, "rule \(rule.name), case \(index + 1)", rule.parameters))
            }
        }
        return rule
    }

    private func ruleCase(
        _ node: YAMLNode, _ place: String, _ parameters: [String]
    ) throws(VoicePackProblem) -> Rule.Case {
        guard case .mapping(let pairs) = node.content else {
            throw problem(node.line, "\(place) must be \"say:\" or \"pick:\" and \"from:\", with \"when:\" before it")
        }
        var parts: [String: YAMLNode] = [:]
        for pair in pairs {
            let key = pair.key.scalar ?? ""
            guard ["when", "say", "pick", "from"].contains(key) else {
                throw problem(pair.key.line, "\(place): unknown \(quotedLine(key)); there are when, say, pick and from")
            }
            guard parts.updateValue(pair.value, forKey: key) == nil else {
                throw problem(pair.key.line, "\(place): \"\(key)\" is there twice; remove one")
            }
        }
        var condition: Condition?
        if let when = parts["when"] {
            condition = try parsed(when, "\(place), when") { text throws(GrammarText.Fault) in
                try GrammarText.condition(text, parameters: parameters)
            }
        }
        switch (parts["say"], parts["pick"], parts["from"]) {
        case (let say?, nil, nil):
            return Rule.Case(condition: condition, speech: .say(try sequence(say, "\(place), say", parameters)))
        case (nil, let pick?, let from?):
            let number = try parsed(pick, "\(place), pick") { text throws(GrammarText.Fault) in
                try GrammarText.number(text, parameters: parameters)
            }
            return Rule.Case(
                condition: condition, speech: .pick(number, from: try choices(from, "\(place), from", parameters)))
        default: throw problem(node.line, "\(place) needs either \"say\", or \"pick\" together with \"from\"")
        }
    }

    private func choices(
        _ node: YAMLNode, _ place: String, _ parameters: [String]
    ) throws(VoicePackProblem) -> [[Rule.Item]] {
        guard case .sequence(let nodes) = node.content, (1...Self.maximumCases).contains(nodes.count) else {
            throw problem(node.line, "\(place) must be a list of 1 to \(Self.maximumCases) clips or calls")
        }
        var choices: [[Rule.Item]] = []
        for node in nodes { choices.append(try sequence(node, place, parameters)) }
        return choices
    }

    // MARK: Sequences

    /// Words with spaces between them, or a list of such.
    private func sequence(
        _ node: YAMLNode, _ place: String, _ parameters: [String]
    ) throws(VoicePackProblem) -> [Rule.Item] {
        if case .sequence(let nodes) = node.content {
            var items: [Rule.Item] = []
            for node in nodes {
                guard node.scalar != nil else {
                    throw problem(node.line, "\(place): an element must be text, such as Uhr or number(minute)")
                }
                items += try sequence(node, place, parameters)
            }
            guard items.count <= Grammar.maximumClips else { throw tooLong(node, place) }
            return items
        }
        let words = try parsed(node, place) { text throws(GrammarText.Fault) in
            try GrammarText.sequence(text, parameters: parameters)
        }
        guard words.count <= Grammar.maximumClips else { throw tooLong(node, place) }
        var items: [Rule.Item] = []
        for word in words { items.append(try item(word, node.line, place)) }
        return items
    }

    private func tooLong(_ node: YAMLNode, _ place: String) -> VoicePackProblem {
        problem(node.line, "\(place) has more than \(Grammar.maximumClips) clips and calls")
    }

    private func item(_ word: GrammarText.Word, _ line: Int, _ place: String) throws(VoicePackProblem) -> Rule.Item {
        switch word {
        case .clip(let name):
            guard clips.contains(name) else {
                if places[name] != nil {
                    throw problem(line, "\(place): \(name) is a rule, not a clip; write \(name)(…)")
                }
                let advice = suggestion(name, clips.sorted()) ?? "add it there"
                throw problem(line, "\(place) names \"\(name)\", which is not under clips; \(advice)")
            }
            return .clip(name)
        case .call(let name, let arguments):
            guard let index = places[name] else {
                let advice = suggestion(name, headings.map(\.name)) ?? "add it to the grammar"
                throw problem(line, "\(place) calls \"\(name)\", and there is no such rule; \(advice)")
            }
            let parameters = headings[index].parameters
            guard arguments.count == parameters.count else {
                throw problem(
                    line,
                    "\(place) calls \(name) with \(arguments.count) values, and it has \(parameters.count) parameters")
            }
            return .call(rule: index, arguments: arguments)
        }
    }

    private func suggestion(_ name: String, _ known: [String]) -> String? {
        nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
    }

    private func parsed<Value>(
        _ node: YAMLNode, _ place: String, _ parse: (String) throws(GrammarText.Fault) -> Value
    ) throws(VoicePackProblem) -> Value {
        guard let text = node.scalar else { throw problem(node.line, "\(place) must be text, not a list or a section") }
        if case .scalar("", quoted: false) = node.content {
            throw problem(node.line, "\(place) is empty; write \"\" to say nothing")
        }
        do throws(GrammarText.Fault) {
            return try parse(text)
        } catch {
            throw problem(node.line, "\(place): \(quotedLine(text)) \(error.message)")
        }
    }

    private func problem(_ line: Int, _ message: String) -> VoicePackProblem {
        VoicePackProblem(source: source, line: line, message: message)
    }
}
