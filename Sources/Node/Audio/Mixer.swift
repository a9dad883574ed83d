/// Makes the stream's frames from the sounds that were placed in it. Allocates only at the start.
///
/// A sound that is alone comes out as it is, times its volume. The mixer adds several in floating point, ducks
/// announcements while something rings, and keeps the sum within full scale by the ``SoftLimiter``. It dithers computed
/// frames on their way to 16 bits. The sounds are placed in the mix, at 44,100 Hz of the clock of their instants; for a
/// device of another rate or pace the mixer converts the mix.
final class Mixer {
    /// The most frames per call.
    static let chunkFrames = 1024

    /// Frames of the mix before a sound that must be made again when it is placed.
    let leadFrames: Int
    /// Frames of the mix on each side of a frame on which it depends, where a path does not go from frame to frame.
    var reach: Int { converter.reach }

    private let limiter: SoftLimiter
    private let encoder: SampleEncoder
    private let converter: StreamConverter
    private let sum: SourceSum
    private let mix: UnsafeMutablePointer<Float>
    private let marks: UnsafeMutablePointer<FrameMark>

    init(format: DeviceFormat) {
        let step = StreamPath(deviceRate: format.rate).nominalStep
        limiter = SoftLimiter(rate: format.rate, mostFrames: Self.chunkFrames)
        encoder = SampleEncoder(format: format, mostFrames: Self.chunkFrames)
        let capacity = limiter.behind + Self.chunkFrames + limiter.ahead
        converter = StreamConverter(step: step, mostFrames: capacity)
        leadFrames = Int((Double(limiter.ahead) * step).rounded(.up)) + converter.reach
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
    /// - Parameter path: the mix's place at each frame of the device.
    /// - Precondition: `count` is at most ``chunkFrames``.
    func render(_ sources: [Source], along path: StreamPath, from first: Int, count: Int) -> UnsafeRawBufferPointer {
        precondition((0...Self.chunkFrames).contains(count), "\(count) frames asked for at a time")
        let frames = first..<(first + count)
        let surroundings = (first - limiter.behind)..<(first + count + limiter.ahead)
        let number = Self.number(of: sources, in: mixFrames(for: surroundings, along: path))
        guard number > 0 else { return encoder.silence(count: count) }

        if number == 1, let offset = path.wholeOffset(in: frames) {
            sum.fill(mix, marks, with: sources, from: first + offset, count: count)
            return encoder.encode(mix, marks: marks, from: first, count: count)
        }
        let offset = path.wholeOffset(in: surroundings)
        if let offset {
            sum.fill(mix, marks, with: sources, from: surroundings.lowerBound + offset, count: surroundings.count)
        } else {
            // The converter keeps its frames for the next call, so the limiter works on a copy. A wave may rise above
            // full scale between the frames of its source.
            mix.update(from: converter.render(sources, surroundings, along: path), count: surroundings.count)
            marks.initialize(repeating: .computed, count: surroundings.count)
        }
        limiter.limit(mix, marks, count: count)
        return encoder.encode(
            mix + limiter.behind, marks: offset == nil ? nil : UnsafePointer(marks + limiter.behind), from: first,
            count: count)
    }

    /// Returns the frames of the mix on which frames of the device depend.
    private func mixFrames(for frames: Range<Int>, along path: StreamPath) -> Range<Int> {
        let ends = (path.place(of: frames.lowerBound), path.place(of: frames.upperBound))
        return (Int(min(ends.0, ends.1)) - converter.reach)..<(Int(max(ends.0, ends.1)) + converter.reach)
    }

    /// Returns the number of sounds in these frames of the mix.
    private static func number(of sources: [Source], in range: Range<Int>) -> Int {
        var number = 0
        for index in sources.indices where sources[index].sounds(in: range) { number += 1 }
        return number
    }
}
