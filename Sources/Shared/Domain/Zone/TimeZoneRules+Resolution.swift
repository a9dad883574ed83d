extension TimeZoneRules {
    /// The instants at which the zone's clocks show `local`, whose fields are in range.
    ///
    /// Every offset lies within ``possibleOffsets``, so the answer lies in a window of about two days around the local
    /// time read as UTC.
    public func resolve(_ local: LocalDateTime) -> LocalResolution {
        let shown = local.secondsSinceEpoch
        return ZoneWindow(self, seconds: ZoneWindow.seconds(around: shown)).resolve(shown: shown)
    }

    /// The one instant meant by a local time, as RFC 5545 section 3.3.5 (form 3) reads it: the first of two; and for a
    /// time that does not exist, the one by the offset before the gap, so 02:30 in a gap from 02:00 to 03:00 is the
    /// instant at which clocks show 03:30.
    public func instant(of local: LocalDateTime) -> WallTime { resolve(local).instant }
}

extension LocalResolution {
    /// The one instant meant, as RFC 5545 section 3.3.5 (form 3) reads it.
    public var instant: WallTime {
        switch self {
        case .unique(let instant): instant
        case .ambiguous(let first, _): first
        case .gap(_, let interpretedBefore): interpretedBefore
        }
    }
}
