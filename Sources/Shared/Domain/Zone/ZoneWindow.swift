/// A zone's offsets over one stretch of time, cut out of its rules once so that many local times can be resolved
/// against it: a few pieces of constant offset instead of a search in the rules for each.
struct ZoneWindow: Hashable, Sendable {
    /// Seconds since the epoch. `pieces` tell the offsets from the lower bound on; what comes at or after the upper
    /// bound they do not know.
    let seconds: Range<Int64>
    /// Ascending, never empty; the first starts at the window's lower bound, neighbours differ in offset.
    private let pieces: [Piece]

    private struct Piece: Hashable, Sendable {
        var start: Int64
        /// Local time minus UTC in seconds.
        var east: Int64
    }

    /// - Parameter seconds: not empty.
    init(_ rules: TimeZoneRules, seconds: Range<Int64>) {
        self.seconds = seconds
        var pieces = [
            Piece(start: seconds.lowerBound, east: Int64(rules.offset(atSecond: seconds.lowerBound).secondsEast))
        ]
        for change in rules.changes(in: seconds.lowerBound + 1..<seconds.upperBound)
        where change.before.secondsEast != change.after.secondsEast {
            pieces.append(Piece(start: change.second, east: Int64(change.after.secondsEast)))
        }
        self.pieces = pieces
    }

    /// True when every instant at which clocks can show `shown`, or jump over it, lies in the window.
    func covers(shown: Int64) -> Bool {
        let needed = Self.seconds(around: shown)
        return seconds.lowerBound <= needed.lowerBound && needed.upperBound <= seconds.upperBound
    }

    /// The offset that is in force from `reach` seconds before `second` until as long after it, seconds east; `nil` where
    /// it changes meanwhile or is not known.
    func east(around second: Int64, reach: Int64) -> Int64? {
        guard seconds.lowerBound <= second - reach, second + reach < seconds.upperBound,
            let index = pieces.lastIndex(where: { $0.start <= second - reach }),
            index + 1 == pieces.count || second + reach < pieces[index + 1].start
        else { return nil }
        return pieces[index].east
    }

    /// The instants at which clocks can show `shown`, by the offsets that a zone may have.
    static func seconds(around shown: Int64) -> Range<Int64> {
        shown - Int64(TimeZoneRules.possibleOffsets.upperBound)..<shown
            - Int64(TimeZoneRules.possibleOffsets.lowerBound) + 1
    }

    /// The instants at which clocks show a local time that is covered.
    ///
    /// Within each piece the offset is constant and the local time has at most one instant. If no piece shows it, the
    /// clocks jumped over it.
    ///
    /// - Parameter shown: seconds since 1970-01-01T00:00:00 of the local clock.
    func resolve(shown: Int64) -> LocalResolution {
        var first: WallTime?
        var gap: LocalResolution?
        for index in pieces.indices {
            let piece = pieces[index]
            let instant = shown - piece.east
            let next = index + 1 < pieces.count ? pieces[index + 1] : nil
            if instant >= piece.start, instant < next?.start ?? seconds.upperBound {
                if let first { return .ambiguous(first: first, second: WallTime(seconds: instant)) }
                first = WallTime(seconds: instant)
            }
            // Clocks that had not reached the local time before the change and are past it right after jumped over it.
            if let next, gap == nil, next.start <= instant, shown < next.start + next.east {
                gap = .gap(transition: WallTime(seconds: next.start), interpretedBefore: WallTime(seconds: instant))
            }
        }
        if let first { return .unique(first) }
        guard let gap else {
            preconditionFailure("local second \(shown) is neither shown nor jumped over in \(seconds): \(pieces)")
        }
        return gap
    }
}
