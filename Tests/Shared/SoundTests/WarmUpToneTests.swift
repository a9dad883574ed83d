import ClockDomain
import ClockSound
import Testing

struct WarmUpToneTests {
    @Test("It is soft, begins and ends in silence, and is as long as it is set")
    func sound() throws {
        let tone = try #require(WarmUpTone(milliseconds: 800))
        let frames = tone.sound.segments.flatMap(\.frames)
        #expect(frames.count == 35_280)
        #expect(frames.first == 0 && frames.last == 0)
        let peak = frames.map(\.magnitude).max() ?? 0
        #expect((300...700).contains(peak), "\(peak)")
        #expect(WarmUpTone(milliseconds: 0) == nil)
    }

    @Test("It ends a moment before the first frame of what it is for, whatever comes before the anchor")
    func place() throws {
        let tone = try #require(WarmUpTone(milliseconds: 800))
        let word = RenderedPlan(frames: [Int16](repeating: 1, count: 44_100), anchorFrame: 0)
        #expect(tone.start(before: word, at: 10_000_000_000) == 9_050_000_000)
        let melody = RenderedPlan(frames: [Int16](repeating: 1, count: 44_100), anchorFrame: 22_050)
        #expect(tone.start(before: melody, at: 10_000_000_000) == 8_550_000_000)
    }
}
