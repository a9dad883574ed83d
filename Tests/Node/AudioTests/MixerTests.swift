import ClockDomain
import ClockSound
import ClockSoundTestSupport
import Testing

@testable import ClockNodeAudio

@Suite("Mixing sounds into the stream")
struct MixerTests {
    private static let full = Volume.full

    private func announcement(
        _ frames: [Int16], volume: Volume = full, silencesRings: Bool = false, at start: Int?
    ) -> Source {
        let order = PlayOrder(
            id: 1, sound: RenderedPlan(frames: frames, anchorFrame: 0), targetNanoseconds: 0, volume: volume,
            silencesRings: silencesRings)
        var source = Source(order, latencyTrimNanoseconds: 0)
        source.start = start
        return source
    }

    private func ring(
        _ frames: [Int16], loopStart: Int = 0, volume: Volume = full, rampSeconds: Int = 0, at start: Int
    ) -> Source {
        let order = RingSoundOrder(
            id: 2, sound: RingSound(frames: frames, loopStart: loopStart), targetNanoseconds: 0, volume: volume,
            rampSeconds: rampSeconds)
        var source = Source(order, latencyTrimNanoseconds: 0)
        source.start = start
        return source
    }

    private func render(
        _ sources: [Source], along steered: StreamPath? = nil, from first: Int, count: Int, rate: Int = 44_100,
        channels: Int = 1
    ) -> [Int16] {
        let path = steered ?? StreamPath(deviceRate: rate)
        let mixer = Mixer(format: DeviceFormat(rate: rate, channels: channels, encoding: .signed16))
        var output: [Int16] = []
        var next = first
        while next < first + count {
            let part = min(Mixer.chunkFrames, first + count - next)
            output += mixer.render(sources, along: path, from: next, count: part).bindMemory(to: Int16.self)
            next += part
        }
        return output
    }

    /// True when samples are as expected, give or take dither and rounding.
    private func areDithered(_ samples: some Sequence<Int16>, _ expected: some Sequence<Double>) -> Bool {
        zip(samples, expected).allSatisfy { abs(Double($0) - $1) <= 1.5 }
    }

    @Test("It is silent before and behind a sound, and the same on every channel")
    func surroundings() {
        #expect(render([announcement([1, -2, 3], at: nil)], from: 0, count: 3) == [0, 0, 0])
        let placed = announcement([1, -2, 3], at: 2)
        #expect(render([placed], from: 0, count: 7) == [0, 0, 1, -2, 3, 0, 0])
        #expect(render([placed], from: 3, count: 2, channels: 2) == [-2, -2, 3, 3])
        #expect(render([announcement([1, -2, 3], at: -1)], from: 0, count: 3) == [-2, 3, 0])
    }

    @Test("A ring is silent under words that belong between its rounds, and whole before and behind them")
    func wordsBetweenRings() {
        let bell = ring([Int16](repeating: 1000, count: 100), at: 0)
        let words = announcement([Int16](repeating: 300, count: 10_000), silencesRings: true, at: 5000)
        let heard = render([bell, words], from: 0, count: 20_000)
        #expect(heard[..<5000].allSatisfy { abs(Int($0) - 1000) <= 2 })
        #expect(heard[(5000 + Source.duckFrames)..<15_000].allSatisfy { abs(Int($0) - 300) <= 2 })
        #expect(heard[(15_000 + Source.duckFrames)...].allSatisfy { abs(Int($0) - 1000) <= 2 })
    }

