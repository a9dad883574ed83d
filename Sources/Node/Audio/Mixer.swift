import ClockSound

/// Makes the stream's frames from the sounds that were placed in it. Allocates only at the start.
///
/// A sound that is alone comes out as it is, times its volume. The mixer adds several in floating point, ducks
/// announcements while something rings, and keeps the sum within full scale by the ``SoftLimiter``. It dithers computed
/// frames on their way to 16 bits. The sounds are placed in the mix, at 44,100 Hz; for a device of another rate the
/// mixer converts the mix.
final class Mixer {
    /// The most frames per call.
    static let chunkFrames = 1024

    let scale: RateScale
    /// Frames of the mix before a sound that must be made again when it is placed.
    let leadFrames: Int

    private let limiter: SoftLimiter
    private let encoder: SampleEncoder
    private let converter: StreamConverter?
    private let sum: SourceSum
    private let mix: UnsafeMutablePointer<Float>
    private let marks: UnsafeMutablePointer<FrameMark>

    init(format: DeviceFormat) {
        scale = RateScale(deviceRate: format.rate)
        limiter = SoftLimiter(rate: format.rate, mostFrames: Self.chunkFrames)
        encoder = SampleEncoder(format: format, mostFrames: Self.chunkFrames)
        let capacity = limiter.behind + Self.chunkFrames + limiter.ahead
        converter =
            scale.isSame ? nil : StreamConverter(scale: scale, deviceRate: format.rate, mostFrames: capacity)
        leadFrames = scale.mixFrame(atDevice: limiter.ahead) + (converter?.reach ?? 0)
        sum = SourceSum(mostFrames: capacity)
        mix = .allocate(capacity: capacity)
        marks = .allocate(capacity: capacity)
    }

    deinit {
        mix.deallocate()
        marks.deallocate()
    }

    /// Returns the stream's frames from `first` on, every channel the same. They stay until the next call.
    ///
    /// - Precondition: `count` is at most ``chunkFrames``.
    func render(_ sources: [Source], from first: Int, count: Int) -> UnsafeRawBufferPointer {
        precondition((0...Self.chunkFrames).contains(count), "\(count) frames asked for at a time")
        let surroundings = (first - limiter.behind)..<(first + count + limiter.ahead)
        if let converter { return convert(sources, surroundings, by: converter, from: first, count: count) }

        switch Self.number(of: sources, in: surroundings) {
        case 0: return encoder.silence(count: count)
        case 1:
            sum.fill(mix, marks, with: sources, from: first, count: count)
            return encoder.encode(mix, marks: marks, from: first, count: count)
        default:
            sum.fill(mix, marks, with: sources, from: surroundings.lowerBound, count: surroundings.count)
            limiter.limit(mix, marks, count: count)
            return encoder.encode(mix + limiter.behind, marks: marks + limiter.behind, from: first, count: count)
        }
    }

    private func convert(
        _ sources: [Source], _ surroundings: Range<Int>, by converter: StreamConverter, from first: Int, count: Int
    ) -> UnsafeRawBufferPointer {
        guard Self.number(of: sources, in: converter.mixFrames(for: surroundings)) > 0 else {
            converter.forget()
            return encoder.silence(count: count)
        }
        // The converter keeps its window for the next call, so the limiter works on a copy. A wave may rise above full
        // scale between the frames of its source.
        mix.update(from: converter.render(sources, surroundings), count: surroundings.count)
        marks.initialize(repeating: .computed, count: surroundings.count)
        limiter.limit(mix, marks, count: count)
        return encoder.encode(mix + limiter.behind, marks: nil, from: first, count: count)
    }

    /// Returns the number of sounds in these frames of the mix.
    private static func number(of sources: [Source], in range: Range<Int>) -> Int {
        var number = 0
        for index in sources.indices where sources[index].sounds(in: range) { number += 1 }
        return number
    }
}
