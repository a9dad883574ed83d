internal import Glibc

/// Hears when a word has been spoken.
public struct WordListener: Sendable {
    public enum State: Hashable, Sendable {
        /// Nobody has spoken yet.
        case waiting
        case speaking
        /// Somebody has, and it has been still since for ``WordListener/stillness``.
        case ended
    }

    /// Seconds of silence that end a word: longer than a pause within a prompt of several words.
    public static let stillness = 0.7
    /// Seconds of sound that are no click.
    private static let shortest = 0.1
    /// Decibels of full scale that are speech in the quietest room, and decibels over a noisy one's noise.
    private static let (quietest, overNoise) = (-45.0, 12.0)
    /// Magnitude at which a converter is at its end.
    private static let full: Float = 0.999

    /// All that was heard.
    public private(set) var frames: [Float] = []
    /// Decibels of full scale, of what was heard last.
    public private(set) var level = -99.0
    /// Whether it was ever too loud for the converter.
    public private(set) var isClipped = false

    private let rate: Int
    private var noise = -30.0
    private var sounding = 0.0
    private var still = 0.0

    public init(rate: Int) { self.rate = rate }

    public var seconds: Double { Double(frames.count) / Double(rate) }

    /// - Parameter chunk: the next frames, some 50 ms.
    public mutating func hear(_ chunk: [Float]) -> State {
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
