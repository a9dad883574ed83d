internal import ClockLoudness
internal import Glibc

/// Finds the part of a recording that sounds.
enum SoundingPart {
    /// Level of silence in a clip of ``ClipLoudness/target``, in decibels of full scale.
    static let silence = -54.0
    /// A noisy room raises the threshold up to this.
    private static let noisySilence = -40.0
    /// Ratio of the peaks of noise to its root mean square.
    private static let noisePeak: Float = 4
    private static let blockSeconds = 0.005
    /// A shorter sound that stands apart is a click of the mouth or the switch.
    private static let clickSeconds = 0.03
    /// Distance of a sound that stands apart: the closure of a "t" is shorter.
    private static let apartSeconds = 0.15

    /// Returns the frames from the first to the last that is not silent; `nil` when all are.
    ///
    /// - Parameter loudness: of the frames, in LUFS.
    static func find(in frames: [Float], rate: Int, loudness: Double) -> Range<Int>? {
        let size = max(1, Int(Double(rate) * blockSeconds))
        let threshold = threshold(frames, blockSize: size, loudness: loudness)
        var runs: [Range<Int>] = []
        let gap = Int(Double(rate) * apartSeconds)
        for (index, frame) in frames.enumerated() where frame.magnitude >= threshold {
            if let last = runs.last, index - last.upperBound <= gap {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        let click = Int(Double(rate) * clickSeconds)
        let words = runs.filter { $0.count > click }
        let kept = words.isEmpty ? runs : words
        guard let first = kept.first, let last = kept.last else { return nil }
        return first.lowerBound..<last.upperBound
    }

    /// Returns the magnitude from which on a frame is not silent.
    private static func threshold(_ frames: [Float], blockSize: Int, loudness: Double) -> Float {
        func magnitude(_ decibels: Double) -> Float { Float(pow(10, (decibels + loudness - ClipLoudness.target) / 20)) }
        // The quietest blocks are the room, unless the word fills the recording.
        let levels = stride(from: 0, to: frames.count, by: blockSize).map { start -> Float in
            let block = frames[start..<min(start + blockSize, frames.count)]
            return (block.reduce(0) { $0 + $1 * $1 } / Float(block.count)).squareRoot()
        }.sorted()
        let noise = levels.isEmpty ? 0 : levels[levels.count / 50]
        return max(magnitude(silence), min(noise * noisePeak, magnitude(noisySilence)))
    }
}
