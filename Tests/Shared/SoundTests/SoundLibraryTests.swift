import ClockDomain
import ClockSoundTestSupport
import FoundationEssentials
import Testing

@testable import ClockSound

@Suite("The sound library")
struct SoundLibraryTests {
    private static let three = TestSound.triangle(milliseconds: 100)
    private static let fifteen = TestSound.triangle(milliseconds: 150, peak: 9000)

    private func plan(_ words: String..., anchorIndex: Int = 0) -> AnnouncementPlan {
        AnnouncementPlan(clips: words.map(Clip.word), anchorIndex: anchorIndex)
    }

    @Test("Clips are joined without a gap, bit for bit, and the anchor is its clip's first frame")
    func joins() throws {
        let folders = try SoundFolders()
        try folders.put("three.wav", SoundFolders.wav(Self.three))
        try folders.put("fifteen.wav", SoundFolders.wav(Self.fifteen))
        let sound = folders.library.render(plan("three", "fifteen", anchorIndex: 1))
        #expect(!sound.isFallbackTone)
        #expect(sound.anchorFrame == Self.three.count)
        // Only the ends of clips that stop away from zero are eased.
        #expect(sound.mixedFrames().prefix(4000) == Self.three.prefix(4000))
        #expect(sound.frameCount == Self.three.count + Self.fifteen.count)
    }

    @Test("A join makes no step that the clips do not make themselves")
    func joinsDoNotClick() throws {
        let folders = try SoundFolders()
        // Cut off in mid-wave at both ends.
        let rough = Array(Self.three[25..<3326])
        #expect(rough[0].magnitude > 10_000 && rough[rough.count - 1].magnitude > 10_000)
        try folders.put("three.wav", SoundFolders.wav(rough))
        try folders.put("PM.wav", SoundFolders.wav(rough.map { -$0 }))
        let sound = folders.library.render(plan("three", "PM"))
        let surrounded = [0] + sound.mixedFrames() + [0]
        #expect(TestSound.steepestStep(of: surrounded) <= 2 * TestSound.steepestStep(of: rough))
    }

    @Test("Stereo is mixed to the mean")
    func stereo() throws {
        let folders = try SoundFolders()
        try folders.put("three.wav", SoundFolders.wav(Self.three.flatMap { [$0, 0] }, channels: 2))
        let sound = folders.library.render(plan("three"))
        #expect(sound.frameCount == Self.three.count)
        #expect(abs(Int(sound.mixedFrames()[1025]) - Int(Self.three[1025]) / 2) <= 1)
    }

    @Test("A missing clip is told with file and remedy, and the tone marks the time in its place")
    func missingClip() throws {
        let folders = try SoundFolders()
        try folders.put("three.wav", SoundFolders.wav(Self.three))
        let library = folders.library
        let problem = try #require(library.missing.first { $0.clip == .word("PM") })
        #expect(problem.description.contains("\(folders.voice)/PM.wav"))
        let sound = library.render(plan("three", "fifteen", "PM"))
        #expect(sound.isFallbackTone)
        #expect(sound.missing.map(\.name) == ["fifteen", "PM"])
        #expect(sound.anchorFrame == 0)
        #expect((20_000...90_000).contains(sound.frameCount))
        // Loud at once, not clipped, and silent at its end.
        let frames = sound.mixedFrames()
        #expect(frames.prefix(441).contains { $0.magnitude > 2000 })
        #expect(frames.allSatisfy { $0.magnitude < 16_000 })
        #expect(frames.last?.magnitude ?? .max < 64)
        #expect(!library.render(plan("three")).isFallbackTone)
    }

    @Test("Bells need no file: with words missing the hour is struck all the same, and one tone stands for the words")
    func bellsWithoutWords() throws {
        let library = SoundLibrary(voiceFolder: "/nowhere/english", chime: .none)
        let strikes = library.render(AnnouncementPlan(clips: [.strikes(2)]))
        #expect(strikes.missing.isEmpty)
        let sound = library.render(AnnouncementPlan(clips: [.strikes(2), .word("two"), .word("PM")]))
        #expect(sound.missing == [.word("two"), .word("PM")])
        #expect(Array(sound.segments.prefix(2)) == strikes.segments)
        #expect(sound.segments.count == 3)
        #expect(sound.segments.last?.start == RenderedPlan.frames(HourBell.length(strokes: 2)))
        #expect(sound.anchorFrame == 0)
    }

    @Test("A folder that is not there is told as that")
    func missingFolder() {
        let library = SoundLibrary(voiceFolder: "/nowhere/english", chime: .strike)
        #expect(library.problems == ["the folder /nowhere/english is not there; install the voice or name another"])
        #expect(!library.canSpeak)
    }

    @Test(
        "Broken files are told and never played",
        arguments: ([
            ("cut off", Array(SoundFolders.wav(three).prefix(2000)), "cut off"),
            ("cut off in the header", Array(SoundFolders.wav(three).prefix(30)), "cut off"),
            ("empty", [], "not a sound file"),
            ("without sound", SoundFolders.wav([]), "no sound"),
            ("text", Array("three fifteen PM\n".utf8), "not a sound file"),
            ("noise", (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }, "not a sound file"),
            ("no sound's rate", SoundFolders.wav(three, rate: 400_000), "400000 Hz"),
            ("nine channels", SoundFolders.wav(.init(repeating: 5, count: 900), channels: 9), "9 channels"),
            ("a lying header", SoundFolders.wav(three, claimedFrames: 1 << 29), "cut off"),
            ("61 s", SoundFolders.constant(seconds: 61), "61 s"),
        ] as [(String, [UInt8], String)]).map { ($0, FileBytes($1), $2) })
    func brokenFile(kind: String, file: FileBytes, reason: String) throws {
        let folders = try SoundFolders()
        try folders.put("three.wav", file.bytes)
        let library = folders.library
        #expect(library.broken.count == 1)
        let problem = try #require(library.broken.first)
        #expect(problem.reason.contains(reason), "\(problem)")
        #expect(!problem.description.contains("\n"))
        #expect(library.render(plan("three")).isFallbackTone)
    }

    @Test("A folder or a pipe in a clip's place is refused and not waited for")
    func notAFile() throws {
        let folders = try SoundFolders()
        try FileManager.default.createDirectory(
            atPath: "\(folders.voice)/three.wav", withIntermediateDirectories: false)
        #expect(folders.library.broken.map(\.reason) == ["is not a regular file"])
    }

    @Test("All clips together are bounded")
    func totalBound() throws {
        let folders = try SoundFolders()
        let minute = SoundFolders.constant(seconds: 59)
        for word in ["AM", "PM", "eight"] { try folders.put("\(word).wav", minute) }
        let library = folders.library
        #expect(library.broken.map(\.clip) == [.word("eight")])
        #expect(library.loadedSeconds <= Double(SoundLibrary.maximumTotalSeconds))
    }

    @Test("Everything that came with any header ends as a clip or a problem, never as a trap")
    func mutatedHeaders() throws {
        let folders = try SoundFolders()
        let good = SoundFolders.wav(Array(Self.three.prefix(500)))
        var state: UInt64 = 42
        for round in 0..<300 {
            var bytes = good
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(state >> 33) % 44] = UInt8(truncatingIfNeeded: state >> 20)
            }
            try folders.put("three.wav", bytes)
            let library = folders.library
            #expect(library.broken.isEmpty == (library.loadedSeconds > 0), "round \(round)")
        }
    }
}
