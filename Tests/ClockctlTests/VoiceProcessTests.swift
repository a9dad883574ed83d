import ClockDomain
import ClockSound
import ClockTestSupport
import ClockVoice
import ClockVoiceMaking
import FoundationEssentials
import Testing

@testable import ClockctlKit
@testable import ClockctlVoiceKit

/// `clockctl voice` as people run it, with real espeak-ng.
@Suite("Voices", .timeLimit(.minutes(4)))
struct VoiceProcessTests {
    private static let voices =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Tests/Voices"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("voice") }

    /// - Parameter input: the lines that a person types.
    private func run(
        _ words: String..., environment: [String: String] = [:], input: [String]? = nil
    ) async throws -> ClockctlProcess.Ended {
        var process = ClockctlProcess(port: 1, environment: environment)
        process.environment["XDG_DATA_HOME"] = folder.file("data")
        guard let input else { return try await process.run(["voice"] + words, timeout: .seconds(120)) }
        let script = "printf '\(input.joined(separator: "\\n"))\\n' | exec \"$0\" \"$@\" >\"$OUT\" 2>\"$ERR\""
        let variables = process.environment.merging(["OUT": folder.file("out"), "ERR": folder.file("err")]) { $1 }
        let shell = try TestProcess(
            "sh", ["-c", script, try ClockctlProcess.path(), "voice"] + words, environment: variables,
            outputFile: folder.file("sh"))
        try await waitUntil("clockctl voice has ended", timeout: .seconds(60)) { !shell.isRunning }
        let code = shell.wait(timeout: .zero)
        return .init(exitCode: code, output: folder.read("out"), errors: folder.read("err"))
    }

