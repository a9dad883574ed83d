// The mix along a path that is not frame by frame: at another rate, or steered by an output's clock.
//
// Each frame is a function of the path and of the sounds' places, so it comes out the same however often and in
// whatever portions it is made. The converter keeps the frames of the last call, because the limiter looks back.

/// Makes frames at the device's pace from sounds that are placed in the mix. Allocates only at the start.
final class StreamConverter {
    private let kernel: SincKernel
    private let sum: SourceSum
    private let mix: UnsafeMutablePointer<Float>
    private let marks: UnsafeMutablePointer<FrameMark>
    private let window: UnsafeMutableBufferPointer<Float>
    private var windowFirst = 0
    private var windowCount = 0
    /// A hash of the path and of the sounds' places in the window.
    private var key = 0

    private static let portion = 256

    /// The number of frames of the mix on each side of a frame on which it depends.
    var reach: Int { kernel.reach + 1 }

    /// - Parameters:
    ///   - step: frames of the mix in one frame of a device whose crystal is right.
    ///   - mostFrames: the most frames per call.
    init(step: Double, mostFrames: Int) {
        kernel = SincKernel(step: step)
        let capacity = Int(Double(Self.portion) * step * 1.1) + 2 * kernel.reach + 2
        sum = SourceSum(mostFrames: capacity)
        mix = .allocate(capacity: capacity)
        marks = .allocate(capacity: capacity)
        window = .allocate(capacity: mostFrames)
        window.initialize(repeating: 0)
    }

    deinit {
        mix.deallocate()
        marks.deallocate()
        window.deallocate()
    }

    /// Returns frames of the device's stream. They stay until the next call.
    func render(_ sources: [Source], _ frames: Range<Int>, along path: StreamPath) -> UnsafePointer<Float> {
        precondition(frames.count <= window.count, "\(frames.count) frames asked for at a time")
        let key = Self.key(sources, path)
        let base = window.baseAddress!
        if key == self.key, (windowFirst...windowFirst + windowCount).contains(frames.lowerBound) {
            let gone = frames.lowerBound - windowFirst
            windowCount -= gone
            base.update(from: base + gone, count: windowCount)
        } else {
            self.key = key
            windowCount = 0
        }
        windowFirst = frames.lowerBound
        while windowCount < frames.count {
            let next = windowFirst + windowCount
            let way = path.way(from: next)
            let count = min(way.end, frames.upperBound, next + Self.portion) - next
            convert(sources, from: way.place, step: way.step, into: base + windowCount, count: count)
            windowCount += count
        }
        return UnsafePointer(base)
    }

    private func convert(
        _ sources: [Source], from place: Double, step: Double, into output: UnsafeMutablePointer<Float>, count: Int
    ) {
        let whole = Int(place.rounded(.down))
        let first = whole - kernel.reach + 1
        let last = Int((place + Double(count - 1) * step).rounded(.down)) + kernel.reach
        sum.fill(mix, marks, with: sources, from: first, count: last - first + 1)
        let fraction = place - Double(whole)
        for index in 0..<count {
            let offset = fraction + Double(index) * step
            let frame = Int(offset)
            output[index] = kernel.value(after: mix + (kernel.reach - 1 + frame), fraction: offset - Double(frame))
        }
    }

    /// Changes whenever the path turns, and whenever a sound comes, goes or changes its level.
    private static func key(_ sources: [Source], _ path: StreamPath) -> Int {
        var hasher = Hasher()
        hasher.combine(path.version)
        for index in sources.indices {
            hasher.combine(sources[index].id)
            hasher.combine(sources[index].start)
            hasher.combine(sources[index].fadeInStart)
            hasher.combine(sources[index].fadeOutStart)
            hasher.combine(sources[index].loudness)
        }
        return hasher.finalize()
    }
}
