// Turns volumes into amplitudes.
//
// People hear loudness in equal ratios of amplitude: a step of so many decibels sounds like the same step at any level
// (Stevens' law makes ten decibels about twice as loud). So the scale is even in decibels: each percent is 0.4 dB, ten
// are 4 dB, and from 1 to 100 % it spans the range that rooms need. A cube, which many programs use, spends its lower
// third on levels that nobody hears: 42 to 120 dB below full.

public import ClockDomain
internal import Glibc

extension Volume {
    /// Decibels for each percent.
    private static let decibelsPerPercent = 0.4

    /// Decibels of full scale, 0 at 100 % and -39.6 at 1 %; `nil` for silence, at 0 %.
    public var decibels: Double? { percent == 0 ? nil : Double(percent - 100) * Self.decibelsPerPercent }

    /// The factor that samples are multiplied with.
    public var gain: Float { decibels.map { Float(pow(10, $0 / 20)) } ?? 0 }
}
