import ClockDomain
import ClockNodeAudio
import ClockSound
import ClockSoundTestSupport
import Foundation
import PacedRecording
import Synchronization
import Testing

@Suite("Outputs that keep what they are given for long", .fewAtATime, .repeatedWhenHeldUp)
struct DeepOutputTests {
    private static let sound = RenderedPlan(frames: TestSound.softNoise(milliseconds: 300), anchorFrame: 0)

    /// As Bluetooth, sound servers and televisions have it.
    private static func device(depthMilliseconds: Int) throws -> PacedDevice {
        try PacedDevice("granularity_us 1000\n fifo_us \(depthMilliseconds * 1000)")
    }

    /// A probe's findings: the depth in milliseconds as it is told, and whether the output has a clock.
    private func probe(_ output: AudioOutput, _ log: EventLog) async throws -> (depth: Int64, hasClock: Bool) {
        output.probe()
        _ = try await log.first { if case .probed(.ok) = $0 { true } else { nil } }
        let traits = log.all.compactMap { if case .learned(let traits) = $0 { traits } else { nil } }.last
        return ((traits?.depthNanoseconds ?? 0) / 1_000_000, traits?.hasClock ?? true)
    }

    /// Returns the onset of the sound, in milliseconds after its instant.
    private func heard(_ device: PacedDevice, target: Int64) throws -> Double {
        let heard = try HeardSound(Self.sound.mixedFrames(), at: target, in: device.recording())
        #expect(heard.flaw(beyond: 1) == nil)
        return heard.windows[0].lateMilliseconds
    }

    @Test(
        "Each sound is heard on its instant, and within a millisecond of what is reported",
        arguments: [20, 64, 100, 300, 1000, 2000], [false, true])
    func onsets(depth: Int, isLoaded: Bool) async throws {
        let device = try Self.device(depthMilliseconds: depth)
        let (output, log) = try device.output()
        let load = isLoaded ? Load() : nil
        defer { load?.end() }
        let told = try await probe(output, log).depth
        #expect(depth < 50 ? told == 0 : (Int64(depth)..<Int64(depth) + 110).contains(told))
        // As early as a node orders it.
        let target = monotonic(inMilliseconds: 2000 + told)
        _ = output.play(PlayOrder(id: 1, sound: Self.sound, targetNanoseconds: target, volume: .full))
        let report = try await log.finished(1)
        output.stop()
        let error = try heard(device, target: target)
        #expect(abs(error) < 1)
        #expect(abs(Double(try #require(report.onsetErrorNanoseconds)) / 1e6 - error) < 1)
    }

    @Test("What no probe has told is learned by playing", arguments: [300, 2000])
    func learned(depth: Int) async throws {
        let device = try Self.device(depthMilliseconds: depth)
        let (output, log) = try device.output()
        _ = output.play(
            PlayOrder(
                id: 1, sound: Self.sound, targetNanoseconds: monotonic(inMilliseconds: 1500), volume: .full))
        let traits = try await log.first { if case .learned(let traits) = $0 { traits } else { nil } }
        #expect((Int64(depth)..<Int64(depth) + 110).contains(traits.depthNanoseconds / 1_000_000))
        let first = try await log.first {
            switch $0 {
            case .finished(1, _): true
            case .failed(1, let failure): failure.kind == .late ? false : nil
            default: nil
            }
        }
        #expect(first == (depth == 300))
        let target = monotonic(inMilliseconds: 2000 + Int64(depth) + 100)
        _ = output.play(PlayOrder(id: 2, sound: Self.sound, targetNanoseconds: target, volume: .full))
        _ = try await log.finished(2)
        output.stop()
        #expect(abs(try heard(device, target: target)) < 1)
    }

    @Test("A ring begins on its instant, and is silent soon after it was cancelled", arguments: [300, 2000])
    func ring(depth: Int) async throws {
        let device = try Self.device(depthMilliseconds: depth)
        let (output, log) = try device.output()
        let told = try await probe(output, log).depth
        let target = monotonic(inMilliseconds: 2000 + told)
        let sound = RingSound(frames: TestSound.triangle(milliseconds: 1000), loopStart: 0)
        _ = output.ring(
            RingSoundOrder(id: 1, sound: sound, targetNanoseconds: target, volume: .full, rampSeconds: 0))
        let report = try await log.started()
        #expect(abs(try #require(report.onsetErrorNanoseconds)) < 1_000_000)
        let cancelled = MonotonicClock.nanoseconds
        output.cancel(1)
        try await log.waitForEnd()
        output.stop()
        let recording = try device.recording()
        let samples = try recording.samples(ofChannel: 0)
        let last = try #require(samples.lastIndex { $0 != 0 })
        let silent = recording.monotonicNanoseconds(atFrame: Double(last)) - cancelled
        #expect(silent < 150_000_000, "heard on for \(Double(silent) / 1e6) ms")
    }

    @Test("Two rings that are stopped together are silent soon after", arguments: [0, 2000])
    func twoRings(depth: Int) async throws {
        let device = try Self.device(depthMilliseconds: depth)
        let (output, log) = try device.output()
        let target = monotonic(inMilliseconds: 2000 + (try await probe(output, log).depth))
        let sound = RingSound(frames: TestSound.triangle(milliseconds: 1000), loopStart: 0)
        for id in [1, 2] as [UInt64] {
            _ = output.ring(
                RingSoundOrder(id: id, sound: sound, targetNanoseconds: target, volume: .full, rampSeconds: 0))
        }
        _ = try await log.started(1)
        _ = try await log.started(2)
        let cancelled = MonotonicClock.nanoseconds
        for id in [1, 2] as [UInt64] { output.cancel(id) }
        _ = try await log.first { $0 == .ringEnded(1) ? true : nil }
        _ = try await log.first { $0 == .ringEnded(2) ? true : nil }
        output.stop()
        let recording = try device.recording()
        let last = try #require(try recording.samples(ofChannel: 0).lastIndex { $0 != 0 })
        let silent = recording.monotonicNanoseconds(atFrame: Double(last)) - cancelled
        #expect(silent < 150_000_000, "heard on for \(Double(silent) / 1e6) ms")
    }

    @Test("An output that plays at no clock's pace is told as that, and gives no onset")
    func noClock() async throws {
        let device = try PacedDevice(more: "pcm.nothing { type null }")
        let (output, log) = try device.output(device: "nothing")
        #expect(try await probe(output, log).hasClock == false)
        _ = output.play(
            PlayOrder(id: 1, sound: Self.sound, targetNanoseconds: monotonic(inMilliseconds: 1500), volume: .full))
        #expect(try await log.finished(1).onsetErrorNanoseconds == nil)
        _ = output.ring(
            RingSoundOrder(
                id: 2, sound: RingSound(frames: TestSound.triangle(milliseconds: 1000), loopStart: 0),
                targetNanoseconds: monotonic(inMilliseconds: 1500), volume: .full, rampSeconds: 0))
        #expect(try await log.started(2).onsetErrorNanoseconds == nil)
        output.stop()
        #expect(log.all.count { if case .learned = $0 { true } else { false } } == 1)
    }
}

/// Threads that keep twice as many processors busy as there are.
private final class Load: Sendable {
    private let isEnded = Mutex(false)

    init() {
        for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
            Thread.detachNewThread { [self] in
                while !isEnded.withLock({ $0 }) {}
            }
        }
    }

    func end() { isEnded.withLock { $0 = true } }
}
