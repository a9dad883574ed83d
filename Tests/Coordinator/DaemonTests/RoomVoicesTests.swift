import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import Glibc
import Testing

@testable import CoordinatorDaemon

/// By which program a text is spoken for a room.
struct RoomVoicesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("voices") }

    private func pack(_ name: String, _ lines: String) throws {
        mkdir(folder.file(name), 0o755)
        try folder.write(
            "format: 1\nname: \(name)\nlanguage: sv\n\(lines)\nclips:\n  one: one\n", to: "\(name)/voice.yaml")
    }

    private func voices(
        configured: [String]? = nil, programs: Set<String> = ["espeak-ng", "text2wave", "flite"],
        pushed: String? = nil
    ) -> RoomVoices {
        RoomVoices(
            configured: configured, folder: folder.path, pushed: { _ in pushed }, has: { programs.contains($0) })
    }

    @Test func theEngineThatSpokeTheClipsSpeaksTextsWithTheSameVoice() throws {
        try pack(
            "slt", "engine: Festival 2.5.0 (Debian), voice slt\nvoices:\n  festival: cmu_us_slt\n  espeak-ng: en-us")
        try pack("own", "engine: espeak-ng sv+f3\nvoices:\n  espeak-ng: sv+f3")
        try pack("small", "engine: flite\nvoices:\n  flite: slt")
        #expect(voices().command(for: SpeechVoice(name: "slt")) == ["text2wave", "-eval", "(voice_cmu_us_slt)"])
        #expect(
            voices().command(for: SpeechVoice(name: "own")) == ["espeak-ng", "-v", "sv+f3", "--stdin", "--stdout"])
        #expect(
            voices().command(for: SpeechVoice(name: "small"))
                == ["flite", "-voice", "slt", "-f", "/dev/stdin", "-o", "/dev/stdout"])
    }

    @Test func withoutThatEngineAnotherSpeaksThePacksLanguage() throws {
        try pack("slt", "engine: Festival 2.5.0\nvoices:\n  festival: cmu_us_slt\n  espeak-ng: en-us")
        try pack("recorded", "engine: my own voice")
        #expect(
            voices(programs: ["espeak-ng"]).command(for: SpeechVoice(name: "slt"))
                == ["espeak-ng", "-v", "en-us", "--stdin", "--stdout"])
        #expect(
            voices().command(for: SpeechVoice(name: "recorded")) == ["espeak-ng", "-v", "sv", "--stdin", "--stdout"])
    }

    @Test func aPackThatPeopleGaveTheRoomsGoesBeforeOneOfThisMachine() throws {
        try pack("own", "engine: espeak-ng\nvoices:\n  espeak-ng: sv")
        let pushed =
            "format: 1\nname: own\nlanguage: de\nengine: espeak-ng\nvoices:\n  espeak-ng: de\nclips:\n  one: eins\n"
        let voice = SpeechVoice(name: "own", pack: Digest(of: [1]))
        #expect(
            voices(pushed: pushed).command(for: voice) == ["espeak-ng", "-v", "de", "--stdin", "--stdout"])
        #expect(voices(pushed: nil).command(for: voice) == RoomVoices.standard)
    }

    @Test func aConfiguredCommandSpeaksEverythingAndUnknownVoicesAreSpokenByTheStandardOne() {
        #expect(voices(configured: ["say"]).command(for: SpeechVoice(name: "slt")) == ["say"])
        #expect(voices().command(for: SpeechVoice(name: "nobody")) == RoomVoices.standard)
        #expect(voices().command(for: nil) == RoomVoices.standard)
    }

    @Test(
        "Nothing of a pack becomes an option or a piece of a program",
        arguments: ["-w/x", "slt) (system \"x\")", "../x", ""])
    func hostile(voice: String) throws {
        let quoted = voice.replacing("\"", with: "\\\"")
        try pack("slt", "engine: festival\nvoices:\n  festival: \"\(quoted)\"")
        let command = voices().command(for: SpeechVoice(name: "slt"))
        #expect(command.first == "espeak-ng" && !command.contains { $0.contains("system") || $0 == voice })
    }
}
