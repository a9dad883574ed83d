public import ClockDomain

extension Volume {
    /// The factor that samples are multiplied with: the cube of the fraction.
    ///
    /// Loudness is felt about as the cube root of amplitude, so this makes half of the scale sound about half as loud:
    /// 100 % is 0 dB, 80 % is -5.8 dB, 50 % is -18 dB, 10 % is -60 dB, and 0 % is silence.
    public var gain: Float {
        let fraction = Float(percent) / 100
        return fraction * fraction * fraction
    }
}
