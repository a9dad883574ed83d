import Glibc

/// A click once a second, to judge by ear if two rooms sound together.
///
/// A click is over in some milliseconds: ears tell two of them apart from about 2 ms on, and speech only from 20 to 40.
public enum EarClicks {
    /// Number of clicks, and so of seconds.
    public static let count = 20

    /// Signed 16-bit mono frames at 44,100 Hz; the first one is the beginning of the first click.
    public static func frames() -> [Int16] {
        let rate = RenderedPlan.sampleRate
        let click = (0..<rate / 50).map { frame in
            let time = Double(frame) / Double(rate)
            let attack = min(1, time / 0.000_3)
            // A knock of two partials, which small speakers play too.
            let knock = sin(2 * .pi * 1_200 * time) + 0.6 * sin(2 * .pi * 2_900 * time)
            return Int16((18_000 * attack * exp(-time / 0.003) * knock).rounded())
        }
        let second = click + [Int16](repeating: 0, count: rate - click.count)
        return (0..<count).flatMap { _ in second }
    }
}
