import Testing

@testable import ClockNodeAudio

@Suite("Estimating an output's clock")
struct OutputClockTests {
    /// An output with a crystal error, a coarse pointer and readers that are interrupted now and then.
    private struct Output {
        var ppm: Double
        var stepNanoseconds: Int64
        var state: UInt64

        var framesPerNanosecond: Double { 44_100e-9 * (1 + ppm / 1e6) }

        func position(at nanoseconds: Int64) -> Double { Double(nanoseconds) * framesPerNanosecond }

        mutating func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }

        /// Reads every 5 ms or so for `span`, and tells how far off the line is 200 ms behind, in milliseconds.
        mutating func predictionError(span: Int64) -> Double {
            var clock = OutputClock(framesPerSecond: 44_100)
            var now: Int64 = 5_000_000
            while now < span {
                let pointer = stepNanoseconds > 0 ? now - now % stepNanoseconds : now
                let interruption: Int64 = random() < 0.02 ? 8_000_000 : Int64(random() * 6000)
                clock.add(position: Int64(position(at: pointer).rounded(.down)), at: now + interruption)
                now += max(interruption, 4_000_000 + Int64(random() * 2e6))
            }
            let later = span + 200_000_000
            guard let line = clock.line() else { return .infinity }
            return (line.position(at: later) - position(at: later)) / 44.1
        }
    }

    @Test(
        "The position 200 ms ahead is known within 0.15 ms on coarse pointers and 0.03 ms on fine ones",
        arguments: [0.0, 40, -40, 200, -300])
    func prediction(ppm: Double) {
        for seed in 1...30 as ClosedRange<UInt64> {
            var coarse = Output(ppm: ppm, stepNanoseconds: 1_000_000, state: seed)
            #expect(abs(coarse.predictionError(span: 1_800_000_000)) < 0.15, "seed \(seed)")
            var fine = Output(ppm: ppm, stepNanoseconds: 0, state: seed)
            #expect(abs(fine.predictionError(span: 1_800_000_000)) < 0.03, "seed \(seed)")
        }
    }

    @Test("A short span takes the nominal rate instead of guessing one")
    func shortSpan() {
        for seed in 1...30 as ClosedRange<UInt64> {
            var output = Output(ppm: 40, stepNanoseconds: 1_000_000, state: seed)
            #expect(abs(output.predictionError(span: 100_000_000)) < 0.4, "seed \(seed)")
        }
    }

    @Test("One reading far ahead of the rest does not move the line, and is no fall of the rest")
    func outlier() throws {
        var clock = OutputClock(framesPerSecond: 44_100)
        for index in 0..<300 as Range<Int64> {
            let time = index * 5_000_000
            clock.add(position: Int64(Double(time) * 44_100e-9) + (index == 150 ? 4410 : 0), at: time)
        }
        let estimate = clock.line()
        let line = try #require(estimate)
        #expect(abs(line.position(at: 1_600_000_000) - 1.6 * 44_100) < 3)
        #expect(clock.count == 300)
        #expect(clock.slopeSpanNanoseconds == OutputClock.shortestSlopeSpanNanoseconds)
    }

    @Test(
        "A server that falls behind for good is believed within 0.3 s",
        arguments: [0.006, 0.02, 1, 2])
    func fall(seconds: Double) throws {
        var output = Output(ppm: 40, stepNanoseconds: 1_000_000, state: 7)
        var clock = OutputClock(framesPerSecond: 44_100)
        var fallen = 0.0
        for index in 0..<400 as Range<Int64> {
            if index == 280 { fallen = seconds }
            let time = index * 2_500_000 + Int64(output.random() * 6000)
            let pointer = output.position(at: time - time % output.stepNanoseconds) - fallen * 44_100
            clock.add(position: Int64(pointer.rounded(.down)), at: time)
            if index % 20 == 0 { _ = clock.line() }
        }
        let estimate = clock.line()
        let line = try #require(estimate)
        let missing = line.position(at: 1_200_000_000) - (output.position(at: 1_200_000_000) - seconds * 44_100)
        #expect(abs(missing) / 44.1 < 0.15)
        // A server's word strays: for long the crystal is not known by it.
        #expect(clock.slopeSpanNanoseconds >= 10_000_000_000)
    }

    @Test("A pointer that moves in long steps falls by none of them", arguments: [40_000_000, 250_000_000] as [Int64])
    func longSteps(step: Int64) throws {
        var output = Output(ppm: 40, stepNanoseconds: step, state: 11)
        var clock = OutputClock(framesPerSecond: 44_100)
        var time: Int64 = 0
        var highest = -Double.infinity
        for index in 0..<150 {
            time += 20_000_000 + Int64(output.random() * 1e6)
            clock.add(position: Int64(output.position(at: time - time % step).rounded(.down)), at: time)
            let line = clock.line()
            highest = max(highest, output.position(at: time - time % step) - output.position(at: time))
            // A few readings may all be of one phase of the steps.
            guard let line, index > 40 else { continue }
            // Lower than the highest reading so far by no more than the error of the rate.
            let error = (line.position(at: time) - output.position(at: time) - highest) / 44.1
            #expect(error > -4, "at \(time)")
        }
    }

    @Test("No readings give no line, one gives the nominal rate through it, and only later ones count")
    func fewReadings() throws {
        var clock = OutputClock(framesPerSecond: 44_100)
        let none = clock.line()
        #expect(none == nil)
        clock.add(position: 441, at: 1_000_000_000)
        clock.add(position: 9999, at: 1_000_000_000)
        let estimate = clock.line()
        let line = try #require(estimate)
        #expect(abs(line.position(at: 1_010_000_000) - 882) < 0.001)
        #expect(line.nanoseconds(of: 882) == 1_010_000_000)
    }

    @Test("More readings than are kept leave the newest, and a restart keeps what is known of the crystal")
    func manyReadings() throws {
        var clock = OutputClock(framesPerSecond: 44_100)
        let rate = 44_100e-9 * (1 + 100e-6)
        for index in 0..<3000 as Range<Int64> {
            clock.add(position: Int64(Double(index * 5_000_000) * rate), at: index * 5_000_000)
        }
        let estimate = clock.line()
        let line = try #require(estimate)
        #expect(abs(line.position(at: 15_000_000_000) - 15e9 * rate) < 1.5)
        clock.restart(keepsRate: true)
        #expect(clock.count == 0)
        #expect(abs(clock.priorSlope / 44_100e-9 - 1 - 100e-6) < 5e-6)
    }
}
