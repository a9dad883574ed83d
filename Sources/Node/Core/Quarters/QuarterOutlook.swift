// The sound of a quarter hour may begin before it: the melody of the full hour ends when its first stroke marks the
// instant. So an announcement has a lead, known by the chime and the local time, and everything counted from the
// beginning of the sound starts that much earlier: the self-wake, its budget, the order to the output. A chime is an
// ornament. If there is no time or no room for it, the node plays less of it, and speaks the time all the same.

internal import ClockDomain
internal import ClockWire

/// The sounds of quarter hours, by the settings, the zone and the chime as they are now.
struct QuarterOutlook: Sendable {
    /// The spans of a custom chime's figures, as the shell reports them.
    private struct OwnChime: Hashable, Sendable {
        private let spans: [ChimeSpan]

        /// `nil` unless every quarter has its span.
        init?(_ told: [ChimeSpan]) {
            guard told.count == Quarter.allCases.count else { return nil }
            let range = Duration.zero ... .milliseconds(Reported.leadRange.upperBound)
            spans = told.map { span in
                ChimeSpan(
                    lead: min(max(span.lead, range.lowerBound), range.upperBound),
                    tail: min(max(span.tail, range.lowerBound), range.upperBound))
            }
        }

        func span(of quarter: Quarter) -> ChimeSpan { spans[quarter.rawValue] }
    }

    /// Of one quarter hour.
    struct View: Sendable {
        var target: WallTime
        /// The local time at `target`.
        var local: LocalTime
        /// The span of its chime before and after the instant.
        var span: ChimeSpan
        /// True when nothing sounds.
        var isSilent: Bool
        /// The time before the instant at which its sound begins; zero when nothing sounds.
        var lead: Duration
    }

    /// The coming announcements, for the report.
    struct Prospect: Sendable {
        /// The quarter hour at which the search began.
        var from: WallTime?
        /// The next audible one by the settings; `nil` without one within two days.
        var next: WallTime?
        var longestLead: Duration
    }

    /// The spans of a custom chime; `nil` for a built-in one, and until it is read.
    private var ownChime: OwnChime?
    /// The view of the last quarter hour in question; `nil` when it must be derived again.
    private var view: View?
    private var known: Prospect?

    /// The settings or the zone have changed.
    mutating func forget() {
        view = nil
        known = nil
    }

    /// Stores the spans of the chime, as the shell reports them; empty for a built-in one.
    mutating func learn(_ spans: [ChimeSpan]) {
        ownChime = OwnChime(spans)
        forget()
    }

    /// Cached, as every reading of the clock needs it.
    mutating func of(_ target: WallTime, _ node: inout NodeContext) -> View {
        if let view, view.target == target { return view }
        let local = node.zone.localTime(at: target).time
        let span = chimeSpan(at: local, &node)
        let isSilent = isSilent(at: target, &node)
        let derived = View(
            target: target, local: local, span: span, isSilent: isSilent, lead: isSilent ? .zero : span.lead)
        view = derived
        return derived
    }

    private mutating func chimeSpan(at time: LocalTime, _ node: inout NodeContext) -> ChimeSpan {
        ownChime?.span(of: Quarter(time)) ?? node.settings.chime.span(at: time)
    }

    // MARK: Silence

    /// True when the settings silence the quarter hour.
    mutating func isSilent(at target: WallTime, _ node: inout NodeContext) -> Bool {
        if node.settings.mute.silences(target) || node.settings.every == .off { return true }
        let local = node.zone.localTime(at: target)
        return node.settings.quiet.contains { $0.contains(local) } || isHoliday(local, node)
            || !node.settings.every.includes(local.time)
    }

    /// Returns the reason for which the settings silence the quarter hour; `nil` when it sounds.
    mutating func silence(at target: WallTime, _ node: inout NodeContext) -> (reason: QuarterReason, detail: String)? {
        if let silence = node.silence(at: target) { return silence }
        let local = node.zone.localTime(at: target)
        if isHoliday(local, node) {
            return (.holiday, "\(local.date) is a day of \(node.settings.holidays.joined(separator: ", "))")
        }
        if node.settings.every == .off { return (.interval, "announcements are off") }
        if node.settings.every.includes(local.time) { return nil }
        return (.interval, "set to announce every \(node.settings.every.rawValue) minutes")
    }

    private func isHoliday(_ local: LocalDateTime, _ node: NodeContext) -> Bool {
        node.shadow.desired?.silentDays.contains { $0.contains(local) } ?? false
    }

    // MARK: The report

    /// Cached, as every report that may be due needs it.
    mutating func prospect(from next: WallTime?, _ node: inout NodeContext) -> Prospect {
        if let known, known.from == next { return known }
        // The longest lead changes with the settings and the chime only.
        let longestLead = known?.longestLead ?? longestChimeLead(&node)
        let announcement = knownAnnouncement(from: next) ?? nextAnnouncement(from: next, &node)
        let derived = Prospect(from: next, next: announcement, longestLead: longestLead)
        known = derived
        return derived
    }

    /// The next announcement stays the next one until it has passed: on a quiet night it is dozens of quarter hours
    /// ahead.
    private func knownAnnouncement(from quarter: WallTime?) -> WallTime? {
        guard let from = known?.from, let next = known?.next, let quarter, from <= quarter, quarter <= next else {
            return nil
        }
        return next
    }

    private mutating func nextAnnouncement(from next: WallTime?, _ node: inout NodeContext) -> WallTime? {
        guard node.settings.mute != .on, node.settings.every != .off, var quarter = next else { return nil }
        let end = quarter + .hours(48)
        while quarter < end {
            if !isSilent(at: quarter, &node) { return quarter }
            quarter = quarter + QuarterHour.length
        }
        return nil
    }

    /// Returns the longest lead of all quarter hours that the node announces.
    private mutating func longestChimeLead(_ node: inout NodeContext) -> Duration {
        let every = node.settings.every
        guard every != .off else { return .zero }
        var longest = Duration.zero
        for quarter in Quarter.allCases {
            let time = LocalTime(secondOfDay: 12 * 3600 + quarter.rawValue * 900)
            if every.includes(time) { longest = max(longest, chimeSpan(at: time, &node).lead) }
        }
        return longest
    }
}
