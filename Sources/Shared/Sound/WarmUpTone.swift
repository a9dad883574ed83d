import Glibc

/// A soft tone before a sound, for devices that sleep until they get a signal: soundbars, televisions, and amplifiers
/// that switch themselves on. Silence in a lead-in does not wake them, and the listener would miss the first word.
///
/// It is a sound of its own that ends before the first frame of the other one, which keeps its instant.
public struct WarmUpTone: Sendable {
    /// Milliseconds.
    public static let lengthRange = 0...5_000
    /// Milliseconds between its end and the first frame of the sound after it.
    public static let gapMilliseconds = 150

    public let milliseconds: Int
    public let sound: RenderedPlan

    /// - Parameter milliseconds: its length; of ``lengthRange``. At 0 there is none.
    public init?(milliseconds: Int) {
        precondition(Self.lengthRange.contains(milliseconds), "a warm-up tone of \(milliseconds) ms")
        guard milliseconds > 0 else { return nil }
        self.milliseconds = milliseconds
        sound = RenderedPlan(frames: Self.frames(milliseconds), anchorFrame: 0)
    }

    /// Returns the CLOCK_MONOTONIC nanoseconds at which it begins.
    ///
    /// - Parameters:
    ///   - sound: the sound after it.
    ///   - target: the instant of that sound's anchor frame.
    public func start(before sound: RenderedPlan, at target: Int64) -> Int64 {
        target - sound.anchorOffsetNanoseconds - Int64(milliseconds + Self.gapMilliseconds) * 1_000_000
    }

    /// Returns two low voices a fifth apart at -34 dBFS, swelling and ebbing: loud enough for an amplifier to sense,
    /// which takes about -50 dBFS, and softer by far than a word.
    private static func frames(_ milliseconds: Int) -> [Int16] {
        let rate = Double(RenderedPlan.sampleRate)
        let count = RenderedPlan.frames(.milliseconds(milliseconds))
        let edge = min(0.1 * rate, Double(count) / 3)
        return (0..<count).map { frame in
            let time = Double(frame) / rate
            let fade = min(1, Double(frame) / edge, Double(count - 1 - frame) / edge)
            let tone = sin(2 * .pi * 220 * time) * 0.6 + sin(2 * .pi * 330 * time) * 0.4
            return Int16((tone * fade * fade * 650).rounded())
        }
    }
}
