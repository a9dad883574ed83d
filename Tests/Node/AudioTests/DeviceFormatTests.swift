import ClockDomain
import ClockNodeAudio
import ClockSound
import ClockSoundTestSupport
import PacedRecording
import Testing

@Suite("Outputs of other rates, channels and formats", .fewAtATime, .repeatedWhenHeldUp)
struct DeviceFormatTests {
    private static let noise = TestSound.softNoise(milliseconds: 300)

    /// Returns `sound` at a rate.
    private static func converted(_ sound: [Int16], to rate: Int) -> [Int16] {
        Resampler.convert(sound.map(Float.init), from: RenderedPlan.sampleRate, to: rate).map { Int16($0.rounded()) }
    }

    @Test(
        "The anchor is on its instant within 0.05 ms whatever the output takes",
        arguments: [
            "rates \"48000\"", "rates \"96000 48000\"", "rates \"32000\"", "rates \"22050 192000\"",
            "formats \"S32_LE\"", "formats \"S24_3LE\"", "formats \"S24_LE\"", "formats \"FLOAT_LE\"",
            "channels \"2\"", "channels \"8\"", "rates \"48000\"\n channels \"6\"\n formats \"S24_3LE\"",
        ])
    func anchor(settings: String) async throws {
        let device = try PacedDevice(settings)
        let (output, log) = try device.output()
        // The anchor behind something else, at a frame that falls between two of the device's.
        let plan = RenderedPlan(
            segments: [
                .init(frames: TestSound.softNoise(milliseconds: 150, seed: 9), start: 0),
                .init(frames: Self.noise, start: 7001),
            ], anchorFrame: 7001)
        let target = monotonic(inMilliseconds: 1500)
        _ = output.play(PlayOrder(id: 1, sound: plan, targetNanoseconds: target, volume: .full))
        let report = try await log.report()
        output.stop()

        let recording = try device.onlyRecording()
        let rate = recording.header.rate
        let near = Int(Double(target - recording.header.startMonotonicNanoseconds) * Double(rate) / 1e9)
        let expected = Self.converted(Self.noise, to: rate)
        let match = try await OwnThread.run {
            try ReferenceFinder(reference: expected)
                .bestMatch(in: recording, frames: near - rate / 50..<near + rate / 50 + expected.count)
        }
        let found = try #require(match)
        #expect(found.correlation > 0.97)
        #expect(abs(found.gain - 1) < 0.05)
        let error = recording.monotonicNanoseconds(atFrame: found.frame) - target
        #expect(error.magnitude < 50_000)
        #expect((error - (try #require(report.onsetErrorNanoseconds))).magnitude < 50_000)
        let first = try recording.samples(ofChannel: 0)
        for channel in 1..<max(1, recording.header.channels) {
            #expect(try recording.samples(ofChannel: channel) == first)
        }
    }

    @Test("Preferred are 44,100 Hz, one channel and 16 bits")
    func preferred() async throws {
        for (settings, expected) in [
            ("", "44100 1 S16_LE"), ("rates \"96000 48000 44100\"\n channels \"8 2\"", "44100 2 S16_LE"),
            ("rates \"96000 48000 32000\"\n formats \"FLOAT_LE S24_3LE S32_LE\"", "48000 1 S32_LE"),
            ("rates \"32000\"", "32000 1 S16_LE"), ("rates \"88200 192000\"", "88200 1 S16_LE"),
        ] {
            let device = try PacedDevice(settings)
            let (output, log) = try device.output()
            _ = output.play(
                PlayOrder(
                    id: 1, sound: RenderedPlan(frames: Self.noise, anchorFrame: 0),
                    targetNanoseconds: monotonic(inMilliseconds: 300), volume: .full))
            _ = try await log.report()
            output.stop()
            let header = try device.onlyRecording().header
            #expect("\(header.rate) \(header.channels) \(header.format.rawValue)" == expected)
        }
    }

    @Test("A name that converts rates is left out of it: it is given the rate of the device behind it")
    func plug() async throws {
        let device = try PacedDevice("rates \"48000\"", more: "pcm.converting { type plug slave.pcm \"room\" }")
        let (output, log) = try device.output(device: "converting")
        let target = monotonic(inMilliseconds: 1000)
        _ = output.play(
            PlayOrder(
                id: 1, sound: RenderedPlan(frames: Self.noise, anchorFrame: 0), targetNanoseconds: target,
                volume: .full))
        // A converter in between would report a delay that is off by parts of a millisecond.
        #expect(try #require(try await log.report().onsetErrorNanoseconds).magnitude < 50_000)
        output.stop()
        let recording = try device.onlyRecording()
        let finder = ReferenceFinder(reference: Self.converted(Self.noise, to: 48_000))
        let match = try #require(try finder.bestMatch(in: recording))
        #expect(match.correlation > 0.97)
        #expect((recording.monotonicNanoseconds(atFrame: match.frame) - target).magnitude < 50_000)
    }

    @Test("A ring goes round without a seam on an output of another rate, and stays in its phase")
    func loop() async throws {
        let device = try PacedDevice("rates \"48000\"")
        let (output, log) = try device.output()
        // 999 frames are no whole number of the device's: nine waves of 397.3 Hz.
        let wave = (0..<999).map { Int16((16_000 * sine(44_100 * 9.0 / 999, $0)).rounded()) }
        let target = monotonic(inMilliseconds: 700)
        _ = output.ring(
            RingSoundOrder(
                id: 1, sound: RingSound(frames: wave), targetNanoseconds: target, volume: .full, rampSeconds: 0))
        try await OwnThread.run { OwnThread.sleep(until: target + 2_100_000_000) }
        output.cancel(1)
        try await log.waitForEnd()
        output.stop()
        let recording = try device.onlyRecording()
        let first = Int(Double(target - recording.header.startMonotonicNanoseconds) * 48_000e-9)
        let samples = try recording.samples(ofChannel: 0)
        // From 0.1 s to 2 s it is that sine and nothing else: 84 loops.
        let range = (first + 4800)..<(first + 96_000)
        let step = 2 * Double.pi * (44_100 * 9.0 / 999) / 48_000
        let residue = try await OwnThread.run { TestSound.fit(samples[range], step: step).residue }
        // The rounding of the loop's own frames and dither.
        #expect(residue < 2)
    }
}
