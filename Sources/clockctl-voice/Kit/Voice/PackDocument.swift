internal import ClockSite
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit

/// The facts of a pack in one row, or in JSON.
struct PackDocument: Encodable {
    var name: String
    var language: String
    var says: [String]
    var clips: Int
    /// Those with a file and those that the pack needs, too.
    var prompts: Int
    var format: String
    var rate: Int
    var author: String
    var licence: String
    var engine: String
    var folder: String

    enum CodingKeys: String, CodingKey {
        case name, language, says, clips, prompts, format, author, licence, engine, folder
        case rate = "rate_hz"
    }

    init(_ found: PackShelf.Found) {
        let pack = found.pack
        name = pack.name
        language = pack.language
        let grammar = pack.speakingGrammar
        says = Grammar.Subject.allCases.filter { grammar?.says($0) == true }.map(\.rawValue)
        let present = found.present
        clips = present.count
        prompts = clips + pack.missing(from: present).count
        format = "\(pack.format.container.rawValue), \(pack.format.encoding.rawValue)"
        rate = pack.format.sampleRate
        author = pack.author
        licence = pack.licence
        engine = pack.engine
        folder = found.folder.path
    }

    var isComplete: Bool { clips == prompts }

    var clipWords: StyledText { StyledText("\(clips) of \(prompts)", isComplete ? .plain : .warning) }

    var subjects: String { says.isEmpty ? "prompts" : says.map { "\($0)s" }.joined(separator: ", ") }

    static func table(_ packs: [PackDocument]) -> TextTable {
        TextTable(columns: [
            .init(title: "NAME", cells: packs.map { StyledText($0.name, .bold) }),
            .init(title: "LANGUAGE", cells: packs.map { StyledText($0.language) }),
            .init(title: "CLIPS", alignment: .right, cells: packs.map(\.clipWords)),
            .init(title: "SAYS", dropRank: 2, minimumWidth: 8, cells: packs.map { StyledText($0.subjects) }),
            .init(title: "FORMAT", dropRank: 3, cells: packs.map { StyledText($0.format) }),
            .init(
                title: "FOLDER", dropRank: 1, minimumWidth: 12, comfortableWidth: 36,
                cells: packs.map { StyledText($0.folder) }),
        ])
    }
}
