import ClockDomain
import ClockSound
import ClockSoundTestSupport
import PacedRecording
import Testing

@testable import ClockNodeAudio

@Suite("An output's life", .fewAtATime, .repeatedWhenHeldUp)
struct DeviceLifeTests {
    private static let noise = TestSound.softNoise(milliseconds: 300)

    private static func order(_ id: UInt64 = 1, inMilliseconds ahead: Int64, frames: [Int16] = noise) -> PlayOrder {
        PlayOrder(
            id: id, sound: RenderedPlan(frames: frames, anchorFrame: 0),
            targetNanoseconds: monotonic(inMilliseconds: ahead), volume: .full)
    }

    @Test("A device that is kept open plays the next sound from the same run, whole and on its instant")
    func keptOpen() async throws {
        let device = try PacedDevice("swallow_ms 500\n ppm 40\n granularity_us 1000")
        let (output, log) = try device.output(keepOpenSeconds: 20)
        let first = Self.order(1, inMilliseconds: 1200)
        _ = output.play(first)
        _ = try await log.finished(1)
        // No lead-in is needed any more.
        let second = try await OwnThread.run {
            MonotonicClock.sleep(nanoseconds: 1_500_000_000)
            let order = Self.order(2, inMilliseconds: 300)
            _ = output.play(order)
            return order
        }
        let report = try await log.finished(2)
        #expect(report.leadInNanoseconds > 2_000_000_000)
        #expect(output.stop())
        let recording = try device.onlyRecording()
        #expect(try HeardSound(Self.noise, at: first.targetNanoseconds, in: recording).flaw(beyond: 0.4) == nil)
        #expect(try HeardSound(Self.noise, at: second.targetNanoseconds, in: recording).flaw(beyond: 0.2) == nil)
    }

    @Test("A device is closed when it was kept open for long enough, and opened again for the next sound")
    func closedWhenIdle() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output(keepOpenSeconds: 1)
        _ = output.play(Self.order(1, inMilliseconds: 300))
        _ = try await log.finished(1)
        let deadline = monotonic(inMilliseconds: 15_000)
        // Nothing more is written to the recording once it is closed.
        var last = -1
        while case let now = try device.recording().frameCount, now != last, MonotonicClock.nanoseconds < deadline {
            last = now
            try await Task.sleep(for: .milliseconds(400))
        }
        let idle = try device.recording().frameCount - 44_100 * 6 / 10
        #expect((40_000..<80_000).contains(idle))
        _ = output.play(Self.order(2, inMilliseconds: 600))
        _ = try await log.finished(2)
        output.stop()
        #expect(try device.recordings().count == 2)
    }

    @Test("A device that goes away while it is kept open is opened again for the next sound, and nothing is told of it")
    func vanishesWhileIdle() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output(keepOpenSeconds: 60)
        _ = output.play(Self.order(1, inMilliseconds: 300))
        _ = try await log.finished(1)
        try device.create(device.vanishFile)
        try await OwnThread.run { MonotonicClock.sleep(nanoseconds: 600_000_000) }
        try device.remove(device.vanishFile)
        let order = Self.order(2, inMilliseconds: 800)
        _ = output.play(order)
        _ = try await log.finished(2)
        output.stop()
        #expect(log.all.count == 2)
        let heard = try HeardSound(Self.noise, at: order.targetNanoseconds, in: device.recording())
        #expect(heard.flaw(beyond: 0.1) == nil)
    }

    @Test("A device that was asleep in between goes on where the sound is by then")
    func suspended() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output()
        let frames = TestSound.softNoise(milliseconds: 3000)
        let order = Self.order(1, inMilliseconds: 900, frames: frames)
        _ = output.play(order)
        OwnThread.run(at: order.targetNanoseconds + 500_000_000) { try device.create(device.suspendFile) }
        OwnThread.run(at: order.targetNanoseconds + 1_300_000_000) { try device.remove(device.suspendFile) }
        _ = try await log.finished(1)
        output.stop()
        #expect(try device.recordings().count >= 2)
        let rest = Array(frames[(2 * 44_100)...])
        let heard = try HeardSound(rest, at: order.targetNanoseconds + 2_000_000_000, in: device.recording())
        #expect(heard.flaw(beyond: 0.3) == nil)
    }

    @Test("An announcement that a sleeping device missed is told as late, and one after it is played")
    func sleptThrough() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output()
        let first = Self.order(1, inMilliseconds: 900)
        _ = output.play(first)
        let second = Self.order(2, inMilliseconds: 3000)
        _ = output.play(second)
        OwnThread.run(at: first.targetNanoseconds - 400_000_000) { try device.create(device.suspendFile) }
        OwnThread.run(at: first.targetNanoseconds + 800_000_000) { try device.remove(device.suspendFile) }
        #expect(try await log.failure(of: 1).kind == .late)
        _ = try await log.finished(2)
        output.stop()
        let heard = try HeardSound(Self.noise, at: second.targetNanoseconds, in: device.recording())
        #expect(heard.flaw(beyond: 0.1) == nil)
    }

    @Test("A device that does not wake up fails what is on it")
    func staysAsleep() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output()
        let target = monotonic(inMilliseconds: 500)
        _ = output.ring(
            RingSoundOrder(
                id: 1, sound: RingSound(frames: Self.noise), targetNanoseconds: target, volume: .full, rampSeconds: 0))
        OwnThread.run(at: target + 500_000_000) { try device.create(device.suspendFile) }
        let failure = try await log.failure(of: 1)
        #expect(failure.kind == .failed)
        #expect(failure.message.contains("wake up"))
        output.stop()
    }

    @Test("Sleep is told once, and the few nanoseconds between two clocks are none")
    func sleepWatch() {
        var watch = SleepWatch(lead: 1_000)
        #expect(watch.sleptNanoseconds(lead: 1_900) == 0)
        #expect(watch.sleptNanoseconds(lead: 3_600_000_001_000) == 3_600_000_000_000)
        #expect(watch.sleptNanoseconds(lead: 3_600_000_001_000) == 0)
    }

    @Test("What was ordered before the computer slept is due by so much earlier")
    func orderAfterSleep() {
        let order = Self.order(1, inMilliseconds: 60_000)
        let moved = SourceOrder.play(order).afterSleep(of: 50_000_000_000)
        #expect(moved.startNanoseconds == order.targetNanoseconds - 50_000_000_000)
    }

    @Test("Devices are listed with what plays by itself first, in columns, without the one that plays nothing")
    func deviceList() {
        let devices = ["null", "hw:CARD=A,DEV=0", "front:CARD=A", "plughw:CARD=A,DEV=0", "default"].map {
            AudioDevice(name: $0, description: $0 == "default" ? "" : "Card A")
        }
        let sorted = AudioDevices.sorted(devices)
        #expect(sorted.map(\.name) == ["default", "plughw:CARD=A,DEV=0", "hw:CARD=A,DEV=0", "front:CARD=A"])
        let lines = AudioDevices.table(sorted).split(separator: "\n")
        #expect(lines[1] == "plughw:CARD=A,DEV=0  Card A")
        #expect(lines[3] == "front:CARD=A         Card A")
        #expect(AudioDevices.table([]).contains("no audio device"))
        // Listing this system's devices, if any, does no harm.
        #expect(!AudioDevices.list().contains { $0.name.isEmpty || $0.description.contains("\n") })
    }
}
