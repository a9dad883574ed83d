import ClockDomain
import ClockNodeAudio
import ClockSound
import ClockSoundTestSupport
import PacedRecording
import Testing

@Suite("Rooms that stay together", .fewAtATime, .repeatedWhenHeldUp)
struct StayTests {
    /// The time at which a part of a sound was heard, in milliseconds after its instant.
    private static func heard(
        _ part: [Int16], at instant: Int64, in recording: Recording
    ) async throws -> Double {
        let rate = recording.header.rate
        let near = Int(Double(instant - recording.header.startMonotonicNanoseconds) * Double(rate) / 1e9)
        let reference = Resampler.convert(part.map(Float.init), from: 44_100, to: rate).map { Int16($0.rounded()) }
        let match = try await OwnThread.run {
            try ReferenceFinder(reference: reference)
                .bestMatch(in: recording, frames: near - rate / 100..<near + rate / 100 + reference.count)
        }
        let found = try #require(match)
        #expect(found.correlation > 0.97)
        return Double(recording.monotonicNanoseconds(atFrame: found.frame) - instant) / 1e6
    }

    @Test(
        "After ten seconds a sound is still on its instants, whatever the crystal",
        arguments: [
            "ppm 100", "ppm -100\n granularity_us 1000\n fifo_us 5000", "ppm 100\n rates \"48000\"",
            "ppm -100\n fifo_us 300000",
        ], [false, true])
    func stays(settings: String, isRing: Bool) async throws {
        let device = try PacedDevice(settings)
        let (output, log) = try device.output()
        // A ring goes round every two seconds.
        let frames = TestSound.softNoise(milliseconds: isRing ? 2000 : 11_000)
        let target = monotonic(inMilliseconds: 2000)
        if isRing {
            _ = output.ring(
                RingSoundOrder(
                    id: 1, sound: RingSound(frames: frames), targetNanoseconds: target, volume: .full, rampSeconds: 0))
        } else {
            _ = output.play(
                PlayOrder(
                    id: 1, sound: RenderedPlan(frames: frames, anchorFrame: 0), targetNanoseconds: target,
                    volume: .full))
        }
        try await OwnThread.run { OwnThread.sleep(until: target + 11_200_000_000) }
        if isRing {
            output.cancel(1)
            try await log.waitForEnd()
        } else {
            _ = try await log.finished(1)
        }
        output.stop()
        let recording = try device.onlyRecording()
        for second in [0, 5, 10] {
            let first = second * 44_100 % frames.count
            let error = try await Self.heard(
                Array(frames[first..<first + 8820]), at: target + Int64(second) * 1_000_000_000, in: recording)
            #expect(abs(error) < 0.05, "\(error) ms after \(second) s")
        }
    }

    @Test("A clock that the node follows at another rate is followed while a sound plays")
    func followedClock() async throws {
        let device = try PacedDevice("ppm 40")
        let (output, log) = try device.output()
        // The clock of the instants is fast by 200 ppm.
        output.follow(ratePPB: 200_000)
        let frames = TestSound.softNoise(milliseconds: 6000)
        let target = monotonic(inMilliseconds: 2000)
        _ = output.play(
            PlayOrder(
                id: 1, sound: RenderedPlan(frames: frames, anchorFrame: 0), targetNanoseconds: target, volume: .full))
        _ = try await log.report()
        output.stop()
        let error = try await Self.heard(
            Array(frames[220_500..<229_320]), at: target + 5_000_000_000 - 1_000_000, in: try device.onlyRecording())
        #expect(abs(error) < 0.05, "\(error) ms")
    }
}
