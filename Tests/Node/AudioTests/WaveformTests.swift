import ClockDomain
import ClockNodeAudio
import ClockSound
import ClockSoundTestSupport
import PacedRecording
import Testing

@Suite("The waveform that is heard", .fewAtATime, .repeatedWhenHeldUp)
struct WaveformTests {
    private static func ring(_ id: UInt64, _ frames: [Int16], at target: Int64, volume: Volume = .full)
        -> RingSoundOrder
    {
        RingSoundOrder(
            id: id, sound: RingSound(frames: frames), targetNanoseconds: target, volume: volume, rampSeconds: 0)
    }

    /// The greatest change of slope from one frame to the next, which a click makes and a slow wave does not.
    private static func sharpestBend(of samples: [Int16]) -> Int {
        zip(zip(samples, samples.dropFirst()), samples.dropFirst(2)).reduce(0) { sharpest, item in
            max(sharpest, abs(Int(item.0.0) - 2 * Int(item.0.1) + Int(item.1)))
        }
    }

    @Test(
        "Where sounds begin, join, are ducked, go round and end, the waveform has no jump and no corner",
        arguments: ["", "rates \"48000\"", "channels \"2\"\n formats \"S24_3LE\""])
    func joins(settings: String) async throws {
        // A test machine that is so busy that the output runs dry makes a gap, which is not what is looked for.
        for _ in 1...8 {
            let device = try PacedDevice(settings)
            try await playJoins(on: device)
            guard try device.recordings().count == 1 else { continue }
            let samples = try device.recording().samples(ofChannel: 0)
            #expect(samples.contains { $0.magnitude > 8000 })
            // Two sines bend by at most 2 + 4 and 1 more at half the level, where they begin and end by half their slope:
            // 96 + 192 for those of the plan, 128 for the ring; a ring's end in 10 ms and dither add a little.
            #expect(TestSound.steepestStep(of: samples) < 420)
            #expect(Self.sharpestBend(of: samples) < 330)
            return
        }
        Issue.record("it ran dry every time")
    }

    private func playJoins(on device: PacedDevice) async throws {
        let (output, log) = try device.output()
        // Slow sines of whole waves, joined where one ends and the next begins.
        let low = (0..<22_050).map { Int16((9000 * sine(100, $0)).rounded()) }
        let high = (0..<22_050).map { Int16((9000 * sine(150, $0)).rounded()) }
        let words = RenderedPlan(
            segments: [
                .init(frames: high, start: 0), .init(frames: low, start: 22_050),
                // One that sounds under the end of the other.
                .init(frames: high, start: 33_075, gain: 0.5),
            ], anchorFrame: 22_050)
        let target = monotonic(inMilliseconds: 1600)
        _ = output.play(PlayOrder(id: 1, sound: words, targetNanoseconds: target, volume: .full))
        _ = try await OwnThread.run {
            // Ordered when what comes before it is written already.
            OwnThread.sleep(until: target - 300_000_000)
            _ = output.ring(Self.ring(2, low, at: monotonic(inMilliseconds: 100)))
            OwnThread.sleep(until: target + 300_000_000)
            output.cancel(2)
        }
        try await log.waitForEnd(of: 2)
        _ = try await log.finished(1)
        output.stop()
    }

    @Test(
        "Two sounds at full volume stay within full scale and are nowhere cut off",
        arguments: ["", "rates \"48000\"", "formats \"FLOAT_LE\""])
    func loud(settings: String) async throws {
        let device = try PacedDevice(settings)
        let (output, log) = try device.output()
        let low = (0..<13_230).map { Int16((32_767 * sine(100, $0)).rounded()) }
        let high = (0..<13_230).map { Int16((32_767 * sine(1100, $0)).rounded()) }
        let target = monotonic(inMilliseconds: 600)
        _ = output.ring(Self.ring(1, low, at: target))
        _ = output.ring(Self.ring(2, high, at: target + 250_000_000))
        try await OwnThread.run { OwnThread.sleep(until: target + 900_000_000) }
        output.cancel(1)
        output.cancel(2)
        for id in [1, 2] as [UInt64] { try await log.waitForEnd(of: id) }
        output.stop()
        let samples = try device.onlyRecording().samples(ofChannel: 0)
        #expect(samples.contains { $0.magnitude > 31_500 })
        // A wave that is cut off stays at the rail; one that turns over jumps.
        let cut = samples.indices.dropFirst(3).contains { index in
            samples[index].magnitude > 32_700 && (1...3).allSatisfy { samples[index - $0] == samples[index] }
        }
        #expect(!cut)
        #expect(TestSound.steepestStep(of: samples) < 32_767 / 5)
    }

