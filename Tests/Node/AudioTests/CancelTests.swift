import ClockDomain
import ClockNodeAudio
import ClockSound
import ClockSoundTestSupport
import PacedRecording
import Testing

@Suite("Ending sounds early", .fewAtATime, .repeatedWhenHeldUp)
struct CancelTests {
    private static func order(_ id: UInt64 = 1, inMilliseconds ahead: Int64) -> PlayOrder {
        PlayOrder(
            id: id, sound: RenderedPlan(frames: TestSound.triangle(milliseconds: 4000), anchorFrame: 0),
            targetNanoseconds: monotonic(inMilliseconds: ahead), volume: .full)
    }

    @Test(
        "A sound that is cancelled falls silent at once and without a click",
        arguments: ["", PacedDevice.harshSettings])
    func whilePlaying(settings: String) async throws {
        let device = try PacedDevice(settings)
        let (output, log) = try device.output()
        let order = Self.order(inMilliseconds: 700)
        _ = output.play(order)
        let asked = try await OwnThread.run {
            OwnThread.sleep(until: order.targetNanoseconds + 600_000_000)
            let now = MonotonicClock.nanoseconds
            output.cancel(1)
            return now
        }
        #expect(try await log.wait() == [.cancelled(1)])
        output.stop()

        let recording = try device.recording()
        let samples = try recording.samples(ofChannel: 0)
        let last = try #require(samples.lastIndex { $0.magnitude > 64 })
        let ended = recording.monotonicNanoseconds(atFrame: Double(last)) - asked
        // 50 ms are promised; a busy test machine may take the rest to wake the thread.
        #expect(ended < 100_000_000)
        #expect(ended > 0)
        #expect(samples.last?.magnitude ?? 0 <= 64)
        #expect(TestSound.steepestStep(of: samples) <= TestSound.steepestStep(playing: order.sound.mixedFrames()))
    }

    @Test("A sound that is cancelled before its instant is never heard")
    func beforeInstant() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output()
        try await OwnThread.run {
            #expect(output.play(Self.order(inMilliseconds: 2200)))
            #expect(output.play(Self.order(2, inMilliseconds: 20_000)))
            output.cancel(2)
            OwnThread.sleep(until: monotonic(inMilliseconds: 500))
            output.cancel(1)
            output.cancel(99)
        }
        let events = try await log.wait(for: 2)
        #expect(events == [.cancelled(2), .cancelled(1)])
        #expect(output.stop())
        #expect(try device.recordings().flatMap { try $0.samples() }.allSatisfy { $0 == 0 })
        #expect(log.all.count == 2)
    }

    @Test("Stopping cancels what plays and what waits, and returns")
    func stopWhilePlaying() async throws {
        let (output, log) = try PacedDevice().output()
        let order = Self.order(inMilliseconds: 300)
        _ = output.play(order)
        _ = output.play(Self.order(2, inMilliseconds: 9000))
        let ended = try await OwnThread.run {
            OwnThread.sleep(until: order.targetNanoseconds + 200_000_000)
            return output.stop()
        }
        #expect(ended)
        #expect(log.all == [.cancelled(1), .cancelled(2)])
        #expect(!output.play(Self.order(3, inMilliseconds: 9000)))
    }

    @Test("Stopping does not wait for a device that does not open, and nothing is told after")
    func stopWhileOpening() async throws {
        let device = try PacedDevice("open_ms 4000")
        let (output, log) = try device.output()
        let order = Self.order(inMilliseconds: 2000)
        _ = output.play(order)
        let (ended, nanoseconds) = try await OwnThread.run {
            OwnThread.sleep(until: order.targetNanoseconds - 1_800_000_000)
            let asked = MonotonicClock.nanoseconds
            let ended = output.stop()
            let nanoseconds = MonotonicClock.nanoseconds - asked
            // Until the device has let go of the thread.
            OwnThread.sleep(until: asked + 4_500_000_000)
            return (ended, nanoseconds)
        }
        #expect(!ended)
        #expect(nanoseconds < 3_000_000_000)
        #expect(log.all.isEmpty)
    }
}
