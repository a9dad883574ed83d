// Rounds to 16 bits without distortion.
//
// Rounding a soft sound makes an error that follows its wave: harmonics, and words that tear when they fade. Noise of
// triangular distribution, two steps wide, added before rounding makes the error's mean and variance independent of the
// sound: only a constant hiss at -93 dB is left (S. P. Lipshitz, R. A. Wannamaker, J. Vanderkooy, "Quantization and
// Dither: A Theoretical Survey", JAES 40, 1992).
//
// The noise is a hash of the frame's number. So a frame after a rewind comes out the same.

/// The noise that is added to a frame before it is rounded to 16 bits.
enum Dither {
    /// Between -1 and 1 step, triangular, a function of the frame's number.
    static func noise(at frame: Int) -> Float {
        // SplitMix64's step and output function (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014).
        var hash = UInt64(bitPattern: Int64(frame)) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        hash ^= hash >> 31
        // Two numbers of 24 bits, as many as a Float holds.
        let first = Float(hash >> 40)
        let second = Float((hash >> 8) & 0xFF_FFFF)
        return (first + second) / 0x1p24 - (1 - 0x1p-24)
    }
}
