import ClockDomain
import ClockNodeAudio
import ClockSound
import ClockSoundTestSupport
import PacedRecording
import Testing

@Suite("Rings on an output in trouble")
struct RingTroubleTests {
    private static let noise = TestSound.noise(milliseconds: 330)

    private static func ring(_ id: UInt64 = 1, inMilliseconds ahead: Int64) -> RingSoundOrder {
        RingSoundOrder(
            id: id, sound: RingSound(frames: noise), targetNanoseconds: monotonic(inMilliseconds: ahead), volume: .full,
            rampSeconds: 0)
    }

    @Test("After an underrun a ring goes on in its phase, and is not told as begun again")
    func underrun() async throws {
        let device = try PacedDevice(PacedDevice.harshSettings)
        let (output, log) = try device.output(stallMilliseconds: 400)
        let order = Self.ring(inMilliseconds: 800)
        _ = output.ring(order)
        OwnThread.run(at: order.targetNanoseconds + 600_000_000) { output.probe() }
        try await OwnThread.run {
            OwnThread.sleep(until: order.targetNanoseconds + 2_000_000_000)
            output.cancel(1)
        }
        try await log.waitForEnd()
        #expect(log.all.count == 2)
        output.stop()

        #expect(try device.recordings().count >= 2)
        let recording = try device.recording()
        let start = try #require(
            TestSound.position(of: Self.noise[...], in: try recording.samples(ofChannel: 0)), "it did not go on")
        let since = recording.monotonicNanoseconds(atFrame: Double(start)) - order.targetNanoseconds
        let loop = Int64(330_000_000)
        let phase = (since + loop / 2) % loop - loop / 2
        #expect(phase.magnitude < 500_000)
    }

    @Test("A device that goes away fails every sound on it at once")
    func vanishes() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output()
        let order = Self.ring(inMilliseconds: 400)
        _ = output.ring(order)
        _ = output.play(
            PlayOrder(
                id: 2, sound: RenderedPlan(frames: Self.noise, anchorFrame: 0),
                targetNanoseconds: order.targetNanoseconds + 1_500_000_000, volume: .full))
        let gone = order.targetNanoseconds + 600_000_000
        OwnThread.run(at: gone) { try device.create(device.vanishFile) }
        #expect(try await log.failure(of: 1).kind == .lost)
        #expect(try await log.failure(of: 2).kind == .lost)
        #expect(MonotonicClock.nanoseconds - gone < 500_000_000)
        guard case .ringStarted(1, _) = log.all[0] else {
            Issue.record("\(log.all)")
            return
        }
        #expect(log.all.count == 3)

        // It comes back, and so does the ring when it is ordered again.
        try device.remove(device.vanishFile)
        _ = output.ring(
            RingSoundOrder(
                id: 3, sound: order.sound, targetNanoseconds: order.targetNanoseconds, volume: .full, rampSeconds: 0))
        #expect(try #require(await log.started(3).onsetErrorNanoseconds) > 600_000_000)
        output.stop()
        #expect(log.all.last == .ringEnded(3))
    }

    @Test("On a device that stays busy a ring fails at its instant, a late one at once")
    func busy() async throws {
        let device = try PacedDevice()
        try device.create(device.busyFile)
        let (output, log) = try device.output()
        let order = Self.ring(1, inMilliseconds: 300)
        _ = output.ring(order)
        _ = output.ring(Self.ring(2, inMilliseconds: -1000))
        _ = output.ring(Self.ring(3, inMilliseconds: 60_000))
        #expect(try await log.failure(of: 2).kind == .busy)
        #expect(MonotonicClock.nanoseconds < order.targetNanoseconds)
        #expect(try await log.failure(of: 1).kind == .busy)
        #expect(MonotonicClock.nanoseconds >= order.targetNanoseconds)
        output.stop()
        #expect(log.all.last == .ringEnded(3))
        #expect(log.all.count == 3)
    }

    @Test("More sounds at once than an output takes are refused in words, and the rest ring on")
    func tooMany() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output()
        let target = monotonic(inMilliseconds: 700)
        for id in 1...UInt64(AudioOutput.maximumSounds) {
            _ = output.ring(
                RingSoundOrder(
                    id: id, sound: RingSound(frames: Self.noise), targetNanoseconds: target, volume: .full,
                    rampSeconds: 0))
        }
        try await OwnThread.run { OwnThread.sleep(until: target - 400_000_000) }
        _ = output.ring(Self.ring(99, inMilliseconds: 400))
        let failure = try await log.failure(of: 99)
        #expect(failure.message.contains("16 sounds"))
        for id in 1...UInt64(AudioOutput.maximumSounds) { _ = try await log.started(id) }
        output.stop()
        let isLoud = try device.recordings().contains { recording in
            try recording.samples(ofChannel: 0).contains { $0.magnitude > 30_000 }
        }
        #expect(isLoud)
    }

    @Test("On a device that takes nothing back, rings begin on time when they are ordered early enough, and end")
    func notRewindable() async throws {
        // Converting to another rate, alsa-lib cannot give back what it has converted.
        let device = try PacedDevice(
            more: "pcm.converting { type rate slave { pcm \"room\" rate 48000 } converter \"linear\" }")
        let (output, log) = try device.output(device: "converting")
        let order = Self.ring(1, inMilliseconds: 600)
        _ = output.ring(order)
        try await OwnThread.run {
            OwnThread.sleep(until: order.targetNanoseconds + 300_000_000)
            _ = output.ring(Self.ring(2, inMilliseconds: 300))
            OwnThread.sleep(until: order.targetNanoseconds + 900_000_000)
            output.cancel(1)
            OwnThread.sleep(until: order.targetNanoseconds + 1_200_000_000)
            output.cancel(2)
        }
        for id in [1, 2] as [UInt64] {
            // The converter's own delay is only roughly told.
            #expect(try #require(await log.started(id).onsetErrorNanoseconds).magnitude < 1_000_000)
            try await log.waitForEnd(of: id)
        }
        #expect(MonotonicClock.nanoseconds < order.targetNanoseconds + 1_800_000_000)
        output.stop()
        #expect(try device.recordings().count == 1)
    }
}
