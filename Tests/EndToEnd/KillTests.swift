import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// kill -9 of anything at any moment around a quarter hour: no room speaks twice, no line is lost or doubled, and every
/// room that could speak spoke.
///
/// Each site goes through some quarter hours with kills at seeded random moments and a last one without. Between two of
/// them everything is killed and its clock moved on, with state and store kept, so each is a restart as well.
@Suite(.ownThreads) struct KillTests {
    /// `scripts/chaos` draws others.
    private static let seed: UInt64 = 11
    static let faultyRounds = 3
    /// From here before the quarter hour on something may be killed, until `lastKill` after it.
    static let firstKill: Duration = .seconds(20)
    static let lastKill: Duration = .seconds(5)

    /// One program's absence: killed at `from`, started again at `to`, relative to the quarter hour.
    struct Absence: CustomStringConvertible {
        var victim: String
        var from: Duration
        var to: Duration

        var description: String { "\(victim) \(from.secondsWithFraction)...\(to.secondsWithFraction)" }
    }

    /// A quarter hour and the absences around it.
    struct Round {
        var target: WallTime
        var absences: [Absence]
    }

    @Test("no announcement is doubled and no line lost whatever is killed")
    func kills() async throws {
        var random = SplitMix64(seed: Self.seed)
        var history: [String] = []
        do {
            try await withSite(
                Site([Site.Room("kitchen"), Site.Room("office", zone: "America/New_York")])
            ) { site in
                let first = try WallTime("2027-03-01T15:15:00Z")
                var rounds: [Round] = []
                for number in 0...Self.faultyRounds {
                    let absences = number < Self.faultyRounds ? Self.absences(site, &random) : []
                    let round = Round(target: first + QuarterHour.length * number, absences: absences)
                    rounds.append(round)
                    history.append("round \(number): \(absences)")
                    try await play(site, round)
                    try expectStore(site, rounds)
                }
            }
        } catch {
            print("seed \(Self.seed), seconds relative to the quarter hour:\n\(history.joined(separator: "\n"))")
            throw error
        }
    }

    /// Each of the programs may be gone once; at least one is. Every other kill is near the moment itself.
    private static func absences(_ site: Site, _ random: inout SplitMix64) -> [Absence] {
        let victims = ["coordinator", "broker"] + site.rooms.map(\.id)
        let forced = victims.randomElement(using: &random)
        let whole = Int((.zero - firstKill).milliseconds)...Int(lastKill.milliseconds)
        return victims.compactMap { victim in
            let range = Bool.random(using: &random) ? whole : -2_500...1_500
            let from = Duration.milliseconds(Int.random(in: range, using: &random))
            let length = Duration.milliseconds(Int.random(in: 50...4_000, using: &random))
            guard Bool.random(using: &random) || victim == forced else { return nil }
            return Absence(victim: victim, from: from, to: from + length)
        }
    }

    private func play(_ site: Site, _ round: Round) async throws {
        let (target, absences) = (round.target, round.absences)
        site.killAll()
        site.setClock(to: target, in: absences.isEmpty ? .seconds(12) : Self.firstKill + .seconds(4))
        try site.start()
        if !absences.isEmpty { try await site.waitUntilReady() }
        try await withThrowingTaskGroup { group in
            for absence in absences {
                group.addTask {
                    try await site.sleep(until: target + absence.from)
                    try Self.kill(absence.victim, site)
                    try await site.sleep(until: target + absence.to)
                    try Self.restart(absence.victim, site)
                }
            }
            try await group.waitForAll()
        }
        let absent = site.rooms.map(\.id).filter { Self.mayBeAbsent($0, absences) }
        // The coordinator tells of an absence a minute after the quarter hour, or after its own start.
        let records = try await site.records(
            of: target, orAbsent: absent, timeout: .seconds(absent.isEmpty ? 40 : 120))
        // By now every announcement is over and recorded, unless a node repeats it.
        try await site.sleep(until: target + Self.lastKill + .seconds(5))
        for room in site.rooms { try expect(site, target, room.id, records, absences) }
    }

