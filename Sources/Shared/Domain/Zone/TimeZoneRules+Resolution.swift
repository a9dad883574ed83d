extension TimeZoneRules {
    /// The instants at which the zone's clocks show `local`, whose fields are in range.
    ///
    /// Every offset lies within ``possibleOffsets``, so the answer lies in a window of about two days around the local
    /// time read as UTC. The window is cut at the zone's changes; within each piece the offset is constant and the
    /// local time has at most one instant. If no piece shows it, the clocks jumped over it.
    public func resolve(_ local: LocalDateTime) -> LocalResolution {
        let shown = local.secondsSinceEpoch
        let (westmost, eastmost) = (Int64(Self.possibleOffsets.lowerBound), Int64(Self.possibleOffsets.upperBound))
        let window = shown - eastmost..<shown - westmost + 1
        let changes = changes(in: window.lowerBound + 1..<window.upperBound)

        var pieceStart = window.lowerBound
        var offset = offset(atSecond: pieceStart)
        var first: WallTime?
        var gap: LocalResolution?
        for index in 0...changes.count {
            let pieceEnd = index < changes.count ? changes[index].second : window.upperBound
            let instant = shown - Int64(offset.secondsEast)
            if (pieceStart..<pieceEnd).contains(instant) {
                if let first { return .ambiguous(first: first, second: WallTime(seconds: instant)) }
                first = WallTime(seconds: instant)
            }
            guard index < changes.count else { break }
            // Clocks that had not reached the local time before the change and are past it right after jumped over it.
            if gap == nil, pieceEnd <= instant, shown < pieceEnd + Int64(changes[index].after.secondsEast) {
                gap = .gap(
                    transition: WallTime(seconds: pieceEnd), interpretedBefore: WallTime(seconds: instant))
            }
            pieceStart = pieceEnd
            offset = changes[index].after
        }
        if let first { return .unique(first) }
        guard let gap else {
            preconditionFailure("zone \(name) neither shows \(local) nor jumps over it: \(changes)")
        }
        return gap
    }

    /// The one instant meant by a local time, as RFC 5545 section 3.3.5 (form 3) reads it: the first of two; and for a
    /// time that does not exist, the one by the offset before the gap, so 02:30 in a gap from 02:00 to 03:00 is the
    /// instant at which clocks show 03:30.
    public func instant(of local: LocalDateTime) -> WallTime {
        switch resolve(local) {
        case .unique(let instant): instant
        case .ambiguous(let first, _): first
        case .gap(_, let interpretedBefore): interpretedBefore
        }
    }
}
