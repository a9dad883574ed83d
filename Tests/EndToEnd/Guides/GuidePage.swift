/// The commands and files of a page, in the order in which a reader comes to them.
///
/// A fenced block without a language is typed, or, where its first line begins with `$ `, is typed and shows the answers.
/// A block `cron` has commands behind their times, a block `yaml` is a file. Words in the text that are set as code
/// and begin with a program's name are commands too, unless they have a part for the reader to fill in.
struct GuidePage {
    struct Step {
        enum Kind {
            /// - shown: the answer on the page, where there is one.
            case command(String, shown: String?)
            /// A command in the midst of a sentence.
            case mention(String)
            case file(String)
        }

        var line: Int
        /// True for the first of a block.
        var isFirst = false
        var kind: Kind
    }

    private(set) var steps: [Step] = []

    init(_ text: String) {
        var prose: (text: String, line: Int) = ("", 1)
        var block: (language: Substring, indentation: Int, line: Int, lines: [String])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.drop { $0 == " " }
            if words.hasPrefix("```") {
                if let open = block {
                    read(open.lines, of: open.language, from: open.line)
                    (block, prose) = (nil, ("", index + 2))
                } else {
                    readMentions(in: prose.text, from: prose.line)
                    block = (words.dropFirst(3), line.count - words.count, index + 2, [])
                }
            } else if let open = block {
                block?.lines.append(String(line.dropFirst(open.indentation)))
            } else {
                prose.text += "\(line)\n"
            }
        }
        readMentions(in: prose.text, from: prose.line)
    }

    private mutating func read(_ lines: [String], of language: Substring, from first: Int) {
        let count = steps.count
        defer { if steps.count > count { steps[count].isFirst = true } }
        switch language {
        case "yaml": steps.append(Step(line: first, kind: .file(lines.map { "\($0)\n" }.joined())))
        case "cron":
            for (index, line) in lines.enumerated() {
                let command = line.split(separator: " ", maxSplits: 5).last.map { $0.drop { $0 == " " } } ?? ""
                steps.append(Step(line: first + index, kind: .command(String(command), shown: nil)))
            }
        case "" where lines.first?.hasPrefix("$ ") == true: readSession(lines, from: first)
        case "":
            for (index, line) in lines.enumerated() where !line.isEmpty {
                steps.append(Step(line: first + index, kind: .command(line, shown: nil)))
            }
        default: break
        }
    }

    private mutating func readSession(_ lines: [String], from first: Int) {
        for (index, line) in lines.enumerated() where line.hasPrefix("$ ") {
            let shown = lines[(index + 1)...].prefix { !$0.hasPrefix("$ ") }
            let answer = shown.isEmpty ? nil : shown.joined(separator: "\n")
            steps.append(Step(line: first + index, kind: .command(String(line.dropFirst(2)), shown: answer)))
        }
    }

    private mutating func readMentions(in text: String, from first: Int) {
        var line = first
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            let words = part.split { $0 == " " || $0 == "\n" }
            let command = words.joined(separator: " ")
            if index % 2 == 1, Self.programs.contains(where: { command.hasPrefix("\($0) ") }),
                !words.contains(where: Self.isPlaceholder)
            {
                steps.append(Step(line: line, kind: .mention(command)))
            }
            line += part.count { $0 == "\n" }
        }
    }

    private static let programs = ["clockctl", "sudo clockctl", "clock-node", "clock-coordinator"]

    /// `FILE`, `…`.
    private static func isPlaceholder(_ word: Substring) -> Bool {
        word.contains("…") || word.count > 1 && word.allSatisfy { $0.isUppercase || "_=-".contains($0) }
    }
}
