internal import ClockDomain
internal import ClockSimulator

/// The columns of the timeline.
struct TraceLines {
    private let words: TraceWords
    private let coloured: Bool
    private let hostWidth: Int
    /// The zone of each node, by the observations so far.
    private var zones: [TimeZoneRules]

    private static let timeWidth = 26
    private static let clockWidth = 21

    init(plan: SimulationPlan, kept: KeptParts?, coloured: Bool) {
        words = TraceWords(plan: plan, kept: kept)
        self.coloured = coloured
        zones = plan.nodes.map { plan.zones[$0.zone] }
        let hosts = plan.nodes.map(\.id.rawValue) + ["coordinator 0"]
        hostWidth = hosts.map(\.count).max() ?? 0
    }

    var heading: String {
        paint(
            "\("true time (UTC)".padded(to: Self.timeWidth))  \("host".padded(to: hostWidth))  "
                + "\("own clock".padded(to: Self.clockWidth))  what", .dim) + "\n"
    }

    mutating func text(_ observation: Observation, topic: (TopicID) -> String) -> String {
        follow(observation)
        guard let told = words.told(observation, topic: topic) else { return "" }
        // The text leaves out today's date.
        let day = (observation.clock?.wall ?? observation.at.wall).seconds.flooredQuotient(by: 86_400)
        let text = told.text.replacing("\(CivilDate(daysSinceEpoch: day)) ", with: "")
        return line(
            observation.at, words.name(observation.host), ownClock(observation), TraceWords.Told(text, told.style))
    }

    func text(_ violation: Violation) -> String {
        let told = TraceWords.Told(
            "BROKEN invariant \(violation.invariant), \(Violation.invariantName(violation.invariant)): \(violation.text)",
            .violation)
        return line(violation.at, violation.host.map(words.name) ?? "", "", told)
    }

    private mutating func follow(_ observation: Observation) {
        guard case .node(let node) = observation.host else { return }
        switch observation.what {
        case .nodeStarted(_, _, let zone), .zoneChanged(let zone): zones[node] = zone
        default: break
        }
    }

    private func line(_ time: TrueTime, _ host: String, _ clock: String, _ told: TraceWords.Told) -> String {
        let head =
            "\(Self.date(time.wall).padded(to: Self.timeWidth))  \(host.padded(to: hostWidth))  "
            + "\(clock.padded(to: Self.clockWidth))  "
        return paint(head, .dim) + paint(told.text, told.style) + "\n"
    }

    /// `02:59:59.003 +3ms`
    private func ownClock(_ observation: Observation) -> String {
        guard let clock = observation.clock else { return "" }
        var shown = clock.wall
        if case .node(let node) = observation.host {
            shown = shown + .seconds(zones[node].offset(at: clock.wall).secondsEast)
        }
        let off = clock.wall - observation.at.wall
        let time = Self.timeOfDay(shown, digits: 3)
        return off.magnitude < .milliseconds(1) ? time : "\(time) \(TraceWords.signed(off))"
    }

    /// `2027-05-01 02:59:59.000123`
    private static func date(_ time: WallTime) -> String {
        "\(CivilDate(daysSinceEpoch: time.seconds.flooredQuotient(by: 86_400))) \(timeOfDay(time, digits: 6))"
    }

    static func timeOfDay(_ time: WallTime, digits: Int) -> String {
        let second = Int(time.seconds.flooredRemainder(by: 86_400))
        let fraction = Int(time.nanoseconds.flooredRemainder(by: 1_000_000_000)) / (digits == 3 ? 1_000_000 : 1_000)
        return "\(LocalTime(secondOfDay: second)).\(Words.padded(fraction, digits))"
    }

    private func paint(_ text: String, _ style: TraceWords.Style) -> String {
        guard coloured, let parameters = style.parameters else { return text }
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}
