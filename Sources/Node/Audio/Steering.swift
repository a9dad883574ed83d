// Keeps the mix on its instants along the stream of an output.
//
// Three clocks are at work: that of the instants (the schedule), the computer's crystal, and the output's. The output's
// clock is learned against the computer's crystal (OutputClock), the schedule's against it exactly (SlewWatch). From
// these a servo (RateServo) decides on the pace of the mix (StreamPath), from the next frame to be written on.

import ClockSound

/// Decides on the mix's place at each frame of the device, from readings of the device's position.
///
/// A value that reads no clock and calls no device. Allocates only at the start.
struct Steering {
    /// The device's frames over CLOCK_MONOTONIC_RAW.
    private(set) var clock: OutputClock
    private(set) var path: StreamPath
    private var slew = SlewWatch()
    private var servo: RateServo
    /// The mix's frames over CLOCK_MONOTONIC, as they should be at the converter.
    private var schedule = OutputClock.Line(
        originNanoseconds: 0, originPosition: 0, framesPerNanosecond: Double(RenderedPlan.sampleRate) / 1e9)
    private var lastTurnNanoseconds: Int64 = 0
    private let rate: Int

    /// The least span of readings that tell the pace of a crystal.
    private static let learnedSpanNanoseconds: Int64 = 1_000_000_000
    /// The least span in spreads of the readings: a server's word that strays by 15 ms and more tells no pace.
    private static let learnedSpreads = 2000.0
    /// The time between two turns of the path.
    private static let turnNanoseconds: Int64 = 50_000_000
    /// The heard part of the path that is kept, for onsets that are measured later.
    private static let keptSeconds = 2

    /// - Parameter rate: the device's, frames per second.
    init(deviceRate rate: Int) {
        self.rate = rate
        clock = OutputClock(framesPerSecond: Double(rate))
        path = StreamPath(deviceRate: rate)
        servo = RateServo(told: Double(RenderedPlan.sampleRate) / Double(rate) / path.nominalStep)
    }

    /// True when the readings, as of the last line, tell the pace of the output's crystal.
    private var isLearned: Bool {
        clock.span >= Self.learnedSpanNanoseconds
            && Double(clock.span) >= max(clock.slopeSpanNanoseconds, Self.learnedSpreads * clock.spreadNanoseconds)
    }

    // MARK: Readings

    /// The device's frames count from zero again, from an instant on. Keeps the rate of the crystal, if it is known.
    mutating func restart(at nanoseconds: Int64) {
        let isKnown = clock.line() != nil && isLearned
        clock.restart(keepsRate: isKnown)
        path.restart()
        schedule.originNanoseconds = nanoseconds
        schedule.originPosition = 0
    }

    /// Adds a reading: at `nanoseconds` of CLOCK_MONOTONIC the device was at `position` or a little beyond.
    ///
    /// - Parameters:
    ///   - step: the frames of the step that was seen right before; 0 without one.
    ///   - clocks: a reading of the computer's clocks at about that time; `nil` for an interrupted one.
    mutating func add(position: Int, at nanoseconds: Int64, afterStepOf step: Int = 0, clocks: SlewWatch.Reading?) {
        if let clocks { slew.note(clocks) }
        clock.add(position: Int64(position), at: slew.raw(at: nanoseconds), afterStepOf: Int64(step))
    }

    /// The device's frames over CLOCK_MONOTONIC at the converter; `nil` without readings.
    mutating func line() -> OutputClock.Line? { clock.line().map(slew.monotonic) }

    /// A line for a device without usable readings.
    ///
    /// - Parameter position: the device's frame that is at the converter at `nanoseconds`.
    func roughLine(position: Int, at nanoseconds: Int64) -> OutputClock.Line {
        OutputClock.Line(
            originNanoseconds: nanoseconds, originPosition: Double(position), framesPerNanosecond: clock.priorSlope)
    }

    // MARK: Instants

    /// The clock of the instants gains on CLOCK_MONOTONIC by this many nanoseconds a second, from an instant on.
    mutating func follow(ratePPB: Int64, at nanoseconds: Int64) {
        schedule = OutputClock.Line(
            originNanoseconds: nanoseconds, originPosition: schedule.position(at: nanoseconds),
            framesPerNanosecond: Double(RenderedPlan.sampleRate) / 1e9 * (1 + Double(ratePPB) / 1e9))
    }

    /// Returns the instant, in nanoseconds of CLOCK_MONOTONIC, of a frame of the mix.
    func instant(of frame: Int) -> Int64 { schedule.nanoseconds(of: Double(frame)) }

    /// Returns the time, in nanoseconds of CLOCK_MONOTONIC, at which a frame of the mix is at the converter.
    func heard(_ frame: Int, by line: OutputClock.Line) -> Int64 {
        line.nanoseconds(of: path.device(at: Double(frame)))
    }

    /// Returns the frame of the mix nearest to an instant.
    func frame(at instant: Int64) -> Int { Int(schedule.position(at: instant).rounded()) }

    /// Brings the path onto the output's clock, from a frame of the device on, before a sound at an instant. Nothing
    /// may sound, because the path may jump.
    ///
    /// - Parameters:
    ///   - next: the device's next frame to be written.
    ///   - instant: comes to lie on a whole frame of the mix.
    mutating func align(from next: Int, instant: Int64, by line: OutputClock.Line) {
        schedule.originPosition = Double(frame(at: instant))
        schedule.originNanoseconds = instant
        let pace = servo.begin(crystal: crystal(by: line), slew: slew.monotonicPerRaw)
        let place = schedule.position(at: line.nanoseconds(of: Double(next)))
        let isWhole = servo.isResting && path.isSame
        path.jump(at: next, to: isWhole ? place.rounded() : place, step: path.nominalStep * pace)
    }

    /// Turns the path, from a frame of the device on, so that the sounds stay on their instants.
    ///
    /// - Parameters:
    ///   - next: the device's next frame to be written.
    ///   - position: the device's frame that is at the converter.
    ///   - isSounding: true when there is something to steer.
    mutating func turn(from next: Int, position: Int, isSounding: Bool, now: Int64) {
        guard now - lastTurnNanoseconds >= Self.turnNanoseconds else { return }
        let elapsed = min(1, Double(now - lastTurnNanoseconds) / 1e9)
        lastTurnNanoseconds = now
        path.forget(before: position - Self.keptSeconds * rate)
        guard isSounding, let line = line() else { return }
        let pace: Double
        if isLearned {
            let place = schedule.position(at: line.nanoseconds(of: Double(next)))
            let stray = (place - path.place(of: next)) / Double(RenderedPlan.sampleRate)
            pace = servo.update(
                stray: stray, crystal: crystal(by: line), slew: slew.monotonicPerRaw,
                observed: Double(clock.span) / 1e9, elapsed: elapsed)
        } else {
            pace = servo.coast(slew: slew.monotonicPerRaw, elapsed: elapsed)
        }
        path.turn(at: next, step: path.nominalStep * pace)
    }

    /// The pace of the mix that would keep step with the output if CLOCK_MONOTONIC were CLOCK_MONOTONIC_RAW; by the
    /// rate that the device tells, until its crystal is learned.
    private func crystal(by line: OutputClock.Line) -> Double {
        let framesPerNanosecond = isLearned ? line.framesPerNanosecond * slew.monotonicPerRaw : clock.priorSlope
        return schedule.framesPerNanosecond / framesPerNanosecond / path.nominalStep
    }
}
