// Separates a time service's slewing from an output's crystal.
//
// CLOCK_MONOTONIC is slewed: by up to 500 ppm while the time service takes out an error (adjtimex(2)). The crystals of
// the computer and of the output are steady. So the output is compared with CLOCK_MONOTONIC_RAW, over half a minute,
// and that clock with CLOCK_MONOTONIC, exactly and at once.

/// Converts between CLOCK_MONOTONIC and CLOCK_MONOTONIC_RAW around the present.
struct SlewWatch {
    /// A reading of both clocks, in nanoseconds.
    struct Reading: Hashable {
        var monotonic: Int64
        var raw: Int64

        /// The thread may be interrupted between the two clocks: then there is no reading.
        private static let longestNanoseconds: Int64 = 2_000

        /// Reads both clocks.
        static func now() -> Reading? {
            let before = MonotonicClock.nanoseconds
            let raw = MonotonicClock.rawNanoseconds
            let gap = MonotonicClock.nanoseconds - before
            return gap <= longestNanoseconds ? Reading(monotonic: before + gap / 2, raw: raw) : nil
        }
    }

    private var older: Reading?
    private var newer: Reading?
    private var latest: Reading?

    /// Over a shorter span the error of reading the clocks counts.
    private static let leastSpanNanoseconds: Int64 = 250_000_000

    mutating func note(_ reading: Reading) {
        latest = reading
        guard let newer else {
            (older, newer) = (reading, reading)
            return
        }
        if reading.raw - newer.raw >= Self.leastSpanNanoseconds { (older, self.newer) = (newer, reading) }
    }

    /// Nanoseconds of CLOCK_MONOTONIC in one of CLOCK_MONOTONIC_RAW, of late.
    var monotonicPerRaw: Double {
        guard let older, let latest, latest.raw - older.raw >= Self.leastSpanNanoseconds else { return 1 }
        return Double(latest.monotonic - older.monotonic) / Double(latest.raw - older.raw)
    }

    /// Returns the reading of CLOCK_MONOTONIC_RAW at an instant of CLOCK_MONOTONIC near the latest reading.
    func raw(at monotonic: Int64) -> Int64 {
        guard let latest else { return monotonic }
        return latest.raw + Int64((Double(monotonic - latest.monotonic) / monotonicPerRaw).rounded())
    }

    /// Returns a line over CLOCK_MONOTONIC_RAW as a line over CLOCK_MONOTONIC, right around the present.
    func monotonic(_ line: OutputClock.Line) -> OutputClock.Line {
        guard let latest else { return line }
        return OutputClock.Line(
            originNanoseconds: latest.monotonic, originPosition: line.position(at: latest.raw),
            framesPerNanosecond: line.framesPerNanosecond / monotonicPerRaw)
    }
}
