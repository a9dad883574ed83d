import ClockDomain
import ClockSound
import ClockSoundTestSupport
import ClockTestSupport
import Testing

/// A spoken text as a sound to ring, and its file in a room.
struct SpokenRingTests {
    private static let words = TestSound.triangle(milliseconds: 700, peak: 9_000)

    @Test("two soft notes, the words as they are, and a pause")
    func frames() throws {
        let frames = SpokenRing.frames(saying: Self.words)
        let start = Int(0.8 * 44_100)
        #expect(frames.count == start + Self.words.count + Int(1.5 * 44_100))
        #expect(Array(frames[start..<start + Self.words.count]) == Self.words)
        let tone = frames[..<start]
        let peak = try #require(tone.map(\.magnitude).max())
        #expect((4_000...7_000).contains(peak), "softer than the words, whose peak is 9,000")
        #expect(TestSound.steepestStep(of: tone) < 800)
        #expect(frames.first == 0 && frames[start - 1].magnitude < 10)
        #expect(frames[(start + Self.words.count)...].allSatisfy { $0 == 0 })
    }

    @Test("a room rings with the file of a label; without it a tone rings, and the line says why")
    func inARoom() throws {
        let folder = try TemporaryFolder("spoken")
        let sounds = RingSounds(folder: folder.file("sounds"), spoken: folder.path)
        let name = SpokenText.file(of: "Take your pills")
        #expect(RingStyle.isSoundName(name) && name.hasPrefix("say-") && name != SpokenText.file(of: "Take your pill"))
        let missing = sounds.sound(named: name)
        #expect(missing.problem?.reason == "have not come from the coordinator yet")
        let ring = SpokenRing.frames(saying: Self.words)
        try SoundFileWriter.write(ring, to: folder.file("\(name).flac"), maximumBytes: 1 << 20)
        let there = sounds.sound(named: name)
        #expect(there.problem == nil && there.loopStart == 0)
        #expect(there.frames == ring)
        // A file of the room's own sounds has no such name.
        #expect(RingSounds(folder: folder.file("sounds")).sound(named: name).problem != nil)
    }
}