    private static func kill(_ victim: String, _ site: Site) throws {
        switch victim {
        case "broker": site.broker.kill()
        case "coordinator": site.coordinator.kill()
        default: site.node(victim).kill()
        }
    }

    private static func restart(_ victim: String, _ site: Site) throws {
        switch victim {
        case "broker": try site.broker.restart()
        case "coordinator": try site.coordinator.start()
        default: try site.node(victim).start()
        }
    }

    private func expect(
        _ site: Site, _ target: WallTime, _ room: String, _ records: [String: QuarterRecord], _ absences: [Absence]
    ) throws {
        let record = try #require(records[room])
        let sounds = try site.sounds(in: room, around: target)
        try #require(sounds.count <= 1, "\(room) spoke \(sounds.count) times for \(target): \(sounds)")
        if record.outcome == .announced {
            try #require(sounds.count == 1, "\(room) heard nothing of what was announced for \(target)")
        } else {
            // Killed while it spoke: some of it was heard. Otherwise there was nothing to hear.
            try #require(
                record.reason == .interrupted || sounds.isEmpty,
                "\(room) \(target): \(record.sentence), heard \(sounds)")
        }
        if let sound = sounds.first {
            let error = sound.start - target
            try #require(error.magnitude < .milliseconds(30), "\(room) began to speak \(error) after \(target)")
        }
        if Self.mustSpeak(room, absences) {
            try #require(record.outcome == .announced, "\(room) \(target): \(record.sentence)")
        }
    }

    /// True when nothing can have kept the room silent: it was there before the others were gone, or it was back, and
    /// they with it, in time to trust its clock again.
    private static func mustSpeak(_ room: String, _ absences: [Absence]) -> Bool {
        let own = absences.filter { $0.victim == room }
        let others = absences.filter { $0.victim == "coordinator" || $0.victim == "broker" }
        if own.isEmpty { return true }
        // A program that lost its connection waits some seconds before it tries again.
        let limit: Duration = others.isEmpty ? .seconds(-6) : .seconds(-12)
        return own.allSatisfy { $0.to <= limit } && others.allSatisfy { $0.to <= limit || $0.from >= .seconds(-2) }
    }

    /// True when the coordinator's line may be the only one about the quarter hour: a program that was gone before it
    /// may come back after the two seconds in which it can still report that it is late.
    private static func mayBeAbsent(_ room: String, _ absences: [Absence]) -> Bool {
        absences.contains { $0.victim == room && $0.from < .zero && $0.to > .zero }
    }

    /// Of every quarter hour and room there is one line, the node's, made from the one ledger entry about it, or that it
    /// was absent.
    private func expectStore(_ site: Site, _ rounds: [Round]) throws {
        let ledger = try site.store.ledger()
        let quarters = try site.store.quarters()
        for room in site.rooms.map(\.id) {
            let entries = ledger.filter { $0.node == room }
            for epoch in Set(entries.map(\.epoch)) {
                let sequences = entries.filter { $0.epoch == epoch }.map(\.sequence)
                try #require(
                    sequences == Array(1...sequences.count), "\(room)'s ledger of epoch \(epoch) has gaps: \(sequences)"
                )
            }
            try #require(Set(entries.map(\.epoch)).count <= 1, "\(room) has lost its state: \(entries)")
            for round in rounds {
                let lines = quarters.filter { $0.node == room && $0.target == round.target }
                try #require(lines.count == 1, "\(room) \(round.target): \(lines)")
                let about = entries.filter { $0.target == round.target.rfc3339 }
                let isAbsent = lines[0].outcome == "absent" && Self.mayBeAbsent(room, round.absences)
                try #require(
                    about.count == (isAbsent ? 0 : 1), "\(room) has \(about.count) entries about \(round.target)")
                try #require(lines[0].sequence == about.first?.sequence, "\(room) \(round.target): \(lines)")
            }
        }
    }
}
