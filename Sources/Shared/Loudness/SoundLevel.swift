internal import Glibc

/// Brings a sound that people play to the loudness of the words, so that one volume suits both.
public enum SoundLevel {
    /// Decibels of full scale that no sample is brought over.
    private static let highestPeak = -1.0
    /// Decibels by which a faint sound is turned up at most: behind them is the noise of its room.
    private static let mostGain = 18.0
    /// Decibels that are near enough.
    private static let tolerance = 0.05

    /// One factor for the whole sound, so its peaks keep their shape; a sound whose peaks leave no room stays softer.
    /// Silence stays as it is.
    ///
    /// - Parameter target: in LUFS, by ``ClipLoudness``.
    /// - Precondition: `rate` is 1,000 to 400,000 Hz.
    public static func apply(to frames: inout [Int16], rate: Int, target: Double = ClipLoudness.target) {
        guard let loudness = ClipLoudness.measure(frames.lazy.map { Float($0) / 32_768 }, rate: rate),
            let peak = frames.lazy.map(\.magnitude).max()
        else { return }
        let room = highestPeak - 20 * log10(Double(peak) / 32_768)
        let change = min(target - loudness, max(0, room), mostGain)
        guard abs(change) > tolerance else { return }
        let gain = pow(10, change / 20)
        for index in frames.indices { frames[index] = Int16((Double(frames[index]) * gain).rounded()) }
    }
}
