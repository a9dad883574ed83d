internal import ClockDomain
internal import ClockSite
internal import ClockVoice
internal import ClockctlKit

extension VoiceShowCommand: ClockctlCommand {
    /// Times whose words show how a language says the time.
    private static let examples = [(0, 0), (6, 5), (9, 15), (12, 30), (15, 45), (21, 17)]

    func run(on console: Console) async throws {
        let found = try shelf.shelf(console).find(pack)
        let document = PackDetails(pack: PackDocument(found), prompts: prompts(found), examples: examples(found.pack))
        console.write(
            output.json
                ? JSONOutput.text(document)
                : document.lines(width: console.columns).rendered(coloured: console.coloured))
    }

    private func prompts(_ found: PackShelf.Found) -> [PackDetails.Word] {
        let present = found.present
        let missing = Set(found.pack.missing(from: present).map(\.name))
        return found.pack.prompts.map {
            PackDetails.Word(
                clip: $0.name, text: $0.text, phonemes: $0.phonemes, isThere: present.contains($0.name),
                isMissing: missing.contains($0.name))
        }
    }

    private func examples(_ pack: VoicePack) -> [PackDetails.Example] {
        guard let grammar = pack.timeGrammar else { return [] }
        let texts = Dictionary(pack.prompts.map { ($0.name, $0.text) }) { first, _ in first }
        return Self.examples.compactMap { hour, minute in
            guard let time = LocalTime(hour: hour, minute: minute) else { return nil }
            do throws(GrammarProblem) {
                let clips = try grammar.clips(time: time)
                return .init(time: time.hourAndMinute, words: clips.map { texts[$0] ?? $0 }.joined(separator: " "))
            } catch {
                return .init(time: time.hourAndMinute, words: "\(error)")
            }
        }
    }
}

/// The output of `clockctl voice show`.
struct PackDetails: Encodable {
    struct Word: Encodable {
        var clip: String
        var text: String
        var phonemes: String?
        var isThere: Bool
        /// True when the pack cannot do without it.
        var isMissing: Bool

        enum CodingKeys: String, CodingKey {
            case clip, text, phonemes
            case isThere = "has_clip"
        }
    }

    struct Example: Encodable {
        var time: String
        var words: String
    }

    var pack: PackDocument
    var prompts: [Word]
    var examples: [Example]

    func lines(width: Int?) -> [StyledText] {
        func line(_ label: String, _ text: String) -> StyledText {
            StyledText("  \(label)" + String(repeating: " ", count: 10 - label.count)) + StyledText(text)
        }
        func told(_ text: String) -> String { text.isEmpty ? "not given" : text }
        var lines = [
            StyledText(pack.name, .bold), line("language", pack.language), line("says", pack.subjects),
            StyledText("  clips     ") + pack.clipWords, line("format", "\(pack.format), \(pack.rate) Hz"),
            line("author", told(pack.author)), line("licence", told(pack.licence)), line("engine", told(pack.engine)),
            line("folder", pack.folder),
        ]
        lines += examples.map { StyledText("  \($0.time)     \($0.words)") }
        lines += TextTable(columns: [
            .init(title: "CLIP", cells: prompts.map { StyledText($0.clip, .bold) }),
            .init(title: "TEXT", minimumWidth: 10, cells: prompts.map { StyledText($0.text) }),
            .init(title: "PHONEMES", dropRank: 1, cells: prompts.map { StyledText($0.phonemes ?? "") }),
            .init(title: "", cells: prompts.map { $0.isMissing ? StyledText("no clip", .warning) : StyledText() }),
        ]).lines(width: width)
        return lines
    }
}
