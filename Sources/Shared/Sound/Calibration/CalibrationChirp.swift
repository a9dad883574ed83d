import Glibc

/// The sound that measures a room: a sine that falls from 8 kHz to 200 Hz in 80 ms.
///
/// Its matched filter squeezes it to a pulse of a quarter of a millisecond, with the energy of 80 ms, so the filter
/// finds it far below the noise that people live with. Small speakers play most of its band. It falls, because an
/// overdriven speaker adds harmonics: the filter moves those of a falling sweep behind the pulse, among the echoes, and
/// those of a rising one before it, where they would pass for a first arrival.
enum CalibrationChirp {
    static let seconds = 0.08
    /// Hertz at its beginning and at its end.
    static let band = (high: 8_000.0, low: 200.0)
    /// It fades in and out over so many seconds, without a click.
    private static let edge = 0.005

    /// Returns its value that many seconds after its beginning, within ±1.
    static func value(at time: Double) -> Double {
        guard time > 0, time < seconds else { return 0 }
        let slope = (band.high - band.low) / seconds
        let cycles = band.high * time - slope * time * time / 2
        let nearest = min(time, seconds - time)
        let level = nearest < edge ? (1 - cos(.pi * nearest / edge)) / 2 : 1
        return level * sin(2 * .pi * cycles)
    }

    /// Returns the chirp as a recorder of that rate records it; the first frame is its beginning.
    static func frames(rate: Double) -> [Double] {
        (0..<Int((seconds * rate).rounded(.up))).map { value(at: Double($0) / rate) }
    }
}
