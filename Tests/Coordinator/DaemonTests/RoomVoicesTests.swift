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
        configured: [String]? = nil, programs: Set<String> = ["espeak-ng", "text2wave", "flite", "piper"],
        pushed: String? = nil
    ) -> RoomVoices {
        RoomVoices(
            configured: configured, folder: folder.path, pushed: { _ in pushed }, has: { programs.contains($0) },
            isFile: { $0.hasSuffix("/piper/de_DE-x.onnx") })
    }

    private func names(_ voices: RoomVoices, _ voice: String?) -> [String] {
        voices.commands(for: voice.map { SpeechVoice(name: $0) }).map(\.name)
    }

    @Test func theLanguageIsThatOfThePack() throws {
        try pack("own", "engine: flite")
        #expect(voices().language(of: SpeechVoice(name: "own")) == "sv")
        #expect(voices().language(of: SpeechVoice(name: "gone")) == "en")
    }

    @Test func theEngineThatSpokeTheClipsSpeaksTextsFirst() throws {
        try pack(
            "slt", "engine: Festival 2.5.0 (Debian), voice slt\nvoices:\n  festival: cmu_us_slt\n  espeak-ng: en-us")
        try pack("own", "engine: espeak-ng sv+f3\nvoices:\n  espeak-ng: sv+f3")
        try pack("small", "engine: flite\nvoices:\n  flite: slt")
        try pack("neural", "engine: piper /home/x/de_DE-x.onnx")
        #expect(names(voices(), "slt") == ["festival (cmu_us_slt)", "espeak-ng (en-us)"])
        #expect(names(voices(), "own") == ["espeak-ng (sv+f3)"])
        #expect(names(voices(), "small") == ["flite (slt)", "espeak-ng (sv)"])
        #expect(names(voices(), "neural") == ["piper (\(folder.path)/piper/de_DE-x.onnx)", "espeak-ng (sv)"])
        #expect(
            voices().commands(for: SpeechVoice(name: "slt")).map(\.words) == [
                ["text2wave", "-o", "{file}", "-eval", "(voice_cmu_us_slt)"],
                ["espeak-ng", "--stdin", "-w", "{file}", "-v", "en-us"],
            ])
    }

    @Test func theBestOtherEngineOfTheLanguageIsNext() throws {
        try pack("english", "engine: Festival 2.5.0\nvoices:\n  festival: cmu_us_slt\n  flite: slt\n  espeak-ng: en-us")
        let path = folder.file("english/voice.yaml")
        let text = try #require(readText(path)).replacing("language: sv", with: "language: en-US")
        try folder.write(text, to: "english/voice.yaml")
        let all: Set = ["hibari", "text2wave", "flite", "espeak-ng"]
        #expect(
            names(voices(programs: all), "english")
                == ["festival (cmu_us_slt)", "hibari", "flite (slt)", "espeak-ng (en-us)"])
        #expect(names(voices(programs: all), nil) == ["hibari", "espeak-ng"])
        // espeak-ng stays, so that the error names its absence.
        #expect(names(voices(programs: []), "english") == ["espeak-ng (en-us)"])
        try pack("recorded", "engine: my own voice")
        #expect(names(voices(programs: all), "recorded") == ["espeak-ng (sv)"])
    }

    @Test func aDoctorTellsTheSpeakerWhatFailedAndWhatWouldBeBetter() throws {
        try pack("slt", "engine: Festival 2.5.0\nvoices:\n  festival: cmu_us_slt\n  espeak-ng: en-us")
        let voice = SpeechVoice(name: "slt")
        #expect(voices().check(of: voice) { _ in nil } == SpeechCheck(speaker: "festival (cmu_us_slt)"))
        #expect(
            voices(programs: ["espeak-ng"]).check(of: voice) { _ in nil }
                == SpeechCheck(
                    speaker: "espeak-ng (en-us)", better: "festival (cmu_us_slt): apt install festival"))
        #expect(
            voices().check(of: voice) { $0.name.hasPrefix("festival") ? "it failed" : nil }
                == SpeechCheck(speaker: "espeak-ng (en-us)", failure: "it failed"))
        #expect(voices(programs: []).check(of: voice) { _ in nil }.speaker == nil)
        #expect(
            voices(configured: ["espeak-ng", "-x"], programs: ["espeak-ng"]).check(of: nil) { _ in nil }
                == SpeechCheck(speaker: "espeak-ng -x"))
    }

    @Test func aPackThatPeopleGaveTheRoomsGoesBeforeOneOfThisMachine() throws {
        try pack("own", "engine: espeak-ng\nvoices:\n  espeak-ng: sv")
        let pushed =
            "format: 1\nname: own\nlanguage: de\nengine: espeak-ng\nvoices:\n  espeak-ng: de\nclips:\n  one: eins\n"
        let voice = SpeechVoice(name: "own", pack: Digest(of: [1]))
        #expect(voices(pushed: pushed).commands(for: voice).map(\.name) == ["espeak-ng (de)"])
        #expect(voices(pushed: nil).commands(for: voice).map(\.name) == ["espeak-ng"])
    }

    @Test func aConfiguredCommandSpeaksEverythingAndEspeakIsBehindIt() {
        #expect(names(voices(configured: ["say", "-x"]), "slt") == ["say -x", "espeak-ng"])
        #expect(names(voices(), "nobody") == ["espeak-ng"])
    }

    @Test(
        "Nothing of a pack becomes an option or a piece of a program",
        arguments: ["-w/x", "slt) (system \"x\")", "../x", ""])
    func hostile(voice: String) throws {
        let quoted = voice.replacing("\"", with: "\\\"")
        let lines = ["festival", "flite", "piper", "hibari"].map { "\n  \($0): \"\(quoted)\"" }.joined()
        for engine in ["festival", "flite", "piper", "hibari", "espeak-ng"] {
            try pack("slt", "engine: \(engine)\nvoices:\(lines)")
            let commands = voices(programs: ["text2wave", "flite", "piper", "hibari", "espeak-ng"])
                .commands(for: SpeechVoice(name: "slt"))
            #expect(commands.last?.words.first == "espeak-ng")
            #expect(!commands.flatMap(\.words).contains { $0.contains("system") || $0 == voice || $0.contains("..") })
        }
    }
}
