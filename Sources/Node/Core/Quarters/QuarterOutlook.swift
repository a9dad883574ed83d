// What is struck at a quarter hour may begin before it: the melody of the full hour ends when its first stroke marks the
// instant. So an announcement has a lead, known by the chime and the local time, and everything that is counted from the
// beginning of the sound starts that much earlier: the self-wake, its budget, the moment at which the plan is handed over.
// A chime is an ornament. Where there is no time or no room for it, less of it is played, and the time is spoken all the
// same.

internal import ClockDomain
internal import ClockWire

/// What is to be heard at quarter hours, by the settings, the zone and the chime as they are now.
struct QuarterOutlook: Sendable {
    /// How far the figures of a chime that is somebody's own reach, by the shell's word.
    private struct OwnChime: Hashable, Sendable {
        private let spans: [ChimeSpan]

        /// `nil` where nothing is told of every quarter.
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
        /// What local clocks show then.
        var local: LocalTime
        /// How far its chime reaches before and after the instant.
        var span: ChimeSpan
        /// Nothing is to be heard.
        var isSilent: Bool
        /// How long before the instant what is played for it begins; zero where nothing is to be heard.
        var lead: Duration
    }

    /// What the report tells of announcements to come.
    struct Prospect: Sendable {
        /// The quarter hour that it was looked for from.
        var from: WallTime?
        /// The next one that is to be heard by the settings, where there is one within two days.
        var next: WallTime?
        var longestLead: Duration
    }

    /// What is known of a chime that is somebody's own; `nil` for a built-in one, and until it is read.
    private var ownChime: OwnChime?
    /// Of the quarter hour that was last asked about; `nil` when it is to be derived anew.
    private var view: View?
    private var known: Prospect?

    /// The settings or the zone are other ones.
    mutating func forget() {
        view = nil
        known = nil
    }

    /// How far the chime reaches, by the shell's word; empty for a built-in one.
    mutating func learn(_ spans: [ChimeSpan]) {
        ownChime = OwnChime(spans)
        forget()
    }

    /// Kept, as it is asked for with every look at the clock.
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

    /// Whether the quarter hour is not to be heard by the settings.
    mutating func isSilent(at target: WallTime, _ node: inout NodeContext) -> Bool {
        if node.settings.muted || node.settings.every == .off { return true }
        let local = node.zone.localTime(at: target).time
        return node.settings.quiet.contains { $0.contains(local) } || !node.settings.every.includes(local)
    }

    /// Why the quarter hour is not to be heard by the settings; `nil` when it is.
    mutating func silence(
        at target: WallTime, _ node: inout NodeContext
    ) -> (reason: QuarterReason, detail: String)? {
        if node.settings.muted { return (.muted, "the node is muted") }
        let local = node.zone.localTime(at: target).time
        if let period = node.settings.quiet.first(where: { $0.contains(local) }) {
            return (.quietHours, "\(local.hourAndMinute) is within the quiet hours \(period)")
        }
        if node.settings.every == .off { return (.interval, "announcements are off") }
        if node.settings.every.includes(local) { return nil }
        return (.interval, "set to announce every \(node.settings.every.rawValue) minutes")
    }

    // MARK: What the report tells

    /// Kept, as it is asked for with every report that may be due.
    mutating func prospect(from next: WallTime?, _ node: inout NodeContext) -> Prospect {
        if let known, known.from == next { return known }
        // How long the longest lead is changes with the settings and the chime only.
        let longestLead = known?.longestLead ?? longestChimeLead(&node)
        let announcement = knownAnnouncement(from: next) ?? nextAnnouncement(from: next, &node)
        let derived = Prospect(from: next, next: announcement, longestLead: longestLead)
        known = derived
        return derived
    }

    /// What was the next one is so until it has passed: on a quiet night it is dozens of quarter hours ahead.
    private func knownAnnouncement(from quarter: WallTime?) -> WallTime? {
        guard let from = known?.from, let next = known?.next, let quarter, from <= quarter, quarter <= next else {
            return nil
        }
        return next
    }

    private mutating func nextAnnouncement(from next: WallTime?, _ node: inout NodeContext) -> WallTime? {
        guard !node.settings.muted, node.settings.every != .off, var quarter = next else { return nil }
        let end = quarter + .hours(48)
        while quarter < end {
            if !isSilent(at: quarter, &node) { return quarter }
            quarter = quarter + QuarterHour.length
        }
        return nil
    }

    /// The longest lead of all quarter hours that are announced.
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
