import ClockSound
import ClockTestSupport
import ClockVoice
import Testing

@testable import ClockVoiceMaking

@Suite("The lint")
struct LintTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("lint") }

    /// Lints a pack that says "one two" with these two clips.
    private func lint(_ one: [Float], _ two: [Float]) throws -> LintReport {
        let pack = try Sounds.pack(folder)
        try ClipFile.write(one, to: folder.file("one.wav"), format: .standard)
        try ClipFile.write(two, to: folder.file("two.wav"), format: .standard)
        return try PackLint(pack, folder: PackFolder(folder.path)).report(jobs: 2)
    }

    private func clip(_ hertz: Double, seconds: Double = 0.5) throws -> [Float] {
        try ClipMaker.make(Recording(frames: Sounds.vowel(hertz, seconds: seconds), rate: 44_100), format: .standard)
            .frames
    }

    @Test("two clips of one voice join well")
    func well() throws {
        let report = try lint(clip(120), clip(130))
        #expect(report.isWell && report.findings.isEmpty, "\(report.findings)")
        #expect(report.minutes == 1_440 && report.clips == 2)
        let join = try #require(report.joins.first)
        #expect(report.joins.count == 1 && join.example == "00:00")
        #expect(abs(join.levelJump) < 1.5 && join.gap < 0.03)
        #expect(abs((join.pitchJump ?? 0) - 1.39) < 0.1)
    }

    @Test("a step in the level at a join is found, and measured")
    func level() throws {
        // 20 dB softer where the second begins, and as much louder later on, so that the clip as a whole is not.
        var second = Sounds.vowel(120, seconds: 0.5, amplitude: 0.02) + Sounds.vowel(120, seconds: 0.5, amplitude: 0.2)
        second = try ClipMaker.make(Recording(frames: second, rate: 44_100), format: .standard).frames
        let report = try lint(clip(120), second)
        #expect(report.findings.map(\.kind) == [.level], "\(report.findings)")
        #expect(abs((report.joins.first?.levelJump ?? 0) + 20) < 2)
        #expect(report.findings[0].subject == "one two")
    }

    @Test("a step in the pitch at a join is found, and measured")
    func pitch() throws {
        let report = try lint(clip(120), clip(240))
        #expect(report.findings.map(\.kind) == [.pitch], "\(report.findings)")
        #expect(abs((report.joins.first?.pitchJump ?? 0) - 12) < 0.2)
        #expect(report.findings[0].message.hasPrefix("(00:00) the pitch jumps by +12.0 semitones"))
    }

    @Test("silence at a join is found, and measured")
    func gap() throws {
        let report = try lint(clip(120) + Sounds.silence(seconds: 0.15), clip(120))
        #expect(report.findings.map(\.kind) == [.gap])
        #expect(abs((report.joins.first?.gap ?? 0) - 0.166) < 0.01)
    }

    @Test("an edge that clicks is found")
    func step() throws {
        let cut = Array(try clip(120).dropLast(6_000))
        let report = try lint(cut, clip(120))
        #expect(
            report.findings.contains {
                $0.kind == .step && $0.subject == "one" && $0.message.contains("ends with a step")
            })
    }

    @Test("what is wrong with a clip is told by its name")
    func clips() throws {
        let good = try clip(120)
        let wrong: [(LintReport.Kind, [Float])] = [
            (.silent, Sounds.silence(seconds: 0.3)), (.loudness, good.map { $0 * 0.7 }),
            (.clipped, good.map { max(-1, min(1, $0 * 8)) }), (.long, try clip(120, seconds: 3)),
        ]
        for (kind, frames) in wrong {
            let report = try lint(frames, good)
            #expect(report.findings.contains { $0.kind == kind && $0.subject == "one" }, "\(kind): \(report.findings)")
            #expect(!report.isWell)
        }
    }

    @Test("missing, broken, foreign and stray files are told")
    func files() throws {
        _ = try lint(clip(120), clip(120))
        try folder.write("no sound", to: "one.wav")
        try ClipFile.write(try clip(120), to: folder.file("two.wav"), format: ClipFormat(sampleRate: 48_000))
        try ClipFile.write(try clip(120), to: folder.file("three.caf"), format: ClipFormat(container: .caf))
        let pack = try Sounds.pack(folder)
        var report = try PackLint(pack, folder: PackFolder(folder.path)).report(jobs: 1)
        #expect(report.findings.map(\.kind) == [.broken, .format, .stray], "\(report.findings)")
        #expect(
            report.findings[1].message.contains("48000 Hz") && report.findings[1].message.contains("44100 Hz, mono"))
        report = try PackLint(pack, folder: PackFolder("/nowhere")).report(jobs: 1)
        #expect(report.findings.map(\.kind) == [.missing, .missing])
    }

    @Test("a minute that the grammar cannot say is told once, with the time")
    func grammar() throws {
        try folder.write(
            "format: 1\nname: bad\nlanguage: en\nauthor: x\nlicence: x\nclips:\n  one: one\ngrammar:\n  time:\n"
                + "    - when: minute < 30\n      say: one\n", to: VoicePack.fileName)
        let report = try PackLint(try VoicePack.read(folder: folder.path), folder: PackFolder(folder.path)).report(
            jobs: 1)
        #expect(report.minutes == 720)
        let finding = try #require(report.findings.first)
        #expect(finding.kind == .grammar && finding.subject == "00:30" && finding.message.contains("no case applies"))
    }

    @Test(
        "The packs that come with clips are well",
        arguments: ["english", "english-24h", "english-relative", "Tests/Voices/english"])
    func english(name: String) throws {
        let folder = name.contains("/") ? "\(Sounds.root)/\(name)" : "\(Sounds.root)/voices/\(name)"
        let pack = try VoicePack.read(folder: folder)
        let report = try PackLint(pack, folder: PackFolder(folder)).report(jobs: 2)
        #expect(report.isWell, "\(report.findings)")
        #expect(report.minutes == 1_440)
        let and = try #require(PackFolder(folder).clip("and"))
        #expect(ClipMeasurement(try SoundFile.recorded(path: and)).seconds >= 0.15)
    }
}
