import Testing

@testable import ClockNodeAudio

@Suite("Telling a time service's slewing from a crystal")
struct SlewWatchTests {
    @Test(
        "A line over the computer's crystal is one over the slewed clock, right around the present",
        arguments: [0.0, 500, -500])
    func slewed(ppm: Double) {
        var watch = SlewWatch()
        #expect(watch.monotonicPerRaw == 1)
        #expect(watch.raw(at: 77) == 77)
        var monotonic = 5_000_000_000.0
        for step in 0..<40 {
            watch.note(.init(monotonic: Int64(monotonic), raw: Int64(step) * 100_000_000))
            monotonic += 100_000_000 * (1 + ppm / 1e6)
        }
        let line = watch.monotonic(
            OutputClock.Line(originNanoseconds: 0, originPosition: 10, framesPerNanosecond: 44_100e-9))
        let now = Int64(monotonic)
        // 0.2 s ahead.
        let position = line.position(at: now + Int64(200_000_000 * (1 + ppm / 1e6)))
        #expect(abs(position - 10 - 4.2 * 44_100) < 0.01)
        #expect(abs(watch.raw(at: now) - 4_000_000_000) < 200)
    }
}
