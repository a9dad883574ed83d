import ClockDomain
import ClockSound
import ClockSoundTestSupport
import FoundationEssentials
import PacedRecording
import Testing

@testable import ClockNodeAudio

@Suite("An output in trouble", .fewAtATime, .repeatedWhenHeldUp)
struct TroubleTests {
    private static func order(_ id: UInt64 = 1, inMilliseconds ahead: Int64, soundMilliseconds: Int = 300) -> PlayOrder
    {
        PlayOrder(
            id: id, sound: RenderedPlan(frames: TestSound.softNoise(milliseconds: soundMilliseconds), anchorFrame: 0),
            targetNanoseconds: monotonic(inMilliseconds: ahead), volume: .full)
    }

    @Test("A device that is not there is told by name, and by the probe too")
    func missingDevice() async throws {
        let (output, log) = try PacedDevice().output(device: "attic")
        _ = output.play(Self.order(inMilliseconds: 1000))
        let failure = try await log.failure()
        #expect(failure.kind == .missing)
        #expect(failure.message.contains("attic"))
        output.probe()
        guard case .probed(.failed(let probed)) = try await log.wait(for: 2)[1] else {
            Issue.record("the probe found a device")
            return
        }
        #expect(probed.kind == .missing)
        output.stop()
    }

    @Test("A probe tells the device's own name, plays nothing but silence, and leaves it closed")
    func probe() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output()
        output.probe()
        guard case .probed(.ok(let deviceName)) = try await log.wait()[0] else {
            Issue.record("told as \(log.all)")
            return
        }
        #expect(!deviceName.isEmpty)
        try device.create(device.busyFile)
        output.probe()
        guard case .probed(.failed(let failure)) = try await log.wait(for: 2)[1] else {
            Issue.record("a busy device was told as ok")
            return
        }
        #expect(failure.kind == .busy)
        output.stop()
        for recording in try device.recordings() { #expect(try recording.samples().allSatisfy { $0 == 0 }) }
    }

    @Test("A configuration that cannot be read is one line that names it")
    func brokenConfiguration() async throws {
        let device = try PacedDevice(more: "pcm.x { type")
        let (output, log) = try device.output()
        _ = output.play(Self.order(inMilliseconds: 1000))
        let failure = try await log.failure()
        #expect(failure.kind == .failed)
        #expect(failure.message.contains(device.configurationFile))
        #expect(!failure.message.contains("\n"))
        output.stop()
    }

    @Test("A busy device that is freed in time plays on its instant")
    func busyThenFree() async throws {
        let device = try PacedDevice()
        try device.create(device.busyFile)
        let (output, log) = try device.output()
        let order = Self.order(inMilliseconds: 1500)
        _ = output.play(order)
        OwnThread.run(at: order.targetNanoseconds - 900_000_000) {
            #expect(log.all.isEmpty)
            try device.remove(device.busyFile)
        }
        let report = try await log.report()
        #expect(try #require(report.onsetErrorNanoseconds).magnitude < 100_000)
        output.stop()
    }

    @Test("A device that stays busy fails at the instant, not before and not much later")
    func staysBusy() async throws {
        let device = try PacedDevice()
        try device.create(device.busyFile)
        let (output, log) = try device.output()
        let order = Self.order(inMilliseconds: 400)
        _ = output.play(order)
        let failure = try await log.failure()
        #expect(failure.kind == .busy)
        #expect(MonotonicClock.nanoseconds >= order.targetNanoseconds)
        output.stop()
        #expect(try device.recordings().isEmpty)
    }

    @Test("A device that goes away while it plays fails with the frames that were heard")
    func vanishes() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output()
        let order = Self.order(inMilliseconds: 600, soundMilliseconds: 3000)
        _ = output.play(order)
        OwnThread.run(at: order.targetNanoseconds + 500_000_000) { try device.create(device.vanishFile) }
        let failure = try await log.failure()
        #expect(failure.kind == .lost)
        #expect((10_000..<100_000).contains(failure.framesHeard))
        output.stop()
    }

    @Test("A sound whose instant cannot be met is left out and told as late", arguments: [-1000, 0] as [Int64])
    func late(ahead: Int64) async throws {
        let device = try PacedDevice("open_ms 50")
        let (output, log) = try device.output()
        _ = output.play(Self.order(inMilliseconds: ahead))
        #expect(try await log.failure().kind == .late)
        output.stop()
        #expect(try device.recordings().flatMap { try $0.samples() }.allSatisfy { $0 == 0 })
    }

    @Test(
        "After an underrun the rest of the sound is on its instant again", arguments: ["", PacedDevice.harshSettings])
    func underrun(settings: String) async throws {
        let device = try PacedDevice(settings)
        let order = Self.order(inMilliseconds: 1500, soundMilliseconds: 3000)
        let report = try await play(order, on: device, stallingAt: order.targetNanoseconds + 700_000_000)
        #expect(report.underruns >= 1)
        #expect(try #require(report.onsetErrorNanoseconds).magnitude < 200_000)

        // The last second of the sound, in the run after the underrun.
        let rest = Array(order.sound.mixedFrames()[(2 * RenderedPlan.sampleRate)...])
        let heard = try HeardSound(rest, at: order.targetNanoseconds + 2_000_000_000, in: device.recording())
        #expect(heard.flaw(beyond: 0.3) == nil)
    }

    @Test("An underrun in the lead-in costs nothing but itself")
    func underrunInLeadIn() async throws {
        let device = try PacedDevice()
        let order = Self.order(inMilliseconds: 1800)
        let report = try await play(order, on: device, stallingAt: order.targetNanoseconds - 1_700_000_000)
        #expect(report.underruns >= 1)
        let heard = try HeardSound(
            order.sound.mixedFrames(), at: order.targetNanoseconds, in: device.recording())
        #expect(heard.flaw(beyond: 0.1) == nil)
    }

    /// Plays on a thread that is held up for half a second at a moment, which the buffer does not survive.
    private func play(
        _ order: PlayOrder, on device: PacedDevice, stallingAt moment: Int64
    ) async throws -> PlayReport {
        let (output, log) = try device.output(stallMilliseconds: 500)
        _ = output.play(order)
        OwnThread.run(at: moment) { output.probe() }
        let report = try await log.report()
        output.stop()
        return report
    }
}