    @Test("The loudest samples survive full volume unclipped, and ten percent are four decibels")
    func gain() throws {
        let sound: [Int16] = [.max, .min, 1000]
        for (percent, factor) in [(100, 1.0), (80, 0.398_107), (50, 0.1), (10, 0.015_849), (0, 0)] {
            let source = announcement(sound, volume: try #require(Volume(percent: percent)), at: 0)
            let output = render([source], from: 0, count: 3)
            #expect(areDithered(output, sound.map { Double($0) * factor }), "at \(percent) %: \(output)")
        }
    }

    @Test("Fades start and end at silence and never step")
    func fades() {
        let sound: [Int16] = .init(repeating: 20_000, count: 4000)
        var source = announcement(sound, at: 0)
        source.fadeInStart = 1000
        source.fadeOutStart = 2000
        let output = render([source], from: 1000, count: 3000)
        #expect(output.first == 0)
        #expect(output[500] == 20_000)
        #expect(output[(1000 + Source.fadeOutFrames)...].allSatisfy { $0 == 0 })
        #expect(TestSound.steepestStep(of: output) <= 20_000 / Source.fadeInFrames + 4)
    }

    @Test("A fade that reaches past a sound's end stays silent there")
    func fadeAtTheEnd() {
        var source = announcement(.init(repeating: 20_000, count: 1000), at: 0)
        source.fadeOutStart = 900
        let output = render([source], from: 900, count: 1000)
        #expect(output[99] > 0)
        #expect(output[100...].allSatisfy { $0 == 0 })
    }

    @Test("A ring goes on at its loop's start after the last frame, for hours")
    func loop() {
        let source = ring([1, 2, 3, 4, 5], loopStart: 2, at: 3)
        #expect(render([source], from: 0, count: 14) == [0, 0, 0, 1, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5])
        // Three hours later, where a counter of frames has turned over many times in 32 bits of nanoseconds.
        let late = 3 + 2 + 3 * 158_760_000
        #expect(render([source], from: late, count: 4) == [3, 4, 5, 3])
    }

    @Test("A ramp rises from 40 dB below the volume, even in decibels, frame by frame, and then stays")
    func ramp() {
        let source = ring([10_000], rampSeconds: 1, at: 0)
        let output = render([source], from: 0, count: 50_000)
        #expect(areDithered([output[0], output[22_050], output[33_075]], [100, 1000, 3162.3]))
        #expect(output[44_100...].allSatisfy { $0 == 10_000 })
        #expect(TestSound.steepestStep(of: output) <= 4)
        // In the middle of it, as after an underrun.
        let resumed = render([source], from: 22_050, count: 100)
        #expect(zip(resumed, output[22_050...]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    @Test("A ring that rises begins at its floor and is never below it")
    func floor() throws {
        let order = RingSoundOrder(
            id: 2, sound: RingSound(frames: [10_000]), targetNanoseconds: 0, volume: Self.full, rampSeconds: 1,
            floor: try #require(Volume(percent: 50)))
        var source = Source(order, latencyTrimNanoseconds: 0)
        source.start = 0
        let output = render([source], from: 0, count: 50_000)
        // 50 % is a tenth, which the ramp reaches after 0.5 s.
        #expect(areDithered(output[..<22_000], [Double](repeating: 1000, count: 22_000)))
        #expect(output[26_000] > 1400)
        #expect(output[44_100...].allSatisfy { $0 == 10_000 })
        let soft = RingSoundOrder(
            id: 2, sound: RingSound(frames: [10_000]), targetNanoseconds: 0, volume: .silent, rampSeconds: 0,
            floor: try #require(Volume(percent: 50)))
        var kept = Source(soft, latencyTrimNanoseconds: 0)
        kept.start = 0
        #expect(areDithered(render([kept], from: 0, count: 100), [Double](repeating: 1000, count: 100)))
    }

    @Test("An announcement is 15 dB softer while something rings, with 30 ms of way there and back")
    func duck() {
        let words = announcement(.init(repeating: 10_000, count: 40_000), at: 0)
        // A ring of silence, to hear the announcement alone.
        var bell = ring([0], at: 10_000)
        bell.fadeOutStart = 20_000
        let output = render([words, bell], from: 0, count: 40_000)
        #expect(output[..<10_000].allSatisfy { $0 == 10_000 })
        #expect((1770...1785).contains(output[10_000 + Source.duckFrames]))
        #expect((1770...1785).contains(output[20_000]))
        #expect(output[(20_000 + Source.duckFrames)...].allSatisfy { $0 == 10_000 })
        // Behind that no frame's share is computed any more.
        #expect(bell.mayDuck(in: 19_999 + Source.duckFrames..<40_000))
        #expect(!bell.mayDuck(in: 20_000 + Source.duckFrames..<40_000))
        #expect(TestSound.steepestStep(of: output) <= 8)
    }

    @Test("A ring that nobody can hear ducks nothing")
    func inaudibleRing() {
        let words = announcement(.init(repeating: 10_000, count: 5000), at: 0)
        let output = render([words, ring([9], volume: .silent, at: 1000)], from: 0, count: 5000)
        #expect(output.allSatisfy { $0 == 10_000 })
    }

    @Test(
        "Two sounds at full volume are turned down instead of clipped, smoothly, and what is not too loud is left alone"
    )
    func limiter() {
        let low = (0..<44_100).map { Int16(30_000 * sine(100, $0)) }
        let high = (0..<8820).map { Int16(30_000 * sine(2000, $0)) }
        let output = render([ring(low, at: 0), announcement(high, at: 22_050)], from: 0, count: 44_100)
        // The announcement is ducked to 5335: 35335 together at most.
        #expect(output.contains { $0.magnitude > 30_000 })
        // No run of equal samples at full scale, as clipping leaves.
        #expect(!zip(output, output.dropFirst()).contains { $0.magnitude > 32_000 && $0 == $1 })
        #expect(output[..<21_800].elementsEqual(low[..<21_800]))
        #expect(output[33_075...].elementsEqual(low[33_075...]))

        let both = render([ring(low, at: 0), ring(low, at: 0)], from: 4410, count: 22_050)
        // A sine of twice the level comes out as a sine, not as a square: the gain stays put between its peaks.
        let expected = low[4410..<26_460].map { Double($0) * 32_768 / 30_000 }
        let worst = zip(both, expected).map { abs(Double($0) - $1) }.max() ?? .infinity
        #expect(worst < 330)
    }

    @Test(
        "A frame comes out the same whenever and in whatever portions it is made, at the device's rate and pace too",
        arguments: [44_100, 48_000, 32_000, 96_000], [false, true])
    func pure(rate: Int, isSteered: Bool) {
        var path = StreamPath(deviceRate: rate)
        if isSteered {
            for turn in 1...5 { path.turn(at: turn * 4001, step: path.nominalStep * (1 + Double(turn) * 30e-6)) }
        }
        let sources = [
            ring(TestSound.noise(milliseconds: 700, peak: 30_000), at: 100),
            announcement(TestSound.noise(milliseconds: 400, peak: 30_000, seed: 5), at: 5000),
            ring(TestSound.triangle(milliseconds: 300, peak: 30_000), rampSeconds: 1, at: 9000),
        ]
        let whole = render(sources, along: path, from: 0, count: 30_000, rate: rate)
        let mixer = Mixer(format: DeviceFormat(rate: rate, channels: 1, encoding: .signed16))
        for first in Array(stride(from: 0, to: 29_000, by: 2997)) + stride(from: 29_000, to: 0, by: -3511) {
            let part = mixer.render(sources, along: path, from: first, count: 300).bindMemory(to: Int16.self)
            #expect(zip(part, whole[first...]).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "from \(first)")
        }
    }
}
