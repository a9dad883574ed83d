/// Adds up sounds at their places: a function of the frames' numbers and the sounds' places. Allocates only at the
/// start.
final class SourceSum {
    private let duck: UnsafeMutablePointer<Float>

    init(mostFrames: Int) { duck = .allocate(capacity: mostFrames) }

    deinit { duck.deallocate() }

    /// Fills `mix` and `marks` with `count` frames of the mix from `first` on; announcements are ducked while something
    /// rings, and rings are silent under words that belong between them.
    func fill(
        _ mix: UnsafeMutablePointer<Float>, _ marks: UnsafeMutablePointer<FrameMark>, with sources: [Source],
        from first: Int, count: Int
    ) {
        mix.initialize(repeating: 0, count: count)
        marks.initialize(repeating: .nothing, count: count)
        add(.announcement, of: sources, to: mix, marks, from: first, count: count)
        add(.ring, of: sources, to: mix, marks, from: first, count: count)
        add(.words, of: sources, to: mix, marks, from: first, count: count)
    }

    private func add(
        _ role: Role, of sources: [Source], to mix: UnsafeMutablePointer<Float>,
        _ marks: UnsafeMutablePointer<FrameMark>, from first: Int, count: Int
    ) {
        let range = first..<first + count
        var isThere = false
        var isDucked = false
        for index in sources.indices {
            if sources[index].role == role { isThere = true }
            if sources[index].role == role.ducker, sources[index].mayDuck(in: range) { isDucked = true }
        }
        guard isThere else { return }
        if isDucked { fillDuck(role, sources, from: first, count: count) }
        for index in sources.indices where sources[index].role == role {
            sources[index].add(
                to: mix, marks, from: first, count: count, duck: isDucked ? UnsafePointer(duck) : nil)
        }
    }

    private func fillDuck(_ role: Role, _ sources: [Source], from first: Int, count: Int) {
        for offset in 0..<count {
            var share: Float = 0
            for index in sources.indices where sources[index].role == role.ducker {
                share = max(share, sources[index].duckShare(at: first + offset))
            }
            duck[offset] = 1 - share * (1 - role.duckedGain)
        }
    }
}

extension SourceSum {
    /// The part that a sound has among others.
    enum Role {
        case announcement, ring
        /// The words between rings.
        case words

        /// The sounds under which it is softer.
        fileprivate var ducker: Role? {
            switch self {
            case .announcement: .ring
            case .ring: .words
            case .words: nil
            }
        }

        fileprivate var duckedGain: Float {
            switch self {
            case .announcement: Source.duckedGain
            case .ring, .words: 0
            }
        }
    }
}

extension Source {
    fileprivate var role: SourceSum.Role { isRing ? .ring : silencesRings ? .words : .announcement }
}
