import ClockLoudness
import ClockRuntime
import ClockSound
import ClockTestSupport
import ClockVoice
import FoundationEssentials
import Synchronization
import Testing

@testable import ClockVoiceMaking

@Suite("Building packs", .timeLimit(.minutes(3)))
struct BuilderTests {
    private let folder: TemporaryFolder
    private let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin"]

    init() throws { folder = try TemporaryFolder("build") }

    private func pack(_ words: [String], format: ClipFormat = .standard) -> VoicePack {
        VoicePack(
            name: "test", language: "en", format: format,
            prompts: words.map { Prompt(name: ClipName.safe(for: $0) ?? "x", text: $0) })
    }

    private func build(
        _ pack: VoicePack, by engine: SpeechEngine, replacesAll: Bool = false, stopAfter: Int = .max
    ) throws -> PackBuilder.Report {
        let packFolder = PackFolder(folder.file("test"))
        try packFolder.prepare(pack)
        let done = Count()
        return try PackBuilder(
            pack: pack, folder: packFolder, engine: engine, jobs: 2, replacesAll: replacesAll, environment: environment
        ).build(isStopped: { done.value >= stopAfter }, progress: { done.set($0) })
    }

    private func espeak(_ voice: String = "en") throws -> SpeechEngine {
        try SpeechEngine(.espeak, voice: voice, environment: environment)
    }

    /// An engine that notes in a file what it is asked for, and speaks a tone whose length the text has.
    private func noting(_ tone: String) throws -> SpeechEngine {
        let script = try folder.write(
            "echo \"$1\" >>\(folder.file("asked"))\ncase $1 in bad*) echo \"no such word\" >&2; exit 3;; esac\n"
                + "case $1 in mute*) exit 0;; esac\ncp \(tone) \"$2\"\n", to: "engine.sh")
        return try SpeechEngine(.command("sh \(script) {text} {file}"), voice: nil, environment: environment)
    }

    private func asked() -> [String] { folder.read("asked").split(separator: "\n").map(String.init).sorted() }

    private func tone(_ hertz: Double = 200) throws -> String {
        let path = folder.file("tone\(hertz).wav")
        try ClipFile.write(Sounds.vowel(hertz, seconds: 0.3), to: path, format: .standard)
        return path
    }

    @Test("espeak-ng speaks words, many in a row and each alone, equally", arguments: [false, true])
    func espeakRows(isContinued: Bool) throws {
        let words = [
            "always", "around", "don't", "six", "forty-five", "eight", "a", "ice cream", "stop", "kick", "at", "up",
        ]
        let engine = try espeak()
        let work = try TemporaryFolder("speech")
        let utterances = words.map { Utterance(text: $0, isContinued: isContinued) }
        #expect(SpokenRow.isFit(utterances))
        #expect(!SpokenRow.isFit(utterances + [Utterance(text: "one, two", isContinued: isContinued)]))
        #expect(!SpokenRow.isFit(utterances + [Utterance(text: "one", isContinued: !isContinued)]))
        let path = work.file("row")
        _ = try TestProcess.run(
            "sh", ["-c", "printf '%s' \"$0\" | espeak-ng -v en -w \"$1\"", SpokenRow.lines(utterances), path])
        let row = try Recording(path: path, maximumSeconds: 60)
        let pieces = try #require(SpokenRow.cut(row, into: words.count, isContinued: isContinued))
        let together = try engine.speak(utterances, in: work.path).map { try $0.get() }
        for (index, word) in words.enumerated() {
            let alone = try engine.speak([utterances[index]], in: work.path)[0].get()
            let clips = try [pieces[index], together[index], alone].map { try ClipMaker.make($0, format: .standard) }
            for clip in clips { #expect(abs(clip.frames.count - clips[2].frames.count) < 441, "\(word)") }
        }
    }

    @Test("a row whose pauses are not as they should be is not cut")
    func rows() {
        let word = Sounds.tone(200, seconds: 0.3)
        func row(_ pauses: [Double]) -> Recording {
            Recording(frames: pauses.flatMap { word + Sounds.silence(seconds: $0) }, rate: 44_100)
        }
        func cut(_ pauses: [Double], isContinued: Bool = false) -> Int? {
            SpokenRow.cut(row(pauses), into: 3, isContinued: isContinued)?.count
        }
        #expect(cut([0.301, 0.35, 0.31]) == 3)
        #expect(cut([0.15, 0.2, 0.15], isContinued: true) == 3)
        // One word was not spoken; one has a pause within; a second one hides the first.
        #expect(cut([0.301, 0.602]) == nil)
        #expect(cut([0.301, 0.301, 0.301, 0.301]) == nil)
        #expect(cut([0.301, 0.602, 0.301]) == nil)
        #expect(cut([0.15, 0.15, 0.15]) == nil)
        #expect(cut([]) == nil)
    }

    @Test("every word is a clip of the format, at −18 LUFS, and none is spoken twice")
    func espeakPack() throws {
        let words = (1...30).map { "word \($0)" }
        let pack = pack(words, format: ClipFormat(container: .caf))
        let first = try build(pack, by: espeak())
        #expect(first.made.count == 30 && first.failed.isEmpty, "\(first.failed)")
        for prompt in pack.prompts {
            let sound = try SoundFile.recorded(path: folder.file("test/\(prompt.name).caf"))
            #expect(ClipFile.matches(sound, pack.format))
            let loudness = try #require(ClipLoudness.measure(sound.frames, rate: 44_100))
            #expect(abs(loudness + 18) < 0.3, "\(prompt.name): \(loudness)")
        }
        let again = try build(pack, by: espeak())
        #expect(again.kept.count == 30 && again.made.isEmpty)
        #expect(try build(pack, by: espeak("en-us")).made.count == 30)
    }

    @Test("a build that is stopped goes on where it was; what was changed is made anew, and nothing else")
    func resuming() throws {
        let engine = try noting(try tone())
        let words = ["one", "two", "three", "four", "five", "six"]
        let first = try build(pack(words), by: engine, stopAfter: 2)
        #expect(!first.left.isEmpty && first.made.count + first.left.count == 6 && first.failed.isEmpty)
        let second = try build(pack(words), by: engine)
        #expect(second.kept == first.made && second.made == first.left)
        #expect(asked() == words.sorted())

        // A crash may have cut the last line of the journal, and a clip may have been damaged.
        let journal = folder.file("test/\(BuildJournal.fileName)")
        var bytes = try Sounds.bytes(journal)
        bytes.removeLast(20)
        try Sounds.write(bytes, to: journal)
        var changed = pack(words)
        changed.prompts[0].text = "won"
        let third = try build(changed, by: engine)
        #expect(third.made == ["one"] && third.foreign.count == 1 && third.kept.count == 4)
        #expect(asked() == (words + ["won"]).sorted())
    }

    @Test("somebody's own recordings stay, unless they are to be replaced; clips of another kind go")
    func foreign() throws {
        let engine = try noting(try tone())
        _ = try build(pack(["one", "two"]), by: engine)
        let own = try Sounds.bytes(try tone(300))
        try Sounds.write(own, to: folder.file("test/one.wav"))
        #expect(try build(pack(["one", "two"]), by: engine).foreign == ["one"])
        // Also where the pack's format has become another one.
        let caf = pack(["one", "two"], format: ClipFormat(container: .caf))
        let report = try build(caf, by: engine)
        #expect(report.foreign == ["one"] && report.made == ["two"])
        #expect(
            PackFiles.sounds(in: folder.file("test")).map(\.path).map { $0.split(separator: "/").last } == [
                "one.wav", "two.caf",
            ])
        let replacing = try build(caf, by: engine, replacesAll: true)
        #expect(replacing.made == ["one"] && replacing.kept == ["two"])
        #expect(PackFiles.sounds(in: folder.file("test")).count == 2)
    }

