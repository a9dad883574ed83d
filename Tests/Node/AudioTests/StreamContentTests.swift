import ClockDomain
import Testing

@testable import ClockNodeAudio

@Suite("The stream's content")
struct StreamContentTests {
    private func frames(_ content: StreamContent, from first: Int, count: Int, channels: Int = 1) -> [Int16] {
        var output: [Int16] = .init(repeating: 99, count: count * channels)
        output.withUnsafeMutableBufferPointer { content.fill($0, channels: channels, from: first) }
        return output
    }

    @Test("It is silent before and behind the sound, and the same on every channel")
    func surroundings() {
        var content = StreamContent(sound: [1, -2, 3], gain: 1)
        #expect(frames(content, from: 0, count: 3) == [0, 0, 0])
        content.soundStart = 2
        #expect(frames(content, from: 0, count: 7) == [0, 0, 1, -2, 3, 0, 0])
        #expect(frames(content, from: 3, count: 2, channels: 2) == [-2, -2, 3, 3])
        content.soundStart = -1
        #expect(frames(content, from: 0, count: 3) == [-2, 3, 0])
    }

    @Test("The loudest samples survive full volume unclipped, and volumes follow the cube")
    func gain() {
        let sound: [Int16] = [.max, .min, 1000]
        for (percent, factor) in [(100, 1.0), (80, 0.512), (50, 0.125), (10, 0.001), (0, 0)] {
            var content = StreamContent(sound: sound, gain: Volume(percent: percent)?.gain ?? -1)
            content.soundStart = 0
            #expect(frames(content, from: 0, count: 3) == sound.map { Int16((Double($0) * factor).rounded()) })
        }
    }

    @Test("Fades start and end at silence and never step")
    func fades() {
        let sound: [Int16] = .init(repeating: 20_000, count: 4000)
        var content = StreamContent(sound: sound, gain: 1)
        content.soundStart = 0
        content.fadeInStart = 1000
        content.fadeOutStart = 2000
        let output = frames(content, from: 1000, count: 3000)
        #expect(output.first == 0)
        #expect(output[500] == 20_000)
        #expect(output[(1000 + StreamContent.fadeOutFrames)...].allSatisfy { $0 == 0 })
        #expect(TestSound.steepestStep(of: output) <= 20_000 / StreamContent.fadeInFrames + 1)
    }
}
