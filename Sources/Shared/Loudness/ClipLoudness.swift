// Measures the loudness of a word.
//
// EBU R 128 measures by ITU-R BS.1770-4: two filters weigh the frequencies as ears do ("K"), the meter takes the mean
// square of blocks of 400 ms, and blocks under an absolute gate of -70 LUFS or a relative one of -10 LU do not count.
// Many words are shorter than one such block, and then the silence around them would set their loudness. So our blocks
// are 10 ms: the gate drops the closures within "eight" or "fifteen", and the meter sees the sounding parts. The
// filters are libebur128's, as is the mean square of each block.

internal import CEBUR128
internal import Glibc

/// Loudness by EBU R 128 with blocks of 10 ms.
public enum ClipLoudness {
    /// The loudness of every finished clip, in LUFS.
    public static let target = -18.0
    /// Frames of a block are those of so many milliseconds.
    package static let blockMilliseconds = 10
    /// Blocks under this many LUFS do not count.
    private static let absoluteGate = -70.0
    /// Blocks so many LU under the mean of the others do not count either.
    private static let relativeGate = 10.0
    /// The constant that BS.1770-4 adds to the decibels of the mean square.
    private static let offset = -0.691

    /// Returns the loudness in LUFS of mono frames of full scale 1; `nil` for silence.
    ///
    /// - Precondition: `rate` is 1,000 to 400,000 Hz.
    public static func measure(_ frames: some Collection<Float>, rate: Int) -> Double? {
        gatedMean(powers(frames, rate: rate)).map(loudness)
    }

    package static func loudness(power: Double) -> Double { offset + 10 * log10(power) }

    package static func power(loudness: Double) -> Double { pow(10, (loudness - offset) / 10) }

    /// The mean of the powers that are over both gates; `nil` where none is.
    package static func gatedMean(_ powers: some Collection<Double>) -> Double? {
        let absolute = power(loudness: absoluteGate)
        guard let mean = mean(powers, over: absolute) else { return nil }
        return self.mean(powers, over: max(absolute, mean / pow(10, relativeGate / 10)))
    }

    private static func mean(_ powers: some Collection<Double>, over floor: Double) -> Double? {
        var sum = 0.0
        var count = 0
        for power in powers where power > floor {
            sum += power
            count += 1
        }
        return count > 0 ? sum / Double(count) : nil
    }

    /// The K-weighted mean square of each block of 10 ms; the last one is filled with silence.
    package static func powers(_ frames: some Collection<Float>, rate: Int) -> [Double] {
        precondition((1_000...400_000).contains(rate), "\(rate) Hz is no rate of a clip")
        var state = ebur128_init(1, UInt(rate), Int32(EBUR128_MODE_M.rawValue))
        // The only error left is a lack of memory, for which Swift stops the program too.
        guard let meter = state else { preconditionFailure("no loudness meter") }
        defer { ebur128_destroy(&state) }
        let size = rate * blockMilliseconds / 1000
        var block = [Float](repeating: 0, count: size)
        var powers: [Double] = []
        powers.reserveCapacity(frames.count / size + 1)
        var iterator = frames.makeIterator()
        var left = frames.count
        while left > 0 {
            for index in 0..<size { block[index] = iterator.next() ?? 0 }
            left -= size
            var loudness = 0.0
            guard ebur128_add_frames_float(meter, block, size) == EBUR128_SUCCESS.rawValue,
                ebur128_loudness_window(meter, UInt(blockMilliseconds), &loudness) == EBUR128_SUCCESS.rawValue
            else { preconditionFailure("a block of \(size) frames at \(rate) Hz cannot be measured") }
            powers.append(loudness.isFinite ? power(loudness: loudness) : 0)
        }
        return powers
    }
}
