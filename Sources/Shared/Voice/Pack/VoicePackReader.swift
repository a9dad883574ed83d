import ClockDomain
import ClockYAML

/// Makes a pack of a `voice.yaml`.
struct VoicePackReader {
    /// The newest format of the file that this reads, and its only one so far.
    static let version = 1

    private static let keys = [
        "format", "name", "language", "author", "licence", "engine", "sample_rate", "channels", "encoding", "container",
        "voices", "clips", "grammar",
    ]

    private let source: String
    private var values: [String: YAMLNode] = [:]

    static func read(_ yaml: String, source: String) throws(VoicePackProblem) -> VoicePack {
        guard yaml.utf8.count <= VoicePack.maximumBytes else {
            throw VoicePackProblem(source: source, message: "is larger than 1 MiB; split the pack into several")
        }
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLNode.read(yaml)
        } catch {
            throw VoicePackProblem(source: source, line: error.line, message: error.message)
        }
        guard let root, !root.isNull else {
            throw VoicePackProblem(source: source, message: "is empty; docs/voices.md shows its contents")
        }
        let reader = try VoicePackReader(root, source: source)
        return try reader.pack()
    }

    private init(_ root: YAMLNode, source: String) throws(VoicePackProblem) {
        self.source = source
        guard case .mapping(let pairs) = root.content else {
            throw problem(root.line, "must hold \"name: value\" lines; docs/voices.md shows which")
        }
        // Before anything else: a newer format may have keys that are unknown here.
        if let format = pairs.first(where: { $0.key.scalar == "format" }) { try checkVersion(format.value) }
        for pair in pairs {
            guard let key = pair.key.scalar, Self.keys.contains(key) else {
                let text = pair.key.scalar ?? ""
                let advice = nearest(to: text, among: Self.keys).map { "did you mean \"\($0)\"?" }
                throw problem(
                    pair.key.line,
                    "unknown key \(quotedLine(text)); \(advice ?? "known are \(Self.keys.joined(separator: ", "))")")
            }
            if let earlier = values.updateValue(pair.value, forKey: key) {
                throw problem(pair.key.line, "\(key) is there twice, first in line \(earlier.line); remove one")
            }
        }
        guard values["format"] != nil else {
            throw problem(nil, "has no format; add the line \"format: \(Self.version)\"")
        }
    }

    private func checkVersion(_ node: YAMLNode) throws(VoicePackProblem) {
        guard let version = node.scalar.flatMap({ Int($0) }), version > 0 else {
            throw problem(node.line, "format must be a number, such as \(Self.version)")
        }
        guard version <= Self.version else {
            throw problem(
                node.line,
                "the pack is of format \(version), and this program knows \(Self.version); install a newer one")
        }
    }

    private func pack() throws(VoicePackProblem) -> VoicePack {
        var pack = VoicePack(name: "", language: "", prompts: [])
        pack.name = try required("name") {
            NodeSettings.isVoiceName($0) ? $0 : nil
        } expected: {
            "1 to 64 of a-z, A-Z, 0-9, - and _"
        }
        pack.language = try required("language") {
            Self.isLanguage($0) ? $0 : nil
        } expected: {
            "a language tag such as de or pt-BR"
        }
        pack.author = try line("author")
        pack.licence = try line("licence")
        pack.engine = try line("engine")
        pack.format = try clipFormat()
        pack.voices = try voices()
        pack.prompts = try prompts()
        if let grammar = values["grammar"] {
            var reader = GrammarReader(source: source, clips: Set(pack.prompts.lazy.filter(\.says.isEmpty).map(\.name)))
            pack.grammar = try reader.read(grammar)
        }
        return pack
    }

    // MARK: Single values

    private func required<Value>(
        _ key: String, _ parse: (String) -> Value?, expected: () -> String
    ) throws(VoicePackProblem) -> Value {
        guard let value = try optional(key, parse, expected: expected) else {
            throw problem(nil, "has no \(key); add \"\(key): …\" with \(expected())")
        }
        return value
    }

    private func optional<Value>(
        _ key: String, _ parse: (String) -> Value?, expected: () -> String
    ) throws(VoicePackProblem) -> Value? {
        guard let node = values[key] else { return nil }
        guard let text = node.scalar, let value = parse(text) else {
            let found = node.scalar.map { ", not \(quotedLine($0))" } ?? ""
            throw problem(node.line, "\(key) must be \(expected())\(found)")
        }
        return value
    }

    private func line(_ key: String) throws(VoicePackProblem) -> String {
        let limit = VoicePack.maximumTextBytes
        let value = try optional(key) {
            Self.isLine($0) ? $0 : nil
        } expected: {
            "one line of text of at most \(limit) bytes"
        }
        return value ?? ""
    }

    private static func isLine(_ text: String) -> Bool {
        text.utf8.count <= VoicePack.maximumTextBytes
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }

    /// True for the shape of BCP 47 (RFC 5646, section 2.1): a language of 2 to 8 letters, then subtags of up to 8
    /// letters or digits.
    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 35, let language = parts.first else { return false }
        return (2...8).contains(language.utf8.count) && language.utf8.allSatisfy(\.isLetter)
            && parts.dropFirst().allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isAlphanumeric) }
    }

    // MARK: The clips' format

    private func clipFormat() throws(VoicePackProblem) -> ClipFormat {
        var format = ClipFormat.standard
        format.sampleRate = try number("sample_rate", in: ClipFormat.sampleRates) ?? format.sampleRate
        format.channels = try number("channels", in: ClipFormat.channelCounts) ?? format.channels
        format.encoding = try choice("encoding") ?? format.encoding
        format.container = try choice("container") ?? format.container
        if let contradiction = format.contradiction {
            throw problem(values["encoding"]?.line, "\(contradiction); change encoding or container")
        }
        return format
    }

    private func number(_ key: String, in range: ClosedRange<Int>) throws(VoicePackProblem) -> Int? {
        try optional(key) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        } expected: {
            "a number from \(range.lowerBound) to \(range.upperBound)"
        }
    }

    private func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ key: String
    ) throws(VoicePackProblem) -> Choice? {
        try optional(key, Choice.init(rawValue:)) {
            "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }

    // MARK: Voices and clips

    private func voices() throws(VoicePackProblem) -> [String: String] {
        guard let node = values["voices"], !node.isNull else { return [:] }
        guard case .mapping(let pairs) = node.content, pairs.count <= 100 else {
            throw problem(node.line, "voices must be lines \"engine: voice\", 100 at most")
        }
        var voices: [String: String] = [:]
        for pair in pairs {
            guard let engine = pair.key.scalar, VoicePack.isClipName(engine) else {
                throw problem(pair.key.line, "voices: \(quotedLine(pair.key.scalar ?? "")) is no engine's name")
            }
            guard let voice = pair.value.scalar, !voice.isEmpty, Self.isLine(voice) else {
                throw problem(pair.value.line, "voices: \(engine) must be one line of text")
            }
            guard voices.updateValue(voice, forKey: engine) == nil else {
                throw problem(pair.key.line, "voices: \(engine) is there twice; remove one")
            }
        }
        return voices
    }

    private func prompts() throws(VoicePackProblem) -> [Prompt] {
        guard let node = values["clips"] else {
            throw problem(nil, "has no clips; add \"clips:\" with lines \"name: text to speak\"")
        }
        var prompts: [Prompt] = []
        var lines: [String: Int] = [:]
        func add(_ name: YAMLNode, _ text: YAMLNode?) throws(VoicePackProblem) {
            let prompt = try prompt(name, text)
            // Some file systems do not distinguish upper from lower case.
            if let earlier = lines.updateValue(name.line, forKey: prompt.name.lowercased()) {
                throw problem(
                    name.line,
                    "clip \"\(prompt.name)\" is there twice, first in line \(earlier) (case does not count); remove one"
                )
            }
            prompts.append(prompt)
        }
        switch node.content {
        case .mapping(let pairs):
            for pair in pairs.prefix(VoicePack.maximumPrompts + 1) { try add(pair.key, pair.value) }
        case .sequence(let names): for name in names.prefix(VoicePack.maximumPrompts + 1) { try add(name, nil) }
        case .scalar: throw problem(node.line, "clips must be lines \"name: text to speak\"")
        }
        let words = Set(prompts.lazy.filter(\.says.isEmpty).map(\.name))
        for prompt in prompts {
            guard let stranger = prompt.says.first(where: { !words.contains($0) }) else { continue }
            throw problem(
                lines[prompt.name.lowercased()],
                "clip \"\(prompt.name)\" says \(quotedLine(stranger)), which is no word of "
                    + "the pack")
        }
        guard (1...VoicePack.maximumPrompts).contains(prompts.count) else {
            let finding = prompts.isEmpty ? "clips is empty" : "there are more than \(VoicePack.maximumPrompts) clips"
            throw problem(node.line, "\(finding); a pack has 1 to \(VoicePack.maximumPrompts)")
        }
        return prompts
    }

    private func prompt(_ node: YAMLNode, _ value: YAMLNode?) throws(VoicePackProblem) -> Prompt {
        guard let name = node.scalar, VoicePack.isClipName(name) else {
            throw problem(
                node.line,
                "\(quotedLine(node.scalar ?? "")) cannot be a clip's name: 1 to 64 of a-z, A-Z, 0-9, - and _, "
                    + "beginning with a letter or digit; any text can be spoken, as in \"fuenf: fünf\"")
        }
        guard let value else {
            return Prompt(name: name, text: name.split { "-_".contains($0) }.joined(separator: " "))
        }
        guard case .mapping(let pairs) = value.content else {
            return Prompt(name: name, text: try text(value, "clip \"\(name)\""))
        }
        var prompt = Prompt(name: name, text: "")
        for pair in pairs {
            let place = "clip \"\(name)\", \(pair.key.scalar ?? "")"
            switch pair.key.scalar {
            case "text" where prompt.text.isEmpty: prompt.text = try text(pair.value, place)
            case "phonemes" where prompt.phonemes == nil: prompt.phonemes = try text(pair.value, place)
            case "says" where prompt.says.isEmpty:
                prompt.says = try text(pair.value, place).split(separator: " ").map(String.init)
                guard (2...Grammar.maximumClips).contains(prompt.says.count) else {
                    throw problem(
                        pair.value.line, "\(place) must be 2 to \(Grammar.maximumClips) clips with spaces between")
                }
            case "text", "phonemes", "says": throw problem(pair.key.line, "\(place) is there twice; remove one")
            case let other:
                throw problem(
                    pair.key.line,
                    "clip \"\(name)\": unknown \(quotedLine(other ?? "")); there are text, phonemes and says")
            }
        }
        guard !prompt.text.isEmpty else { throw problem(node.line, "clip \"\(name)\" has no text") }
        return prompt
    }

    private func text(_ node: YAMLNode, _ place: String) throws(VoicePackProblem) -> String {
        guard let text = node.scalar, !text.allSatisfy(\.isWhitespace), Self.isLine(text) else {
            throw problem(
                node.line, "\(place) must be one line of text to speak, of at most \(VoicePack.maximumTextBytes) bytes")
        }
        return text
    }

    private func problem(_ line: Int?, _ message: String) -> VoicePackProblem {
        VoicePackProblem(source: source, line: line, message: message)
    }
}

extension VoicePack {
    /// Reads the text of a `voice.yaml`. For any text it ends soon, with a pack or with a fault.
    /// - Parameter source: the name of the text in problems, such as its path.
    /// - Throws: the first fault, with its line.
    public static func parse(_ yaml: String, source: String) throws(VoicePackProblem) -> VoicePack {
        try VoicePackReader.read(yaml, source: source)
    }
}
