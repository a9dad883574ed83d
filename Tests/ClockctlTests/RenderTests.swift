import ClockDomain
import ClockSound
import ClockTestSupport
import FoundationEssentials
import Testing

@testable import ClockctlKit
@testable import ClockctlVoiceKit

@Suite("Rendering to files")
struct RenderTests {
    private static let voices =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Tests/Voices"

    private struct Document: Decodable {
        struct Part: Decodable, Equatable {
            var name: String
            var frame: Int
        }

        var title: String
        var frames: Int
        var anchorFrame: Int
        var at: String?
        var peakDbfs: Double?
        var rmsDbfs: Double?
        var parts: [Part]
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("render") }

    private func run(
        _ words: [String], environment: [String: String] = [:]
    ) async -> (code: Int32, output: String, errors: String) {
        let (output, errors) = (Lines(), Lines())
        let console = Console(
            columns: nil, coloured: false, canAsk: false, environment: environment, zones: .berlin, write: output.add,
            writeError: errors.add)
        let code = await ClockctlTool.run(["render"] + words, on: console)
        return (code, output.text, errors.text)
    }

    private func render(_ words: String...) async throws -> (Document, frames: [Int16]) {
        let file = folder.file("out.wav")
        let (code, output, errors) = await run(words + ["--voices", Self.voices, "--json", file])
        try #require(code == 0, "\(errors)")
        #expect(errors == "")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let document = try decoder.decode(Document.self, from: Data(output.utf8))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        #expect(bytes.prefix(44) == WaveFile.bytes(.init(repeating: 0, count: document.frames)).prefix(44))
        let frames = stride(from: 44, to: bytes.count, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
        #expect(frames.count == document.frames)
        return (document, frames)
    }

    @Test("An hour is written as a node plays it: the strokes on the hour, the melody before, at the node's volume")
    func hour() async throws {
        let (document, frames) = try await render(
            "--at", "2026-11-21 18:00", "--zone", "Europe/London", "--chime", "westminster", "--volume", "50")
        #expect(document.at == "2026-11-21T18:00:00.000Z")
        #expect(document.anchorFrame == 22 * 44_100)
        #expect(document.parts.map(\.name) == ["westminster hour", "6 strikes", "six", "PM"])
        #expect(document.parts[1].frame == document.anchorFrame)
        let library = SoundLibrary(voiceFolder: "\(Self.voices)/english", chime: .westminster)
        let time = try #require(LocalTime(hourAndMinute: "18:00"))
        let whole = library.render(.spokenTime(time, chime: .westminster)).mixedFrames()
        // 50 % is a tenth of the amplitude.
        #expect(zip(frames, whole).allSatisfy { abs(Int($0) * 10 - Int($1)) <= 5 })
        #expect((-26 ... -21).contains(document.peakDbfs ?? 0))
        #expect((-44 ... -36).contains(document.rmsDbfs ?? 0))
    }

    @Test("The local time is what is said, by the zone that is asked for or this machine's")
    func zones() async throws {
        let there = try await render("--at", "2026-11-21T18:15:00Z", "--zone", "Asia/Kathmandu", "--chime", "none")
        #expect(there.0.parts.map(\.name) == ["twelve", "AM"])
        let here = try await render("--at", "2026-11-21T18:15:00Z", "--chime", "westminster")
        #expect(here.0.parts.map(\.name) == ["westminster first", "seven", "fifteen", "PM"])
        #expect(here.0.anchorFrame == 0)
    }

    @Test("A ring goes round its loop for as long as is asked")
    func ring() async throws {
        let (document, frames) = try await render("--ring", "marimba", "--seconds", "9", "--volume", "100")
        #expect(document.frames == 9 * 44_100)
        #expect(document.at == nil)
        let ring = RingSounds(folder: "/nowhere").sound(named: "marimba")
        #expect(Array(frames.prefix(ring.frames.count)) == ring.frames)
        let round = ring.frames.count - ring.loopStart
        #expect(
            frames[ring.frames.count..<frames.count].enumerated().allSatisfy {
                $1 == ring.frames[ring.loopStart + $0 % round]
            })
        #expect(document.parts.map(\.frame) == [0, round, 2 * round, 3 * round])
    }