    @Test("A sine at -60 dB has no harmonics above the noise of 16 bits, at any rate", arguments: [44_100, 48_000])
    func soft(rate: Int) async throws {
        let device = try PacedDevice("rates \"\(rate)\"")
        let (output, log) = try device.output()
        let loud = (0..<441).map { Int16((3_056 * sine(1000, $0)).rounded()) }
        let target = monotonic(inMilliseconds: 500)
        // 1 % is -39.6 dB, so that 32 steps are left.
        _ = output.ring(Self.ring(1, loud, at: target, volume: try #require(Volume(percent: 1))))
        _ = try await log.started()
        try await OwnThread.run { OwnThread.sleep(until: target + 1_300_000_000) }
        output.stop()
        let recording = try device.onlyRecording()
        let first = Int(Double(target - recording.header.startMonotonicNanoseconds) * Double(rate) / 1e9) + rate / 10
        let samples = Array(try recording.samples(ofChannel: 0)[first..<first + rate])
        try await OwnThread.run {
            #expect(abs(Self.amplitude(of: samples, at: 1000, rate: rate) - 32) < 0.1)
            let worst = Self.worstHarmonic(of: samples, rate: rate)
            #expect(worst < 4, "a harmonic stands \(worst) times above the noise")
            // The same without dither, to see that it would be found.
            let rounded = (0..<44_100).map { Int16((32 * sine(1000, $0)).rounded()) }
            let noise = Self.noise(of: samples, rate: rate)
            let harmonics = (2...12).map { Self.amplitude(of: rounded, at: 1000 * $0, rate: 44_100) }
            #expect(harmonics.max() ?? 0 > 4.5 * noise)
        }
    }

    @Test("Silence between and around sounds is digital silence")
    func silence() async throws {
        let device = try PacedDevice("rates \"48000\"")
        let (output, log) = try device.output()
        let frames = TestSound.triangle(milliseconds: 100)
        let plan = RenderedPlan(
            segments: [.init(frames: frames, start: 0), .init(frames: frames, start: 44_100)], anchorFrame: 0)
        let target = monotonic(inMilliseconds: 500)
        _ = output.play(
            PlayOrder(
                id: 1, sound: plan, targetNanoseconds: target, volume: try #require(Volume(percent: 70))))
        _ = try await log.report()
        output.stop()
        let recording = try device.onlyRecording()
        let samples = try recording.samples(ofChannel: 0)
        let first = Int(Double(target - recording.header.startMonotonicNanoseconds) * 48_000e-9)
        #expect(samples[..<(first - 480)].allSatisfy { $0 == 0 })
        #expect(samples[(first + 4800 + 480)..<(first + 47_520)].allSatisfy { $0 == 0 })
        #expect(samples[(first + 52_800 + 480)...].allSatisfy { $0 == 0 })
    }

    /// Of the sine of a whole number of hertz in one second of samples.
    private static func amplitude(of samples: [Int16], at hertz: Int, rate: Int) -> Double {
        TestSound.fit(samples, step: 2 * .pi * Double(hertz) / Double(rate)).amplitude
    }

    /// Root mean square of the frequencies that are no harmonics.
    private static func noise(of samples: [Int16], rate: Int) -> Double {
        let levels = stride(from: 1530, to: 12_000, by: 509).map { amplitude(of: samples, at: $0, rate: rate) }
        return (levels.reduce(0) { $0 + $1 * $1 } / Double(levels.count)).squareRoot()
    }

    /// Returns the loudest harmonic over the noise, as a ratio.
    private static func worstHarmonic(of samples: [Int16], rate: Int) -> Double {
        let noise = noise(of: samples, rate: rate)
        return (2...12).map { amplitude(of: samples, at: 1000 * $0, rate: rate) / noise }.max() ?? 0
    }
}