    @Test("a word that cannot be spoken is named with the reason, and the rest stands")
    func failures() throws {
        let report = try build(pack(["one", "bad word", "mute", "two"]), by: noting(try tone()))
        #expect(report.made == ["one", "two"])
        #expect(report.failed.map(\.name) == ["bad-word", "mute"])
        #expect(report.failed[0].reason == "sh ended with 3: no such word")
        #expect(report.failed[1].reason == "sh wrote no sound of \"mute\"")
        // An engine that speaks silence.
        let path = folder.file("silence.wav")
        try ClipFile.write(Sounds.silence(seconds: 0.5), to: path, format: .standard)
        let silent = try build(pack(["hush"]), by: noting(path))
        #expect(silent.failed.first?.reason == "command spoke \"hush\", and there is nothing but silence in it")
        let broken = try build(pack(["hash"]), by: noting(try folder.write("no sound", to: "text.wav")))
        #expect(broken.failed.first?.reason.hasPrefix("what sh wrote is not a sound file") == true)
        #expect(FolderListing.names(in: folder.file("test")).filter { $0.hasSuffix(".tmp") }.isEmpty)
    }

    @Test("a command without {text} and {file} reads the text and writes the sound")
    func pipes() throws {
        let script = try folder.write("cat >\(folder.file("read"))\ncat \(try tone())\n", to: "pipe.sh")
        let engine = try SpeechEngine(.command("sh \(script)"), voice: nil, environment: environment)
        #expect(try build(pack(["one"]), by: engine).made == ["one"])
        #expect(folder.read("read") == "one\n")
    }

    @Test("an engine that is not there is told with its package, and nothing else happens")
    func missingEngines() {
        let empty = ["PATH": folder.path]
        for (kind, words) in [
            (SpeechEngineKind.espeak, "install the package espeak-ng"), (.flite, "install the package flite"),
            (.festival, "install the package festival"), (.hibari, "pipx install hibari-tts"),
            (.command("no-such-program {text}"), "no-such-program is not there"),
        ] {
            #expect { try SpeechEngine(kind, voice: "v", environment: empty) } throws: {
                ($0 as? FatalError)?.exitCode == .unavailable && "\($0)".contains(words)
            }
        }
        #expect { try SpeechEngine(.espeak, voice: "../x; rm", environment: environment) } throws: {
            ($0 as? FatalError)?.exitCode == .usage
        }
    }

    @Test("two builds in one folder do not mix")
    func locking() throws {
        let packFolder = PackFolder(folder.file("test"))
        try packFolder.prepare(pack(["one"]))
        let journal = try BuildJournal(folder: packFolder.path)
        #expect { try build(pack(["one"]), by: noting(try tone())) } throws: {
            ($0 as? FatalError)?.exitCode == .temporaryFailure
        }
        #expect(journal.standing(of: "one.wav") == .absent)
    }
}

/// Counts over threads.
private final class Count: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