    @Test("Ten percent of volume are four decibels of what is heard, from the softest to the loudest")
    func evenSteps() async throws {
        var levels: [Double] = []
        for percent in stride(from: 10, through: 100, by: 10) {
            let (document, _) = try await render("--ring", "bells", "--seconds", "30", "--volume", "\(percent)")
            levels.append(try #require(document.rmsDbfs))
        }
        for (softer, louder) in zip(levels, levels.dropFirst()) { #expect(abs(louder - softer - 4) < 0.1, "\(levels)") }
        // The bells of docs/sound.md at 10, 30 and 100 %; at 30 % an alarm is still heard in bed.
        #expect(abs(levels[0] + 49.8) < 0.2 && abs(levels[2] + 41.8) < 0.2 && abs(levels[9] + 13.8) < 0.2, "\(levels)")
    }

    @Test("At no volume it is silence, told as that")
    func silence() async throws {
        let (document, frames) = try await render("--at", "7:15", "--volume", "0")
        #expect(document.peakDbfs == nil && document.rmsDbfs == nil)
        #expect(frames.allSatisfy { $0 == 0 })
    }

    @Test("The picture has the wave, the parts and the anchor where they are, and its time axis counts from the anchor")
    func plot() async throws {
        let plot = folder.file("out.svg")
        let (document, _) = try await render(
            "--at", "2026-11-21 18:00", "--chime", "westminster", "--plot", plot)
        let svg = String(decoding: try Data(contentsOf: URL(filePath: plot)), as: UTF8.self)
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(svg.contains("prefers-color-scheme: dark"))
        let x = 12 + 936 * Double(document.anchorFrame) / Double(document.frames)
        let tenths = Int((x * 10).rounded())
        #expect(svg.contains("class=\"anchor\" x1=\"\(tenths / 10).\(tenths % 10)\""))
        for text in [
            ">anchor: 18:00:00<", ">westminster hour<", ">6 strikes<", ">six PM<", ">0 s<", ">−20 s<", ">+20 s<",
        ] {
            #expect(svg.contains(text), "\(text)")
        }
    }

    @Test(
        "What cannot be rendered is refused in a line, with the exit code for it",
        arguments: [
            ("--at 25:00", 64, "--at: \"25:00\" is not a time"), ("--at 7:00 --zone Mars/X", 64, "no zone \"Mars/X\""),
            ("--at 7:00 --voice klingon", 66, "there is no voice \"klingon\" in"),
            ("--at 7:00 --voice ../x", 64, "1 to 64 of"), ("--at 7:00 --chime strik", 64, "did you mean strike?"),
            ("--at 7:00 --volume 101", 64, "not in 0 to 100"),
            ("--at 7:00 --ring harp", 64, "--at and a time, or --ring"),
            ("", 64, "--at and a time, or --ring"), ("--ring harp --seconds 0", 64, "1 to 600"),
            ("--ring harp --chime none", 64, "--chime is for --at"),
            ("--at 7:00 --seconds 3", 64, "--seconds is for --ring"),
        ] as [(String, Int32, String)])
    func refusals(words: String, code: Int32, text: String) async {
        let file = folder.file("out.wav")
        let result = await run(words.split(separator: " ").map(String.init) + ["--voices", Self.voices, file])
        #expect(result.code == code)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("A pack of this person's own is found, as voice say finds it")
    func ownPack() async throws {
        let own = folder.file("data/clocksmith/voices")
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(own)/mine", withDestinationPath: "\(Self.voices)/english")
        let words = ["--at", "7:15", "--voice", "mine", folder.file("out.wav")]
        #expect(await run(words, environment: ["XDG_DATA_HOME": folder.file("data")]).code == 0)
        let strange = await run(words, environment: ["HOME": "/nowhere"])
        #expect(strange.errors.contains("no voice \"mine\" in /nowhere/.local/share/clocksmith/voices or /usr/share"))
    }

    @Test(
        "A file is not given a name that promises another format, and - is none",
        arguments: [("out.mp3", "name it out.wav"), ("-", "\"-\" is no file here")])
    func fileNames(name: String, message: String) async {
        let path = name == "-" ? name : folder.file(name)
        let ended = await run(["--ring", "harp", path])
        #expect(ended.code == 64 && ended.errors.contains(message), "\(ended.errors)")
        #expect(FolderListing.names(in: folder.path).isEmpty)
    }

    @Test("A file that cannot be made is told")
    func unwritable() async {
        let result = await run(["--at", "7:15", "--voices", Self.voices, "/nowhere/out.wav"])
        #expect(result.code == 73)
        #expect(result.errors == "clockctl: cannot write /nowhere/out.wav: No such file or directory\n")
    }

    @Test("An own chime has its anchor from chime.yaml, whose mistakes are told by line")
    func ownChime() async throws {
        let voices = folder.file("voices")
        let chime = "\(voices)/chimes/cuckoo"
        try FileManager.default.createDirectory(atPath: chime, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(voices)/english", withDestinationPath: "\(Self.voices)/english")
        let tone = (0..<88_200).map { Int16(($0 % 100) * 100) }
        try Data(WaveFile.bytes(tone)).write(to: URL(filePath: "\(chime)/hour.wav"))
        func put(_ yaml: String) throws { try Data(yaml.utf8).write(to: URL(filePath: "\(chime)/chime.yaml")) }
        let words = ["--at", "18:00", "--chime", "cuckoo", "--voices", voices, folder.file("out.wav")]

        try put("anchor:\n  hour: 1.5\n")
        let good = await run(words)
        #expect(good.code == 0 && good.errors == "", "\(good.errors)")
        #expect(good.output.contains("anchor  frame 66150, 1.500 s"))
        for (yaml, problem) in [
            ("anchor:\n  noon: 1.5\n", "chime.yaml:2: unknown setting \"anchor.noon\""),
            ("anchor:\n  hour: late\n", "chime.yaml:2: anchor.hour must be a number from 0 to 60, not \"late\""),
            ("anchor:\n  hour: 61\n", "chime.yaml:2: anchor.hour must be a number from 0 to 60, not \"61\""),
            ("anchor: [1]\n", "chime.yaml:1: anchor is a section"),
        ] {
            try put(yaml)
            let bad = await run(words)
            #expect(bad.code == 78)
            #expect(bad.errors.contains(problem), "\(bad.errors)")
        }
        // An anchor behind the end: a node would play a tone and the words, and a warning says why.
        try put("anchor:\n  hour: 2.5\n")
        let late = await run(words)
        #expect(late.code == 0)
        #expect(late.errors.contains("is 2.0 s long, and its anchor is at 2.5 s"))
    }
}