    private func json(_ text: String) throws -> [String: JSONValue] {
        try JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8))
    }

    private func clips(_ names: [String], pause: Double) throws -> [Int16] {
        let silence = [Int16](repeating: 0, count: Int(pause * 44_100))
        return silence + (try names.flatMap { try SoundFile.read(path: "\(Self.voices)/english/\($0).wav") + silence })
    }

    @Test("a list becomes a pack of CAF clips, which passes the lint, is listed, shown, and removed")
    func list() async throws {
        let list = try folder.write("word,text\nalways,\ndon't,\nread,reed\n", to: "words.csv")
        let built = try await run("build", list, "--format", "caf", "--language", "en")
        #expect(built.exitCode == 0, "\(built.errors)")
        let place = folder.file("data/clocksmith/voices/words")
        #expect(built.output.hasPrefix("words: 3 clips made by espeak-ng en in "), "\(built.output)")
        let pack = try VoicePack.read(folder: place)
        #expect(pack.prompts.map(\.name) == ["always", "don-t", "read"] && pack.prompts[2].text == "reed")
        #expect(pack.format.container == .caf && pack.language == "en" && pack.engine == "espeak-ng en")
        let sound = try SoundFile.recorded(path: "\(place)/don-t.caf")
        #expect(sound.rate == 44_100 && sound.encoding == "Signed 16 bit PCM" && sound.container.hasPrefix("CAF"))

        #expect(try await run("build", list, "--format", "caf", "--language", "en").output.contains("0 clips made"))
        let lint = try await run("lint", "words", "--json")
        #expect(lint.exitCode == 0, "\(lint.output)")
        #expect(try json(lint.output)["ok"] == .bool(true))
        #expect(try await run("list").output.contains("words  en        3 of 3  prompts  caf, pcm16"))
        #expect(try await run("show", "words").output.contains("don-t   don't"))
        let kept = try await run("rm", "words")
        #expect(kept.exitCode == 64 && kept.errors.contains("say --yes"))
        #expect(try await run("rm", "words", "--yes").output == "words is removed\n")
        #expect(FolderListing.names(in: folder.file("data/clocksmith/voices")).isEmpty)
    }

    @Test("what is no list, pack, engine or word is told in one line with its exit code, and nothing is written")
    func refusals() async throws {
        let list = try folder.write("one\ntwo\n", to: "good.txt")
        let newer = try folder.write("format: 99\nname: new\n", to: "voice.yaml")
        let cases: [([String], Int32, String)] = [
            (["build", try folder.write("", to: "empty.txt")], 65, "empty.txt: there is no word in it"),
            (["build", try folder.write("one\none\n", to: "twice.txt")], 65, "twice.txt:2: \"one\" is there already"),
            (
                ["build", try folder.write("../../one\n", to: "path.txt")], 65,
                "path.txt:1: \"../../one\" looks like a path"
            ),
            (
                ["build", try folder.write(String(repeating: "word\n", count: 300_000), to: "huge.txt")], 65,
                "larger than 1 MiB"
            ),
            (["build", "/nowhere/list.txt"], 66, "/nowhere/list.txt"),
            (["build", "no-such-pack"], 66, "there is no voice pack \"no-such-pack\""),
            (["build", "a b"], 64, "cannot be a pack's name"),
            (["build", list, "--engine", "eloquence"], 64, "--engine: \"eloquence\" is none"),
            (["build", list, "--engine", "command:/nowhere/speak"], 69, "/nowhere/speak is not there"),
            (["build", list, "--format", "mp3"], 64, "--format: \"mp3\" is none"),
            (["build", list, "--rate", "7"], 64, "--rate 7 is not in 8000 to 192000"),
            (["build", list, "--out", folder.file("a b")], 64, "cannot be one"),
            (["build", list, "--out", "\(list)/x"], 73, "Not a directory"),
            (["lint", folder.path], 65, newer),
            (["show", "./"], 66, "voice.yaml"),
            (["say", "25:00", "--voices", Self.voices], 64, "\"25:00\" is no time"),
            (["say", "2026-02-30", "--voices", Self.voices], 64, "no date"),
            (
                ["play", "english", "tree", "--voices", Self.voices], 66,
                "english has no clip \"tree\"; did you mean three?"
            ),
            (["import", "/nowhere", "--as", "x"], 66, "/nowhere"),
            (["import", list, "--as", "x", "--list", list], 65, "good.txt is not a sound file"),
            (["record", "x", "--list", list, "--device", "nowhere"], 69, "microphone nowhere cannot be opened"),
        ]
        for (words, code, line) in cases {
            let ended = try await ClockctlProcess(port: 1, environment: ["XDG_DATA_HOME": folder.file("data")]).run(
                ["voice"] + words)
            #expect(ended.exitCode == code, "\(words): \(ended.errors)")
            #expect(ended.errors.contains(line), "\(words): \(ended.errors)")
            #expect(ended.output.isEmpty)
            #expect(ended.errors.hasPrefix("clockctl: "), "\(ended.errors)")
            // A wrong command line is followed by the right ones.
            #expect(code == 64 || ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
        }
        #expect(FolderListing.names(in: folder.file("data")).isEmpty)
        let missing = try await run("build", list, environment: ["PATH": "/nowhere"])
        #expect(missing.exitCode == 69 && missing.errors.contains("install the package espeak-ng"), "\(missing.errors)")
        #expect(FolderListing.names(in: folder.file("data")).isEmpty)
    }

    @Test("a pack that is named by its folder is built among this person's own, and nothing is written beside it")
    func elsewhere() async throws {
        let list = try folder.write("one\ntwo\n", to: "words.txt")
        #expect(try await run("build", list).exitCode == 0)
        let source = folder.file("checkout/words")
        try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: folder.file("data/clocksmith/voices/words/voice.yaml"), toPath: "\(source)/voice.yaml")
        try FileManager.default.removeItem(atPath: folder.file("data/clocksmith/voices/words"))
        let built = try await run("build", source)
        #expect(built.exitCode == 0, "\(built.errors)")
        #expect(built.output.hasSuffix(", in \(folder.file("data"))/clocksmith/voices/words\n"), "\(built.output)")
        #expect(FolderListing.names(in: source) == ["voice.yaml"])
    }

    @Test("a German quarter is said with the pack's own words, to a file, from clips that were built")
    func german() async throws {
        let words = try await run("say", "15:45", "--pack", "german", "--words", "--voices", Self.voices)
        #expect(words.exitCode == 0 && words.output.contains("vier"), "\(words.errors)\(words.output)")
        let built = try await run("build", "german", "--voices", Self.voices, "--out", folder.file("german"))
        #expect(built.exitCode == 0, "\(built.errors)\(built.output)")
        let lint = try await run("lint", folder.file("german"))
        #expect(lint.exitCode == 0, "\(lint.output)")
        let out = folder.file("quarter.wav")
        let said = try await run("say", "15:45", "--pack", folder.file("german"), "--out", out)
        #expect(said.exitCode == 0, "\(said.errors)")
        let frames = try SoundFile.read(path: out)
        #expect((0.5...3).contains(Double(frames.count) / 44_100))
    }

    @Test("a long take is cut into the words of a list, and what was cut where is told")
    func take() async throws {
        let names = ["three", "fifteen", "PM", "o-clock"]
        try Data(WaveFile.bytes(try clips(names, pause: 0.6))).write(to: URL(filePath: folder.file("take.wav")))
        let list = try folder.write("drei\nfünfzehn\nnachmittags\nUhr\n", to: "list.txt")
        let cut = try await run("import", folder.file("take.wav"), "--as", "mine", "--list", list, "--json")
        #expect(cut.exitCode == 0, "\(cut.errors)")
        let pieces = try #require(try json(cut.output)["clips"]?.items)
        #expect(pieces.compactMap { $0["clip"]?.string } == ["drei", "funfzehn", "nachmittags", "Uhr"])
        var start = 0.6
        for (piece, name) in zip(pieces, names) {
            #expect(abs((piece["from_s"]?.double ?? 0) - start) < 0.02, "\(name)")
            start += Double(try SoundFile.read(path: "\(Self.voices)/english/\(name).wav").count) / 44_100 + 0.6
        }
        #expect(try await run("lint", "mine").exitCode == 0)
        // With a word too many nothing is written.
        let long = try folder.write("a\nb\nc\nd\ne\n", to: "long.txt")
        let refused = try await run("import", folder.file("take.wav"), "--as", "other", "--list", long)
        #expect(
            refused.exitCode == 65 && refused.errors.contains("the list has 5")
                || refused.errors.contains("the list 5 words"))
        #expect(FolderListing.names(in: folder.file("data/clocksmith/voices")) == ["mine"])
    }

    @Test("a folder of recordings becomes a pack; a broken one is named, and the others stand")
    func recordings() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("in"), withIntermediateDirectories: true)
        for name in ["three", "PM"] {
            try FileManager.default.copyItem(
                atPath: "\(Self.voices)/english/\(name).wav", toPath: folder.file("in/\(name).wav"))
        }
        try folder.write("no sound", to: "in/six.flac")
        let made = try await run("import", folder.file("in"), "--as", "own")
        #expect(made.exitCode == 1)
        #expect(made.output.contains("in/six.flac: is not a sound file"))
        #expect(made.output.hasSuffix("own: 2 clips made, in \(folder.file("data"))/clocksmith/voices/own\n"))
    }

    @Test("words are recorded at a microphone one by one, taken again, left out, and gone on with")
    func microphone() async throws {
        // A file is the microphone: each word with silence behind, as a person would speak.
        let sound = try clips(["three", "fifteen", "PM", "six"], pause: 1.2)
        try Data(sound.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
            .write(to: URL(filePath: folder.file("speech.raw")))
        let alsa = try folder.write(
            """
            pcm.silence { type null }
            pcm.microphone {
                type file
                slave.pcm silence
                file /dev/null
                infile "\(folder.file("speech.raw"))"
                format raw
            }
            """, to: "asound.conf")
        let list = try folder.write("drei\nfuenfzehn\nnachmittags\n", to: "list.txt")
        let environment = ["ALSA_CONFIG_PATH": alsa]
        // Recorded and kept; recorded and taken again; ended.
        let first = try await run(
            "record", "mine", "--list", list, "--device", "microphone", environment: environment,
            input: ["", "", "", "r", "", "q"])
        #expect(first.exitCode == 0, "\(first.errors)")
        #expect(first.output.contains("mine: 2 words recorded, 1 left"), "\(first.output)\(first.errors)")
        let place = folder.file("data/clocksmith/voices/mine")
        #expect(PackFiles.sounds(in: place).map(\.name) == ["drei", "fuenfzehn"])
        let three = try SoundFile.read(path: "\(place)/drei.wav")
        #expect(abs(three.count - (try SoundFile.read(path: "\(Self.voices)/english/three.wav").count)) < 1_500)
        // The second take was of the third sound in the file.
        let second = try SoundFile.read(path: "\(place)/fuenfzehn.wav")
        #expect(abs(second.count - (try SoundFile.read(path: "\(Self.voices)/english/PM.wav").count)) < 1_500)
        // The next record begins where this one ended.
        let next = try await run(
            "record", "mine", "--device", "microphone", environment: environment, input: ["s"])
        #expect(next.errors.contains("1/1  nachmittags"), "\(next.errors)")
    }

    @Test("a word of a pack is carried to rooms")
    func rooms() async throws {
        let site = try await StubSite(StubCoordinator.State(status: Sample.healthy, sounds: StubSounds()))
        let played = try await site.run(
            "voice", "play", "english", "three", "fifteen", "--voices", Self.voices, "--node", "kitchen", "--volume",
            "60")
        #expect(played.exitCode == 0, "\(played.errors)")
        #expect(played.output.contains("kitchen  played at"))
        let file = try #require(site.coordinator.state.sounds.files.first)
        try Data(file).write(to: URL(filePath: folder.file("carried.flac")))
        let words = try ["three", "fifteen"].flatMap { try SoundFile.read(path: "\(Self.voices)/english/\($0).wav") }
        #expect(try SoundFile.read(path: folder.file("carried.flac")) == words)
        await site.end()
    }
}

/// JSON of any shape.
private enum JSONValue: Decodable, Equatable {
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else {
            self = .null
        }
    }

    subscript(key: String) -> JSONValue? {
        if case .object(let values) = self { return values[key] }
        return nil
    }

    var items: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    var string: String? { if case .text(let value) = self { value } else { nil } }
    var double: Double? { if case .number(let value) = self { value } else { nil } }
}
