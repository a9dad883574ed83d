import ClockSound
import Testing

@testable import ClockNodeAudio

@Suite("Steering a sound along an output's clock")
struct SteeringTests {
    /// A computer and an output, in virtual time: the time is that of the computer's crystal.
    struct Room {
        /// The excess of the output's crystal.
        var ppm: Double
        /// Further parts per million of it after a minute.
        var warming = 0.0
        var rate = 44_100
        var stepNanoseconds: Int64 = 0
        /// The time service slews the clock by this, between two times.
        var slewPPM = 0.0
        var slewed: Range<Double> = 0..<0
        /// Gain of the clock of the instants on CLOCK_MONOTONIC.
        var followedPPM = 0.0
        /// The thread is woken in pace with the steps: it reads all but the edges as long after them.
        var isInPace = false
        /// A reading in 20 is held up by this, with what the thread writes then, in seconds.
        var heldUp = 0.0
        /// The device reports positions that are so many seconds ahead of its own, between two times.
        var wild = 0.0
        var wildly: Range<Double> = 0..<0
        /// The report strays by as much to either side, in seconds.
        var wandering = 0.0
        /// The steepest turn of the path so far, as a part of its pace, and the pace farthest from 1.
        var steepest = 0.0
        var farthest = 0.0
        var state: UInt64 = 1

        /// Frames of the device at a time, in seconds.
        func frames(at time: Double) -> Double {
            Double(rate) * (time * (1 + ppm / 1e6) + warming / 1e6 * time * time / 120)
        }

        func monotonic(at time: Double) -> Double {
            time + slewPPM / 1e6 * (max(slewed.lowerBound, min(slewed.upperBound, time)) - slewed.lowerBound)
        }

        mutating func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }

        /// Plays from 2.5 s on; returns how late each frame is that is written, in milliseconds by the clock of the
        /// instants.
        mutating func strays(seconds: Double) -> [Double] {
            var steering = Steering(deviceRate: rate)
            steering.restart(at: Int64(monotonic(at: 0) * 1e9))
            steering.follow(ratePPB: Int64(followedPPM * 1000), at: 0)
            var (time, written, begun, next) = (0.003, rate / 5, false, 3.0)
            var (origin, anchor) = (0.0, 0)
            var strays: [Double] = []
            var wakes = 0
            var pace = 0.0
            while time < seconds {
                // A reading in 50 is interrupted for 8 ms, the others for up to 6 us.
                var late = random() < 0.02 ? 8e-3 : random() * 6e-6
                let step = Double(stepNanoseconds) / 1e9
                // A reading in eight waits for the pointer's step.
                wakes += 1
                let isEdge = step > 0 && wakes % 8 == 0
                let since = step > 0 ? time.truncatingRemainder(dividingBy: step) : 0
                if isEdge { time += step - since + 2e-6 } else if isInPace { time += 0.9 * step - since }
                if heldUp > 0, wakes % 20 == 7 { late = heldUp }
                let pointer = step > 0 ? time - time.truncatingRemainder(dividingBy: step) : time
                let wrong = (wildly.contains(time) ? wild : 0) + (random() * 2 - 1) * wandering
                let position = Int(frames(at: pointer) + wrong * Double(rate))
                time += late
                let now = Int64(monotonic(at: time) * 1e9)
                steering.add(
                    position: position, at: now, afterStepOf: isEdge ? Int(step * Double(rate)) : 0,
                    clocks: .init(monotonic: now, raw: Int64(time * 1e9)))
                written = position + rate / 5
                if !begun, time > 2.5, let line = steering.line() {
                    origin = monotonic(at: 2.9)
                    steering.align(from: written, instant: Int64(origin * 1e9), by: line)
                    anchor = steering.frame(at: Int64(origin * 1e9))
                    begun = true
                }
                steering.turn(from: written, position: position, isSounding: begun, now: now)
                if begun {
                    let turned = steering.path.way(from: written).step / steering.path.nominalStep
                    if pace > 0 { steepest = max(steepest, abs(turned - pace)) }
                    farthest = max(farthest, abs(turned - 1))
                    pace = turned
                }
                if begun, time >= next {
                    next += 1
                    let heard = (monotonic(at: heardTime(of: written)) - origin) * (1 + followedPPM / 1e6)
                    let meant = (steering.path.place(of: written) - Double(anchor)) / 44_100
                    strays.append((heard - meant) * 1000)
                }
                time += begun ? 0.1 + random() * 1e-3 : 2e-3 + random() * 1e-3
            }
            return strays
        }

