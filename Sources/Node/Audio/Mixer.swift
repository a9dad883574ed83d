/// Makes the stream's frames from the sounds that were placed in it. Holds its memory from the start.
///
/// A sound that is alone comes out as it is, times its volume. Several are added in floating point, announcements ducked
/// while something rings, and kept within full scale by the ``SoftLimiter``.
final class Mixer {
    /// Most frames that are made at a time.
    static let chunkFrames = 1024
    private static let capacity = SoftLimiter.behind + chunkFrames + SoftLimiter.ahead

    private let channels: Int
    private let mix: UnsafeMutablePointer<Float>
    private let duck: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<Int16>
    private let limiter = SoftLimiter(mostFrames: chunkFrames)

    init(channels: Int) {
        self.channels = channels
        mix = .allocate(capacity: Self.capacity)
        duck = .allocate(capacity: Self.capacity)
        output = .allocate(capacity: Self.chunkFrames * channels)
    }

    deinit {
        mix.deallocate()
        duck.deallocate()
        output.deallocate()
    }

    /// The stream's frames from `first` on, every channel the same. They stay until the next call.
    ///
    /// - Precondition: `count` is at most ``chunkFrames``.
    func render(_ sources: [Source], from first: Int, count: Int) -> UnsafePointer<Int16> {
        precondition((0...Self.chunkFrames).contains(count), "\(count) frames asked for at a time")
        let surroundings = (first - SoftLimiter.behind)..<(first + count + SoftLimiter.ahead)
        var sounding = 0
        for index in sources.indices where sources[index].sounds(in: surroundings) { sounding += 1 }
        if sounding > 1 {
            add(sources, from: surroundings.lowerBound, count: surroundings.count)
            limiter.limit(mix, count: count)
            convert(from: mix + SoftLimiter.behind, count: count)
        } else {
            add(sources, from: first, count: count)
            convert(from: mix, count: count)
        }
        return UnsafePointer(output)
    }

    private func add(_ sources: [Source], from first: Int, count: Int) {
        mix.initialize(repeating: 0, count: count)
        var rings = 0
        for index in sources.indices where sources[index].isRing { rings += 1 }
        let isDucking = rings > 0 && rings < sources.count
        if isDucking { fillDuck(sources, from: first, count: count) }
        for index in sources.indices {
            let isDucked = isDucking && !sources[index].isRing
            sources[index].add(to: mix, from: first, count: count, duck: isDucked ? UnsafePointer(duck) : nil)
        }
    }

    private func fillDuck(_ sources: [Source], from first: Int, count: Int) {
        for offset in 0..<count {
            var share: Float = 0
            for index in sources.indices { share = max(share, sources[index].duckShare(at: first + offset)) }
            duck[offset] = 1 - share * (1 - Source.duckedGain)
        }
    }

    private func convert(from mix: UnsafePointer<Float>, count: Int) {
        for frame in 0..<count {
            // Rounding of the sum may reach a step beyond full scale.
            let sample = Int16(max(-32_768, min(32_767, mix[frame].rounded())))
            for channel in 0..<channels { output[frame * channels + channel] = sample }
        }
    }
}
