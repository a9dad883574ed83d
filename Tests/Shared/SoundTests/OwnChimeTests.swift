import ClockDomain
import ClockSoundTestSupport
import Testing

@testable import ClockSound

@Suite("Somebody's own chime")
struct OwnChimeTests {
    private static let three = TestSound.triangle(milliseconds: 100)
    private static let melody = TestSound.triangle(milliseconds: 2000, peak: 9000)

    private func folders() throws -> SoundFolders {
        let folders = try SoundFolders()
        try folders.put("three.wav", SoundFolders.wav(Self.three))
        return folders
    }

    private func plan(_ quarter: Quarter) -> AnnouncementPlan {
        AnnouncementPlan(clips: [.own("cuckoo", quarter), .word("three")])
    }

    @Test("Its anchor marks the instant, what comes before is its lead, and the words follow its end")
    func anchor() throws {
        let folders = try folders()
        try folders.putChime("hour.wav", SoundFolders.wav(Self.melody))
        let library = folders.library(anchors: [.hour: 1.25])
        #expect(library.broken == [])
        let sound = library.render(plan(.hour))
        #expect(sound.anchorFrame == 55_125)
        #expect(sound.segments.map(\.start) == [0, 88_200])
        #expect(sound.missing == [])
        #expect(
            library.ownChimeSpans
                == [ChimeSpan(lead: .milliseconds(1250), tail: .milliseconds(750)), .zero, .zero, .zero])
    }

    @Test("A quarter without a file has the words alone, on the instant")
    func leftOut() throws {
        let folders = try folders()
        try folders.putChime("hour.wav", SoundFolders.wav(Self.melody))
        let sound = folders.library(anchors: [:]).render(plan(.first))
        #expect(sound.missing == [])
        #expect(sound.anchorFrame == 0)
        #expect(sound.segments.map(\.start) == [0])
        #expect(sound.frameCount == Self.three.count)
    }

    @Test("Without its lead it begins at the anchor, eased so that it does not click")
    func withoutLead() throws {
        let folders = try folders()
        try folders.putChime("hour.wav", SoundFolders.wav(Self.melody))
        // 11,025 frames and a quarter of a wave: there the wave is at its highest.
        let library = folders.library(anchors: [.hour: 11_025.0 / 44_100 + 0.00056689])
        let whole = library.render(plan(.hour))
        let late = library.render(plan(.hour).withoutLead)
        #expect(late.anchorFrame == 0)
        #expect(late.frameCount == whole.frameCount - whole.anchorFrame)
        let frames = late.mixedFrames()
        #expect(frames[0].magnitude < 1000)
        #expect(Array(frames[200..<40_000]) == Array(whole.mixedFrames()[(whole.anchorFrame + 200)...].prefix(39_800)))
    }

    @Test("A broken file, an anchor behind the end and an empty folder are told in a line; the words are spoken")
    func problems() throws {
        let folders = try folders()
        let empty = folders.library(anchors: [:])
        let reason = try #require(empty.missing.first { $0.clip == .own("cuckoo", .hour) })
        #expect(reason.description.contains("\(folders.chime)/hour.wav"))
        #expect(empty.ownChimeSpans == [])
        #expect(empty.render(plan(.first)).missing == [.own("cuckoo", .first)])

        try folders.putChime("hour.wav", SoundFolders.wav(Self.melody))
        try folders.putChime("first.wav", Array("cuckoo".utf8))
        let library = folders.library(anchors: [.hour: 2.5])
        #expect(library.broken.map(\.clip) == [.own("cuckoo", .hour), .own("cuckoo", .first)])
        #expect(library.broken[0].description.contains("is 2.0 s long, and its anchor is at 2.5 s"))
        #expect(library.broken[0].remedy.contains("\(folders.chime)/chime.yaml"))
        #expect(library.chimeProblems == library.broken.map(\.description))
        #expect(!library.problems.contains { $0.contains(folders.chime) })
        // A tone marks the instant, and the time is said after it.
        let sound = library.render(plan(.hour))
        #expect(sound.missing == [.own("cuckoo", .hour)])
        #expect(sound.segments.count == 2 && sound.anchorFrame == 0)
        #expect(sound.segments.last?.frames.count == Self.three.count)
    }

    @Test("Too much of it does not fit beside the words")
    func bound() throws {
        let folders = try folders()
        for name in ["hour", "first", "second"] {
            try folders.putChime("\(name).wav", SoundFolders.constant(seconds: 50))
        }
        let library = folders.library(anchors: [:])
        #expect(library.broken.map(\.clip) == [.own("cuckoo", .second)])
        #expect(library.broken[0].reason.contains("120 s"))
    }
}
