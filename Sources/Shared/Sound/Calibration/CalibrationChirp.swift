import Glibc

/// The sound that a room is measured by: a sine that falls from 8 kHz to 200 Hz in 80 ms.
///
/// Squeezed together by its matched filter it is a pulse of a quarter of a millisecond, with the energy of 80 ms, so it
/// is found far below the noise that people live with. Small speakers play most of its band. It falls, because an
/// overdriven speaker adds harmonics: those of a falling sweep are squeezed to behind the pulse, where echoes are, and
/// those of a rising one to before it, where they would pass for a first arrival.
enum CalibrationChirp {
    static let seconds = 0.08
    /// Hertz at its beginning and at its end.
    static let band = (high: 8_000.0, low: 200.0)
    /// It begins and ends from nothing over so many seconds, without a click.
    private static let edge = 0.005

    /// Its value that many seconds after its beginning, within ±1.
    static func value(at time: Double) -> Double {
        guard time > 0, time < seconds else { return 0 }
        let slope = (band.high - band.low) / seconds
        let cycles = band.high * time - slope * time * time / 2
        let nearest = min(time, seconds - time)
        let level = nearest < edge ? (1 - cos(.pi * nearest / edge)) / 2 : 1
        return level * sin(2 * .pi * cycles)
    }

    /// The chirp as a recorder of that rate takes it; the first frame is its beginning.
    static func frames(rate: Double) -> [Double] {
        (0..<Int((seconds * rate).rounded(.up))).map { value(at: Double($0) / rate) }
    }
}
