// What is struck at a quarter hour may begin before it: the melody of the full hour ends when its first stroke marks the
// instant. So an announcement has a lead, known by the chime and the local time, and everything that is counted from the
// beginning of the sound starts that much earlier: the self-wake, its budget, the moment at which the plan is handed over.
// A chime is an ornament. Where there is no time or no room for it, less of it is played, and the time is spoken all the
// same.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// How far the figures of a chime that is somebody's own reach, by the shell's word.
    struct OwnChime: Hashable, Sendable {
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

    /// No spoken time is longer.
    static let spokenLength: Duration = .milliseconds(5500)
    /// What an output needs at least from the order to the first frame, of a lead-in that is long enough.
    private static let longestOpening: Duration = .milliseconds(500)

    /// Less than this before its first frame there is no use in ordering what sounds before the instant.
    var openingTime: Duration { min(NodeCore.longestOpening, identity.leadIn / 2) + outputDepth }

    mutating func loadVoice(_ effects: inout [Effect]) {
        effects.append(.loadVoice(name: settings.voice, chime: settings.chime))
    }

    /// How far the chime of the quarter hour that local clocks show as `time` reaches before and after its instant.
    func chimeSpan(at time: LocalTime) -> ChimeSpan {
        ownChime?.span(of: Quarter(time)) ?? settings.chime.span(at: time)
    }

    /// What is to be heard at a quarter hour, by the settings and the zone as they are now.
    struct Outlook: Sendable {
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

    /// Kept, as it is asked for with every report that may be due.
    mutating func currentProspect() -> Prospect {
        if let prospect, prospect.from == nextQuarter { return prospect }
        // How long the longest lead is changes with the settings and the chime only.
        let longestLead = prospect?.longestLead ?? longestChimeLead
        let derived = Prospect(from: nextQuarter, next: knownAnnouncement ?? nextAnnouncement, longestLead: longestLead)
        prospect = derived
        return derived
    }

    /// What was the next one is so until it has passed: on a quiet night it is dozens of quarter hours ahead.
    private var knownAnnouncement: WallTime? {
        guard let from = prospect?.from, let next = prospect?.next, let nextQuarter, from <= nextQuarter,
            nextQuarter <= next
        else { return nil }
        return next
    }

    private var nextAnnouncement: WallTime? {
        guard !settings.muted, settings.every != .off, var quarter = nextQuarter else { return nil }
        let end = quarter + .hours(48)
        while quarter < end {
            if !isSilent(at: quarter) { return quarter }
            quarter = quarter + QuarterHour.length
        }
        return nil
    }

    /// Kept, as it is asked for with every look at the clock.
    mutating func outlook(of target: WallTime) -> Outlook {
        if let outlook, outlook.target == target { return outlook }
        let local = zone.localTime(at: target).time
        let span = chimeSpan(at: local)
        let isSilent = isSilent(at: target)
        let derived = Outlook(
            target: target, local: local, span: span, isSilent: isSilent, lead: isSilent ? .zero : span.lead)
        outlook = derived
        return derived
    }

    /// The settings, the zone or the chime are other ones.
    mutating func forgetOutlook() {
        outlook = nil
        prospect = nil
    }

    /// The longest lead of all quarter hours that are announced.
    private var longestChimeLead: Duration {
        let every = settings.every
        guard every != .off else { return .zero }
        var longest = Duration.zero
        for quarter in Quarter.allCases {
            let time = LocalTime(secondOfDay: 12 * 3600 + quarter.rawValue * 900)
            if every.includes(time) { longest = max(longest, chimeSpan(at: time).lead) }
        }
        return longest
    }

    /// A plan for a quarter hour, and what of it is missing.
    struct ChosenPlan {
        var plan: AnnouncementPlan
        /// From the instant to its end.
        var tail: Duration
        var leftOut: String?
    }

    /// The whole announcement, for as long as there is time for what comes before the instant, and nothing in its way.
    mutating func wholePlan(for session: Session, at now: Now) -> ChosenPlan? {
        let outlook = outlook(of: session.target)
        let span = outlook.span
        let remaining = session.target - now.wall
        // At the lead-in of the instant itself there must be as much left of the budget as without the melody.
        guard !session.triedLead, span.lead > .zero,
            (span.lead + openingTime...span.lead + leadIn).contains(remaining),
            session.deadline - now.boot >= remaining - leadIn + NodeCore.reserve
        else { return nil }
        let tail = span.tail + NodeCore.spokenLength
        guard silence(at: session.target) == nil, ringInTheWay(until: session.target + tail, at: now) == nil else {
            return nil
        }
        return ChosenPlan(plan: .spokenTime(outlook.local, chime: settings.chime), tail: tail)
    }

    /// Keeps why the melody is left out, as soon as that is so.
    mutating func noteLead(_ session: Session, _ remaining: Duration, at now: Now) {
        guard session.leftOut == nil else { return }
        let span = outlook(of: session.target).span
        guard span.lead > .zero, remaining < span.lead + leadIn else { return }
        let end = session.target + span.tail + NodeCore.spokenLength
        if let ring = ringInTheWay(until: end, at: now) {
            self.session?.leftOut = "the melody was left out: \(ring)"
        } else if silence(at: session.target) != nil {
            self.session?.leftOut = "the melody was left out: it was to be silent when that would have begun"
        } else {
            let left = Int(remaining.milliseconds)
            self.session?.leftOut =
                "the melody was left out: \(left) ms were left, and it begins \(Int(span.lead.milliseconds)) ms ahead"
        }
    }

    /// The announcement without what would come before the instant; without the chime where a ring is due while that
    /// sounds.
    mutating func shortPlan(for session: Session, at now: Now) -> ChosenPlan {
        let outlook = outlook(of: session.target)
        let (local, span) = (outlook.local, outlook.span)
        let tail = span.tail + NodeCore.spokenLength
        if let ring = ringInTheWay(until: session.target + tail, at: now) {
            return ChosenPlan(
                plan: .spokenTime(local, chime: .none), tail: NodeCore.spokenLength,
                leftOut: "the chime was left out: \(ring)")
        }
        let whole = AnnouncementPlan.spokenTime(local, chime: settings.chime)
        guard span.lead > .zero else { return ChosenPlan(plan: whole, tail: tail) }
        return ChosenPlan(plan: whole.withoutLead, tail: tail, leftOut: session.leftOut)
    }
}
