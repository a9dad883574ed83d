import ClockDomain
import ClockVoice
import FoundationEssentials
import Testing

/// The packs that come with the project.
enum ShippedPacks {
    static let names = [
        "english", "english-24h", "english-relative", "german", "french", "spanish", "dutch", "italian", "portuguese",
        "polish", "swedish", "japanese", "mandarin",
    ]

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func pack(_ name: String) throws -> VoicePack {
        try VoicePack.read(folder: root.appending(component: "voices/\(name)").path)
    }

    static func grammar(_ name: String) throws -> Grammar { try #require(try pack(name).grammar) }
}

extension VoicePack {
    /// Returns the text of these clips as the pack writes it.
    func sentence(_ clips: [String]) throws -> String {
        let texts = Dictionary(uniqueKeysWithValues: prompts.map { ($0.name, $0.text) })
        let isSpaced = !language.hasPrefix("ja") && !language.hasPrefix("cmn")
        return try clips.map { try #require(texts[$0]) }.joined(separator: isSpaced ? " " : "")
    }
}

func time(_ text: String) throws -> LocalTime { try #require(LocalTime(hourAndMinute: text)) }

func date(_ text: String) throws -> CivilDate {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    try #require(parts.count == 3)
    return CivilDate(year: parts[0], month: parts[1], day: parts[2])
}
