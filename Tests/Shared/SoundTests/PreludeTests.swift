import ClockDomain
import ClockSound
import Testing

@Suite("What comes before the anchor")
struct PreludeTests {
    private func piece(_ start: Int, _ value: Int16, count: Int = 10) -> RenderedPlan.Segment {
        RenderedPlan.Segment(frames: Array(repeating: value, count: count), start: start)
    }

    @Test("A melody and its strokes come apart, and together are what they were")
    func partsSumUp() throws {
        let plan = RenderedPlan(
            segments: [piece(3, 100), piece(8, 200), piece(12, 400), piece(20, 800)], anchorFrame: 12)
        let parts = try #require(plan.prelude)
        #expect(parts.melody.anchorFrame == 3)
        #expect(parts.rest.anchorFrame == 0)
        let melody = parts.melody.mixedFrames()
        let rest = parts.rest.mixedFrames()
        let sum = (0..<plan.frameCount).map { frame in
            (frame < melody.count ? melody[frame] : 0) + (frame >= 12 ? rest[frame - 12] : 0)
        }
        #expect(sum == plan.mixedFrames())
    }

    @Test("A recording with its anchor inside stays whole; so does a plan that begins with its anchor")
    func staysWhole() {
        #expect(RenderedPlan(frames: [1, 2, 3, 4], anchorFrame: 2).prelude == nil)
        #expect(RenderedPlan(segments: [piece(0, 1, count: 20), piece(15, 2)], anchorFrame: 12).prelude == nil)
        #expect(RenderedPlan(segments: [piece(0, 1), piece(5, 2)], anchorFrame: 0).prelude == nil)
    }

    @Test("Westminster's hour comes apart at the first stroke")
    func westminster() throws {
        let library = SoundLibrary(voiceFolder: "/nowhere", chime: .westminster)
        let six = try #require(LocalTime(hour: 18, minute: 0))
        let plan = library.render(.spokenTime(six, chime: .westminster))
        let parts = try #require(plan.prelude)
        #expect(parts.melody.anchorFrame == 0)
        #expect(plan.anchorFrame == RenderedPlan.frames(.seconds(22)))
        #expect(parts.rest.segments.count >= 6)
    }
}
