extension AlarmSchedule {
    /// The number of days in which ``next(after:zone:includingSkipped:)`` searches for a date that is not skipped.
    public static let lookAheadDays = 400

    /// Every occurrence due after `instant`, ascending, those that are skipped included: a lazy walk that ends with the
    /// year 2199 at the latest.
    ///
    /// - Parameters:
    ///   - instant: not included. Nothing up to ``countsFrom`` is an occurrence in any case.
    ///   - zone: the rules of ``zone``, or of the node's zone where that is `nil`.
    public func occurrences(after instant: WallTime, zone: TimeZoneRules) -> IteratorSequence<OccurrenceWalk> {
        IteratorSequence(OccurrenceWalk(self, after: instant, rules: zone))
    }

    /// Every occurrence due after `start` and at or before `end`, ascending, those that are skipped included.
    public func occurrences(
        after start: WallTime, through end: WallTime, zone: TimeZoneRules
    ) -> [ScheduledOccurrence] { occurrences(after: start, zone: zone).prefix { $0.due <= end } }

    /// Returns the first occurrence due after `instant` that shall ring, or with `includingSkipped` the first of any
    /// kind.
    ///
    /// `nil` when there is none, also when a weekly alarm has only skipped ones in the next ``lookAheadDays`` days.
    public func next(
        after instant: WallTime, zone: TimeZoneRules, includingSkipped: Bool = false
    ) -> ScheduledOccurrence? {
        let horizon = max(instant, countsFrom) + .hours(24 * Self.lookAheadDays)
        for occurrence in occurrences(after: instant, zone: zone) {
            if includingSkipped || occurrence.silence == nil { return occurrence }
            guard occurrence.due <= horizon else { return nil }
        }
        return nil
    }

    /// Returns the reason for which an occurrence of this local date does not ring; `nil` when it does.
    public func silence(on date: CivilDate) -> RingReason? {
        if skips.contains(date) { return .skip }
        if exceptions.contains(where: { $0.contains(date) }) { return .exception }
        if holidays.contains(where: { $0.contains(date) }) { return .holiday }
        return nil
    }
}
