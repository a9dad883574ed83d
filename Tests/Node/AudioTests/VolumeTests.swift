import ClockDomain
import ClockNodeAudio
import ClockSound
import ClockSoundTestSupport
import PacedRecording
import Testing

@Suite("Changing the volume of what is heard", .fewAtATime, .repeatedWhenHeldUp)
struct VolumeTests {
    @Test(
        "A ring and a long sound go over to a new volume at once, without a click, and end as they would have",
        arguments: ["", PacedDevice.harshSettings, "rates \"48000\"\n ppm -60"], [false, true])
    func whileItPlays(settings: String, isRing: Bool) async throws {
        let device = try PacedDevice(settings)
        let (output, log) = try device.output()
        // A whole number of waves.
        let tone = TestSound.triangle(milliseconds: 3000)
        let target = monotonic(inMilliseconds: 900)
        if isRing {
            _ = output.ring(
                RingSoundOrder(
                    id: 1, sound: RingSound(frames: tone), targetNanoseconds: target, volume: .full, rampSeconds: 0))
        } else {
            _ = output.play(
                PlayOrder(
                    id: 1, sound: RenderedPlan(frames: tone, anchorFrame: 0), targetNanoseconds: target, volume: .full))
        }
        let half = try #require(Volume(percent: 50))
        let asked = try await OwnThread.run {
            OwnThread.sleep(until: target + 800_000_000)
            let lowered = MonotonicClock.nanoseconds
            output.setVolume(of: 1, to: half, floor: .silent)
            OwnThread.sleep(until: target + 1_600_000_000)
            let raised = MonotonicClock.nanoseconds
            output.setVolume(of: 1, to: .full, floor: .silent)
            output.setVolume(of: 99, to: .full, floor: .silent)
            OwnThread.sleep(until: target + 2_400_000_000)
            return (lowered: lowered, raised: raised)
        }
        if isRing {
            output.cancel(1)
            try await log.waitForEnd()
        } else {
            _ = try await log.finished(1)
        }
        output.stop()

        let recording = try device.onlyRecording()
        let samples = try recording.samples(ofChannel: 0)
        /// The peak in the 10 ms from a moment on.
        func peak(at nanoseconds: Int64) -> Int {
            let rate = recording.header.heardRate
            let first = Int(Double(nanoseconds - recording.header.startMonotonicNanoseconds) * rate / 1e9)
            return samples[first..<first + Int(rate / 100)].reduce(0) { max($0, Int($1.magnitude)) }
        }
        let full = 19_000...20_600
        #expect(full.contains(peak(at: asked.lowered - 20_000_000)))
        // 100 ms are promised; a busy test machine may take the rest to wake the thread.
        #expect((1900...2100).contains(peak(at: asked.lowered + 150_000_000)))
        #expect((1900...2100).contains(peak(at: asked.raised - 20_000_000)))
        #expect(full.contains(peak(at: asked.raised + 150_000_000)))
        #expect(TestSound.steepestStep(of: samples) <= TestSound.steepestStep(playing: tone))
    }

    @Test("A sound that has not begun begins at the new volume", arguments: [400, 5000] as [Int64])
    func beforeItBegins(aheadMilliseconds: Int64) async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output()
        let target = monotonic(inMilliseconds: aheadMilliseconds)
        _ = output.play(
            PlayOrder(
                id: 1, sound: RenderedPlan(frames: TestSound.triangle(milliseconds: 300), anchorFrame: 0),
                targetNanoseconds: target, volume: .full))
        output.setVolume(of: 1, to: try #require(Volume(percent: 50)), floor: .silent)
        _ = try await log.finished(1)
        output.stop()
        let peak = try device.recording().samples(ofChannel: 0).reduce(0) { max($0, Int($1.magnitude)) }
        #expect((1900...2100).contains(peak))
    }
}
