/// Adds up sounds at their places: a function of the frames' numbers and the sounds' places. Allocates only at the
/// start.
final class SourceSum {
    private let duck: UnsafeMutablePointer<Float>

    init(mostFrames: Int) { duck = .allocate(capacity: mostFrames) }

    deinit { duck.deallocate() }

    /// Fills `mix` and `marks` with `count` frames of the mix from `first` on; announcements are ducked while something
    /// rings.
    func fill(
        _ mix: UnsafeMutablePointer<Float>, _ marks: UnsafeMutablePointer<FrameMark>, with sources: [Source],
        from first: Int, count: Int
    ) {
        mix.initialize(repeating: 0, count: count)
        marks.initialize(repeating: .nothing, count: count)
        var rings = 0
        for index in sources.indices where sources[index].isRing { rings += 1 }
        let isDucking = rings > 0 && rings < sources.count
        if isDucking { fillDuck(sources, from: first, count: count) }
        for index in sources.indices {
            let isDucked = isDucking && !sources[index].isRing
            sources[index].add(to: mix, marks, from: first, count: count, duck: isDucked ? UnsafePointer(duck) : nil)
        }
    }

    private func fillDuck(_ sources: [Source], from first: Int, count: Int) {
        for offset in 0..<count {
            var share: Float = 0
            for index in sources.indices { share = max(share, sources[index].duckShare(at: first + offset)) }
            duck[offset] = 1 - share * (1 - Source.duckedGain)
        }
    }
}
