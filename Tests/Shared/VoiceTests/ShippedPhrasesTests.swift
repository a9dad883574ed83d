import ClockDomain
import ClockVoice
import FoundationEssentials
import Testing

@Suite("The clips that come with the project")
struct ShippedPhrasesTests {
    private static let english = ["english", "english-24h", "english-relative"]

    /// The clips in the pack's folder.
    private func present(_ name: String) throws -> Set<String> {
        let folder = ShippedPacks.root.appending(component: "voices/\(name)").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Set(files.filter { $0.hasSuffix(".flac") }.map { String($0.dropLast(5)) })
    }

    @Test(
        "Every minute of the day is said with the clips of the pack, or with those that can be made",
        arguments: ShippedPacks.names)
    func everyMinute(name: String) throws {
        let pack = try ShippedPacks.pack(name)
        let grammar = try #require(pack.grammar)
        let isMade = Self.english.contains(name)
        let there = isMade ? try present(name) : Set(pack.prompts.map(\.name))
        let choice = PhraseChoice(pack, present: there)
        for minute in 0..<1440 {
            let time = LocalTime(secondOfDay: minute * 60)
            let clips = choice.clips(for: try grammar.clips(time: time))
            try #require(there.isSuperset(of: clips), "\(name) at \(time): \(clips)")
            if isMade { try #require(clips.count <= 2, "\(name) at \(time): \(clips)") }
        }
        #expect(pack.missing(from: there).map(\.name) == [])
    }

    @Test("No file lies in a pack's folder without its line in voice.yaml", arguments: Self.english)
    func strays(name: String) throws {
        let named = Set(try ShippedPacks.pack(name).prompts.map(\.name))
        #expect(try present(name).subtracting(named) == [])
    }

    @Test(
        "Times are phrases",
        arguments: [
            ("english", "15:00", "three-PM"), ("english", "15:15", "three fifteen-PM"),
            ("english", "21:07", "nine oh-seven-PM"), ("english", "11:45", "eleven forty-five-AM"),
            ("english-24h", "00:00", "zero hundred-hours"), ("english-24h", "00:15", "zero-zero fifteen-hours"),
            ("english-24h", "21:07", "twenty-one zero-seven-hours"), ("english-relative", "00:00", "midnight"),
            ("english-relative", "12:00", "noon"), ("english-relative", "15:00", "three-o-clock"),
            ("english-relative", "15:30", "half-past-three-final"),
            ("english-relative", "15:40", "twenty-to four-final"),
            ("english-relative", "21:07", "seven-minutes-past nine-final"),
        ])
    func phrases(name: String, at text: String, expected: String) throws {
        let pack = try ShippedPacks.pack(name)
        let words = try #require(pack.grammar).clips(time: try time(text))
        #expect(PhraseChoice(pack).clips(for: words).joined(separator: " ") == expected)
    }
}
