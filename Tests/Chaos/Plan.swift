import ClockDomain

/// The faults, their places and their times: the seed alone decides.
///
/// A run is a series of rounds. In each the whole house comes back from a power cut shortly before a quarter hour, goes
/// through some faults while people use it, and is then left in peace.
struct Plan {
    /// From the power's return to the moment at which everything is healed.
    static let faultyLength: Duration = .seconds(45)
    static let firstTarget = WallTime(rfc3339: "2027-03-01T10:45:00Z")!

    struct Round {
        var number: Int
        /// The quarter hour that falls into it.
        var target: WallTime
        /// From the power's return to ``target``.
        var lead: Duration
        /// True when the broker has forgotten everything by then.
        var brokerForgets: Bool
        /// By their beginning.
        var faults: [Fault]
        /// True when people leave the quarter hour alone, so that it is announced; else alarms are due right then.
        var isSpoken: Bool
        /// Decides what people do.
        var peopleSeed: UInt64
    }

    var rounds: [Round]

    /// - Parameter hasDatabases: true when the store is in two databases: in each round the one that takes changes
    ///   goes, and the coordinator that works is cut off from both for a while.
    init(seed: UInt64, rounds count: Int, nodes: [String], hasDatabases: Bool = false) {
        var random = SplitMix64(seed: seed)
        let coordinators = hasDatabases ? [Fault.coordinator, Fault.secondCoordinator] : [Fault.coordinator]
        rounds = (0..<count).map { number in
            let lead = Duration.milliseconds(Int.random(in: 14_000...30_000, using: &random))
            var round = Round(
                number: number + 1, target: Self.firstTarget + QuarterHour.length * number, lead: lead,
                brokerForgets: Bool.random(using: &random),
                faults: Self.faults(lead: lead, nodes: nodes, coordinators: coordinators, &random),
                isSpoken: Bool.random(using: &random), peopleSeed: random.next())
            if hasDatabases {
                round.faults.append(Self.failover(isTimed: number % 2 == 0, &random))
                round.faults.append(Self.cut(isTimed: number % 2 == 1, &random))
                round.faults.sort { ($0.from, $0.host) < ($1.from, $1.host) }
            }
            return round
        }
    }

    /// A round in words for an onlooker.
    func words(of round: Round) -> String { "round \(round.number) of \(rounds.count): \(round)" }

    /// Several faults, at most one of the network and one of another kind at a host at a time. One at least lasts until
    /// everything is healed, so that the healing can be timed.
    private static func faults(
        lead: Duration, nodes: [String], coordinators: [String], _ random: inout SplitMix64
    ) -> [Fault] {
        let count = Int.random(in: 6...11, using: &random)
        var faults: [Fault] = []
        for index in 0..<(4 * count) where faults.count < count {
            let kind = Fault.Kind.any(&random)
            let host = kind.hosts(nodes: nodes, coordinators: coordinators).randomElement(using: &random)!
            let lasts = index == 0
            let longest = kind.isShort ? 4_000 : lasts ? 40_000 : 20_000
            let length = Duration.milliseconds(Int.random(in: 50...longest, using: &random))
            // Every other one begins about the quarter hour.
            let isNear = Bool.random(using: &random)
            let near = lead + .milliseconds(Int.random(in: -6_000...3_000, using: &random))
            let any = Duration.milliseconds(Int.random(in: 0...40_000, using: &random))
            let from = lasts ? faultyLength - length : isNear ? near : any
            let fault = Fault(kind: kind, host: host, from: from, to: lasts ? faultyLength : from + length)
            guard fault.to <= faultyLength, !faults.contains(where: { $0.excludes(fault) || fault.excludes($0) }) else {
                continue
            }
            faults.append(fault)
        }
        return faults.sorted { ($0.from, $0.host) < ($1.from, $1.host) }
    }

    /// - Parameter isTimed: true when the other database takes over at the moment of healing, so that all of it is
    ///   timed; else people go on with that one for a while.
    private static func failover(isTimed: Bool, _ random: inout SplitMix64) -> Fault {
        let length = Duration.milliseconds(Int.random(in: 500...8_000, using: &random))
        let any = Duration.milliseconds(Int.random(in: 8_000...25_000, using: &random))
        let from = isTimed ? faultyLength - length : any
        return Fault(kind: .failover, host: Fault.database, from: from, to: isTimed ? faultyLength : from + length)
    }

    /// From a blink to long enough that the other coordinator takes over.
    ///
    /// - Parameter isTimed: true when it lasts until the moment of healing.
    private static func cut(isTimed: Bool, _ random: inout SplitMix64) -> Fault {
        let kind: Fault.Kind = Bool.random(using: &random) ? .severed : .noRoute
        let length = Duration.milliseconds(Int.random(in: 500...20_000, using: &random))
        let any = Duration.milliseconds(Int.random(in: 3_000...25_000, using: &random))
        let from = isTimed ? faultyLength - length : any
        return Fault(kind: kind, host: Fault.leader, from: from, to: isTimed ? faultyLength : from + length)
    }
}

extension Plan.Round: CustomStringConvertible {
    var description: String {
        let broker = brokerForgets ? "the broker forgets" : "the broker remembers what it saved"
        let quarter = isSpoken ? "people leave it alone" : "alarms are due right then"
        return """
            \(target) is \(lead.secondsWithFraction) s after the power's return; \(quarter); \(broker)
            \(faults.map { "  \($0)" }.joined(separator: "\n"))
            """
    }
}
