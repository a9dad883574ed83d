public import ClockLoudness
internal import ClockSound
public import ClockVoice
internal import Glibc

/// Makes a clip of a recording: its sounding part, at the pack's rate, as loud as every other clip, eased at its edges.
public enum ClipMaker {
    /// A clip, and the facts of its making.
    public struct Made: Hashable, Sendable {
        /// Mono, full scale 1, at the format's rate.
        public var frames: [Float]
        /// In LUFS, see ``ClipLoudness``.
        public var loudness: Double
        /// The part of the recording that it holds, in seconds.
        public var seconds: Range<Double>
    }

    /// The reason for which a recording gives no clip.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case silent
        /// - Parameter seconds: length of its sounding part.
        case tooLong(seconds: Double)
        /// - Parameter seconds: length of its sounding part.
        case tooShort(seconds: Double)
        case rate(Int)

        public var description: String {
            switch self {
            case .silent: "there is nothing but silence in it"
            case .tooLong(let seconds):
                "\(Int(seconds.rounded())) s of it sound, and a clip has at most \(Int(ClipMaker.lengths.upperBound)) s"
            case .tooShort(let seconds):
                "only \(Int(seconds * 1000)) ms of it sound, and no word is shorter than "
                    + "\(Int(ClipMaker.lengths.lowerBound * 1000)) ms"
            case .rate(let rate): "its \(rate) Hz cannot be converted"
            }
        }
    }

    /// Permitted lengths of the sounding part in seconds.
    public static let lengths = 0.02...30.0
    /// Seconds before and after the sounding part, over which the clip fades, so that no join clicks.
    static let lead = 0.004
    static let tail = 0.005
    /// Seconds of silence behind: together with the fades they replace the short closure between words.
    static let pad = 0.014
    /// Highest peak in decibels of full scale, which leaves room for peaks that converters make between samples.
    public static let highestPeak = -1.0
    /// Voices begin at some 60 Hz.
    private static let lowestHertz = 15.0
    /// Seconds at either end that only the resampler sees.
    private static let margin = 0.01

    public static func make(
        _ recording: Recording, format: ClipFormat, target: Double = ClipLoudness.target
    ) throws(Problem) -> Made {
        let source = recording.rate
        guard Resampler.canConvert(from: source, to: format.sampleRate), (1_000...400_000).contains(source) else {
            throw .rate(source)
        }
        let frames = withoutOffset(recording.frames, rate: source)
        guard let raw = ClipLoudness.measure(frames, rate: source),
            let part = SoundingPart.find(in: frames, rate: source, loudness: raw)
        else { throw .silent }
        let seconds = Double(part.count) / Double(source)
        guard seconds <= lengths.upperBound else { throw .tooLong(seconds: seconds) }
        guard seconds >= lengths.lowerBound else { throw .tooShort(seconds: seconds) }

        let start = Double(part.lowerBound) / Double(source) - lead
        let end = Double(part.upperBound) / Double(source) + tail
        var clip = resampled(frames, from: source, start: start, end: end, to: format.sampleRate)
        fade(&clip, rate: format.sampleRate)
        clip += [Float](repeating: 0, count: Int(pad * Double(format.sampleRate)))
        let loudness = Levelling.apply(to: &clip, rate: format.sampleRate, target: target)
        return Made(frames: clip, loudness: loudness ?? -.infinity, seconds: max(0, start)..<end)
    }

    /// Removes the offset that a cheap converter adds to all samples, and rumble, which would pass for sound: a
    /// high-pass of the first order.
    private static func withoutOffset(_ frames: [Float], rate: Int) -> [Float] {
        let decay = Float(1 - 2 * Double.pi * lowestHertz / Double(rate))
        var (last, out): (Float, Float) = (frames.first ?? 0, 0)
        return frames.map { frame in
            out = frame - last + decay * out
            last = frame
            return out
        }
    }

    /// Returns a part at another rate; outside the recording is silence.
    private static func resampled(
        _ frames: [Float], from source: Int, start: Double, end: Double, to rate: Int
    ) -> [Float] {
        let wide = Int((start - margin) * Double(source))..<Int((end + margin) * Double(source))
        let input = wide.map { frames.indices.contains($0) ? frames[$0] : 0 }
        let output = Resampler.convert(input, from: source, to: rate, quality: .medium)
        let skipped = Int((start - Double(wide.lowerBound) / Double(source)) * Double(rate))
        let count = Int((end - start) * Double(rate))
        return Array(output.dropFirst(skipped).prefix(count))
    }

    private static func fade(_ frames: inout [Float], rate: Int) {
        let (head, foot) = (Int(lead * Double(rate)), Int(tail * Double(rate)))
        for index in 0..<min(head, frames.count) { frames[index] *= halfCosine(index, of: head) }
        for index in 0..<min(foot, frames.count) { frames[frames.count - 1 - index] *= halfCosine(index, of: foot) }
    }

    private static func halfCosine(_ step: Int, of count: Int) -> Float {
        Float((1 - cos(.pi * Double(step) / Double(count))) / 2)
    }
}
