internal import Glibc

/// Detects the end of a spoken word.
public struct WordListener: Sendable {
    public enum State: Hashable, Sendable {
        /// Nobody has spoken yet.
        case waiting
        case speaking
        /// Somebody has spoken, and silence has lasted for ``WordListener/stillness``.
        case ended
    }

    /// Seconds of silence that end a word: longer than a pause within a prompt of several words.
    public static let stillness = 0.7
    /// Least seconds of sound that are no click.
    private static let shortest = 0.1
    /// Decibels of full scale of speech in the quietest room, and its decibels over the noise of a noisy one.
    private static let (quietest, overNoise) = (-45.0, 12.0)
    /// Magnitude at which a converter clips.
    private static let full: Float = 0.999

    /// All frames so far.
    public private(set) var frames: [Float] = []
    /// Decibels of full scale of the last chunk.
    public private(set) var level = -99.0
    /// True when the sound ever was too loud for the converter.
    public private(set) var isClipped = false

    private let rate: Int
    private var noise = -30.0
    private var sounding = 0.0
    private var still = 0.0

    public init(rate: Int) { self.rate = rate }

    public var seconds: Double { Double(frames.count) / Double(rate) }

    /// - Parameter chunk: the next frames, some 50 ms.
    public mutating func process(_ chunk: [Float]) -> State {
        guard !chunk.isEmpty else { return state }
        frames += chunk
        let energy = chunk.reduce(0) { $0 + $1 * $1 } / Float(chunk.count)
        level = energy > 1e-10 ? 10 * log10(Double(energy)) : -99
        if chunk.contains(where: { $0.magnitude >= Self.full }) { isClipped = true }
        noise = min(noise, level)
        let seconds = Double(chunk.count) / Double(rate)
        if level >= max(Self.quietest, noise + Self.overNoise) {
            sounding += seconds
            still = 0
        } else {
            still += seconds
        }
        return state
    }

    private var state: State {
        guard sounding >= Self.shortest else { return .waiting }
        return still >= Self.stillness ? .ended : .speaking
    }
}