        /// Inverts ``frames(at:)``.
        private func heardTime(of frame: Int) -> Double {
            var time = Double(frame) / Double(rate)
            for _ in 0..<8 { time -= (frames(at: time) - Double(frame)) / Double(rate) }
            return time
        }
    }

    private static func p99(_ values: [Double]) -> Double {
        let sorted = values.map(abs).sorted()
        return sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }

    @Test(
        "A sound is on its instants to its last frame, within 0.025 ms at p99, or 0.028 ms where the pace rests",
        arguments: [
            Room(ppm: 100), Room(ppm: -100), Room(ppm: 0), Room(ppm: 12), Room(ppm: -100, rate: 48_000),
            Room(ppm: 100, stepNanoseconds: 1_000_000), Room(ppm: -100, stepNanoseconds: 1_000_000),
            Room(ppm: 60, warming: 2), Room(ppm: -40, followedPPM: 87),
            Room(ppm: 2, stepNanoseconds: 1_000_000, isInPace: true),
            Room(ppm: 30, stepNanoseconds: 1_000_000, isInPace: true),
            Room(ppm: -100, stepNanoseconds: 1_000_000, heldUp: 0.12),
        ])
    func onItsInstants(room: Room) {
        var room = room
        let strays = room.strays(seconds: 150)
        #expect(strays.count > 140)
        // An output at the computer's own pace may stray by a frame beside the error of its readings.
        let limit = abs(room.ppm) * 1e-6 < RateServo.restingError ? RateServo.restingStray * 1000 + 0.006 : 0.025
        #expect(Self.p99(strays) < limit, "\(Self.p99(strays)) ms")
        #expect(room.steepest < 10e-6)
    }

    @Test(
        "Wrong readings never make a sound worse than an output of its own pace, nor heard",
        arguments: [
            // The report jumps ahead and back; it jumps for good; it strays about; nothing is right at all.
            Room(ppm: 40, wild: 0.02, wildly: 30..<33), Room(ppm: 40, wild: -0.02, wildly: 30..<33),
            Room(ppm: 40, stepNanoseconds: 1_000_000, wild: 0.0015, wildly: 30..<31),
            Room(ppm: -40, wandering: 0.005), Room(ppm: -40, wandering: 0.05),
            Room(ppm: 40, stepNanoseconds: 10_000_000), Room(ppm: 40, stepNanoseconds: 186_000_000),
        ])
    func wrongReadings(room: Room) {
        var room = room
        let strays = room.strays(seconds: 150)
        let unsteered = abs(room.ppm) * 150 / 1000
        // The onset is what the readings make of it.
        let farthest = strays.map { abs($0 - strays[0]) }.max() ?? .infinity
        #expect(farthest < unsteered + 1, "\(farthest) ms")
        #expect(room.steepest < 10e-6, "\(room.steepest)")
        #expect(room.farthest <= RateServo.mostError, "\(room.farthest)")
    }

    @Test("While a time service slews the clock it strays for a moment only", arguments: [500.0, -500])
    func slewed(ppm: Double) {
        var room = Room(ppm: 40, slewPPM: ppm, slewed: 60..<120)
        let strays = room.strays(seconds: 150)
        // A slew is noticed within half a second.
        #expect(strays.map(abs).max() ?? 1 < 0.3)
        // 48 to 18 s before its end, and after it.
        #expect(Self.p99(Array(strays[72..<102])) < 0.025)
        #expect(Self.p99(Array(strays.suffix(10))) < 0.025)
    }

    @Test("After ten minutes two rooms at 100 ppm either side are within 0.05 ms")
    func rooms() {
        var fast = Room(ppm: 100, stepNanoseconds: 1_000_000, state: 3)
        var slow = Room(ppm: -100, state: 4)
        let apart = zip(fast.strays(seconds: 600), slow.strays(seconds: 600)).map { $0 - $1 }
        #expect(Self.p99(apart) < 0.05, "\(Self.p99(apart)) ms")
    }

    @Test("An output at the computer's own pace gets the frames as they are")
    func resting() {
        var servo = RateServo()
        // The computer's crystal is off by 7 ppm, and the time service corrects that: both count together.
        #expect(servo.begin(crystal: 1 + 7e-6, slew: 1 - 5e-6) == 1)
        #expect(servo.update(stray: 15e-6, crystal: 1 + 7e-6, slew: 1 - 5e-6, observed: 3, elapsed: 0.1) == 1)
        #expect(servo.isResting)
        let pace = servo.update(stray: 25e-6, crystal: 1 + 7e-6, slew: 1 - 5e-6, observed: 3, elapsed: 0.1)
        #expect(!servo.isResting)
        #expect(pace > 1 + 1e-6 && pace < 1 + 10e-6)
        #expect(servo.begin(crystal: 1 + 12e-6, slew: 1) == 1 + 12e-6)
    }

    @Test("The pace changes little at a time, and a wild reading changes it by little")
    func gentle() {
        var servo = RateServo()
        var last = servo.begin(crystal: 1 + 40e-6, slew: 1)
        #expect(last == 1 + 40e-6)
        for stray in [0.0, 3e-6, -2e-6, 0.5, -0.5, 20, 0] {
            let pace = servo.update(stray: stray, crystal: 1 + 40e-6, slew: 1, observed: 60, elapsed: 0.1)
            #expect(abs(pace - last) <= RateServo.mostChangePerSecond * 0.1 + 1e-12)
            #expect(abs(pace - 1 - 40e-6) <= 200e-6)
            last = pace
        }
        for _ in 0..<100 {
            last = servo.update(stray: 0, crystal: 1.5, slew: 1, observed: 60, elapsed: 1)
        }
        #expect(abs(last - 1 - RateServo.mostError) < 1e-9)
        #expect(servo.update(stray: 0, crystal: 1.5, slew: 1.1, observed: 60, elapsed: 1) < 1.0011)
    }

    @Test("Without trust the pace goes back to the last that was trusted, and rests where it rested")
    func coasting() {
        var servo = RateServo()
        var pace = servo.begin(crystal: 1 + 40e-6, slew: 1)
        for _ in 0..<100 {
            pace = servo.update(stray: 0.5, crystal: 1 + 40e-6, slew: 1, observed: 60, elapsed: 0.1)
        }
        #expect(pace > 1 + 200e-6)
        for _ in 0..<200 { pace = servo.coast(slew: 1, elapsed: 0.1) }
        #expect(abs(pace - 1 - 40e-6) < 1e-6)
        _ = servo.begin(crystal: 1 + 2e-6, slew: 1)
        #expect(servo.coast(slew: 1, elapsed: 0.1) == 1)
        // A device that tells an odd rate runs at that.
        servo = RateServo(told: 0.999)
        #expect(servo.begin(crystal: 1.1, slew: 1) == 0.999 * (1 + RateServo.mostError))
    }
}
