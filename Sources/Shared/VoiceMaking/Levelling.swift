// Words differ in crest: the burst of a "t" stands 20 dB over the word's loudness, a hummed "m" hardly any. If a word
// at the common loudness would have peaks over the limit, we turn down only these peaks, within a few milliseconds
// around each; the rest of the word stays, and so does its loudness, which we measure again.

internal import ClockLoudness
internal import Glibc

/// Brings sound to a loudness without peaks over ``ClipMaker/highestPeak``.
enum Levelling {
    /// Seconds over which the gain goes down before a peak, and up after it.
    private static let ease = 0.003
    private static let rounds = 4
    /// Permitted difference in LU.
    private static let tolerance = 0.05
    /// Under this many LUFS the absolute gate affects the measurement.
    private static let faint = -45.0

    /// - Returns: the loudness reached, in LUFS; `nil` for silence, which stays.
    static func apply(to frames: inout [Float], rate: Int, target: Double) -> Double? {
        guard var loudness = ClipLoudness.measure(frames, rate: rate) else { return nil }
        for _ in 0..<rounds where abs(loudness - target) > tolerance {
            let gain = Float(pow(10, (target - loudness) / 20))
            for index in frames.indices { frames[index] *= gain }
            let wasFaint = loudness < Self.faint
            // Only a factor: the loudness moved by it, and needs no measuring.
            guard limit(&frames, rate: rate) || wasFaint else { return target }
            loudness = ClipLoudness.measure(frames, rate: rate) ?? loudness
        }
        return loudness
    }

    /// Turns down the peaks over the limit, and the frames around them.
    ///
    /// - Returns: true when there was any.
    private static func limit(_ frames: inout [Float], rate: Int) -> Bool {
        // A little under the limit, as the samples are rounded afterwards.
        let limit = Float(pow(10, ClipMaker.highestPeak / 20)) * 0.999
        let width = max(1, Int(ease * Double(rate)))
        var gains: [Float] = []
        for index in frames.indices where frames[index].magnitude > limit {
            if gains.isEmpty { gains = [Float](repeating: 1, count: frames.count) }
            let depth = 1 - limit / frames[index].magnitude
            for near in max(0, index - width)...min(frames.count - 1, index + width) {
                // Half a cosine on either side: 0 at `width`, 1 at the peak.
                let share = Float((1 + cos(.pi * Double(abs(near - index)) / Double(width))) / 2)
                gains[near] = min(gains[near], 1 - depth * share)
            }
        }
        guard !gains.isEmpty else { return false }
        for index in frames.indices { frames[index] *= gains[index] }
        return true
    }
}
