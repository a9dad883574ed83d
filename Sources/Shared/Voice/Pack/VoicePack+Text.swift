extension VoicePack {
    /// Returns the pack as the text of a `voice.yaml`, which ``parse(_:source:)`` reads as an equal pack. Without
    /// comments.
    public func yaml() -> String {
        var lines = [
            "format: \(VoicePackReader.version)", "name: \(scalar(name))", "language: \(scalar(language))",
            "author: \(scalar(author))", "licence: \(scalar(licence))",
        ]
        if !engine.isEmpty { lines.append("engine: \(scalar(engine))") }
        lines += [
            "sample_rate: \(format.sampleRate)", "channels: \(format.channels)",
            "encoding: \(format.encoding.rawValue)",
            "container: \(format.container.rawValue)",
        ]
        if !voices.isEmpty {
            lines.append("voices:")
            lines += voices.sorted { $0.key < $1.key }.map { "  \(scalar($0.key)): \(scalar($0.value))" }
        }
        lines.append("clips:")
        for prompt in prompts {
            guard prompt.phonemes != nil || !prompt.says.isEmpty else {
                lines.append("  \(scalar(prompt.name)): \(scalar(prompt.text))")
                continue
            }
            lines += ["  \(scalar(prompt.name)):", "    text: \(scalar(prompt.text))"]
            if let phonemes = prompt.phonemes { lines.append("    phonemes: \(scalar(phonemes))") }
            if !prompt.says.isEmpty { lines.append("    says: \(scalar(prompt.says.joined(separator: " ")))") }
        }
        if let grammar { lines += ["grammar:"] + grammar.rules.flatMap { self.lines($0, grammar.rules) } }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(_ rule: Rule, _ rules: [Rule]) -> [String] {
        func text(_ items: [Rule.Item]) -> String {
            scalar(items.map { $0.text(rule.parameters, rules) }.joined(separator: " "))
        }
        let cases = rule.cases.flatMap { rulesCase in
            var lines: [String] = []
            if let condition = rulesCase.conditionText(rule.parameters) { lines.append("when: \(scalar(condition))") }
            switch rulesCase.speech {
            case .say(let items): lines.append("say: \(text(items))")
            case .pick(let number, let choices):
                lines += ["pick: \(scalar(number.text(rule.parameters)))", "from:"]
                lines += choices.map { "  - \(text($0))" }
            }
            return lines.enumerated().map { ($0.offset == 0 ? "    - " : "      ") + $0.element }
        }
        return ["  \(rule.heading):"] + cases
    }

    /// Returns a plain scalar if every reader takes it for a text, else one in double quotes.
    private func scalar(_ text: String) -> String {
        let words: Set = ["", "null", "true", "false", "yes", "no", "on", "off", "y", "n"]
        let isPlain =
            text.first?.isLetter == true && text.last != " " && !words.contains(text.lowercased())
            && text.allSatisfy { $0.isLetter || $0.isWholeNumber && $0.isASCII || " _-./'()+*%=<>,".contains($0) }
        guard !isPlain else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{20}"..."\u{7E}": quoted.unicodeScalars.append(scalar)
            case _ where scalar.properties.isAlphabetic || scalar.properties.isEmoji:
                quoted.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}
