import ClockSoundTestSupport
import Testing

@Suite("Finding a steered sound in windows")
struct HeardSoundTests {
    private static let sound = TestSound.softNoise(milliseconds: 500)

    private static func flaw(_ change: (inout [Int16]) -> Void) -> String? {
        var heard = sound
        change(&heard)
        let silence = [Int16](repeating: 0, count: 4410)
        return HeardSound(sound, from: 4410, in: silence + heard + silence).flaw(beyond: 0.1)
    }

    @Test("A whole sound has no flaw")
    func whole() { #expect(Self.flaw { _ in } == nil) }

    @Test(
        "A lost, a doubled and a moved period are found wherever they are, as is a hole",
        arguments: [0, 900, 6000, 21_000])
    func periods(frame: Int) {
        let period = 441
        #expect(Self.flaw { $0.removeSubrange(frame..<frame + period) } != nil)
        #expect(Self.flaw { $0.insert(contentsOf: $0[frame..<frame + period], at: frame) } != nil)
        #expect(Self.flaw { $0.insert(contentsOf: [Int16](repeating: 0, count: 10), at: frame) } != nil)
        #expect(Self.flaw { for index in frame..<frame + period { $0[index] = 0 } } != nil)
        #expect(Self.flaw { for index in frame..<frame + period { $0[index] = $0[index + 441] } } != nil)
    }
}
