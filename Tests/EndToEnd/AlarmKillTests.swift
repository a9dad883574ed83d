import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// kill -9 of anything at any moment through hundreds of changes and rings: every acknowledged change is there, and each
/// occurrence ends in exactly one line of each of its nodes.
///
/// People add, edit and remove alarms and start, pause, lengthen and cancel timers as fast as they are answered, and stop
/// whatever rings, while broker, coordinator and nodes are killed one after the other. Timers run out by the second;
/// alarms, which have whole minutes, are due at the two minutes that pass meanwhile.
@Suite(.ownThreads) struct AlarmKillTests {
    /// `scripts/chaos` draws others.
    private static let seed: UInt64 = 5
    static let length: Duration = .seconds(70)
    private static let rooms = ["kitchen", "office"]
    /// All of them may be due at one minute, and a node sounds twelve things at once.
    private static let mostAlarms = 8

    @Test("no change is lost and no occurrence doubled or forgotten whatever is killed")
    func kills() async throws {
        let book = Book()
        do {
            try await withSite(Site(Self.rooms.map { Site.Room($0, zone: "UTC") })) { site in
                // Two whole minutes fall into the run, and no quarter hour.
                site.setClock(to: try WallTime("2027-03-01T15:18:00Z"), in: .seconds(40))
                try site.start()
                try await site.waitUntilReady()
                let end = site.now + Self.length
                try await withThrowingTaskGroup { group in
                    group.addTask { try await Self.ask(site, book, seed: Self.seed, until: end) }
                    group.addTask { try await Self.silence(site, until: end) }
                    group.addTask { try await Self.kill(site, book, seed: Self.seed, until: end) }
                    try await group.waitForAll()
                }
                try await Self.settle(site, book)
                try await Self.expectDefinitions(site, book)
                try await Self.expectLines(site, book)
            }
        } catch {
            print("seed \(Self.seed):\n\(await book.diary.joined(separator: "\n"))")
            throw error
        }
    }

    /// The acknowledged changes.
    actor Book {
        var alarms: [AlarmID: AlarmDefinition] = [:]
        var timers: [TimerID: TimerDefinition] = [:]
        /// Timers whose last change was not answered.
        var uncertain: Set<TimerID> = []
        /// Alarms whose last change was not answered.
        var uncertainAlarms: Set<AlarmID> = []
        var cancelled: Set<TimerID> = []
        var answered = 0
        var unanswered = 0
        var diary: [String] = []

        func note(_ text: String) { diary.append(text) }

        func take(_ result: ChangeResult) {
            answered += 1
            for event in result.events {
                switch (event.old, event.new) {
                case (_, .alarm(let definition)?): alarms[definition.alarm.id] = definition
                case (.alarm(let definition)?, nil): alarms[definition.alarm.id] = nil
                case (_, .timer(let definition)?): timers[definition.timer.id] = definition
                case (.timer(let definition)?, nil):
                    timers[definition.timer.id] = nil
                    cancelled.insert(definition.timer.id)
                default: break
                }
            }
        }

        func lose(_ change: Change) {
            unanswered += 1
            switch change {
            case .editAlarm(let id, _, _), .removeAlarm(let id): uncertainAlarms.insert(id)
            case .pauseTimer(let id), .resumeTimer(let id), .addToTimer(let id, _), .cancelTimer(let id):
                uncertain.insert(id)
            default: break
            }
        }
    }

    // MARK: People

    private static func ask(_ site: Site, _ book: Book, seed: UInt64, until end: WallTime) async throws {
        var random = SplitMix64(seed: Self.seed)
        let client = try SiteClient(site, name: "people")
        while site.now < end {
            let change = await anyChange(site, book, &random)
            do {
                await book.take(try await client.change([change], timeout: .seconds(2)))
            } catch let refusal as RequestError {
                // Such as a timer that ran out before it was to be paused.
                await book.note("\(site.now) refused: \(refusal.message)")
                if refusal.code == .storeFailed { await book.lose(change) }
            } catch {
                await book.lose(change)
                await book.note("\(site.now) not answered: \(change)")
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...150, using: &random)))
        }
        await client.end()
    }

    private static func anyChange(_ site: Site, _ book: Book, _ random: inout SplitMix64) async -> Change {
        let alarms = await book.alarms.filter { [book = await book.uncertainAlarms] in !book.contains($0.key) }
        let timers = await book.timers.keys.sorted()
        let alarm = alarms.keys.sorted().randomElement(using: &random).flatMap { alarms[$0] }
        let timer = timers.randomElement(using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: if alarms.count < mostAlarms { return anyAlarm(site, &random) }
        case 2:
            guard let alarm else { break }
            var draft = AlarmDraft(
                label: alarm.alarm.label, isEnabled: Bool.random(using: &random), schedule: alarm.alarm.schedule,
                ring: alarm.alarm.ring, misfire: alarm.alarm.misfire, targets: alarm.targets, holidays: nil)
            draft.label = "edited \(alarm.alarm.revision)"
            return .editAlarm(alarm.alarm.id, revision: alarm.alarm.revision, draft)
        case 3:
            if let alarm, Bool.random(using: &random) { return .removeAlarm(alarm.alarm.id) }
        case 4: if let timer { return .pauseTimer(timer) }
        case 5: if let timer { return .resumeTimer(timer) }
        case 6: if let timer { return .addToTimer(timer, seconds: Int.random(in: 1...5, using: &random)) }
        case 7: if let timer, Bool.random(using: &random) { return .cancelTimer(timer) }
        default: break
        }
        return .startTimer(
            name: "timer", seconds: Int.random(in: 1...12, using: &random), targets: anyTargets(&random), ring: .timer)
    }

    private static func anyAlarm(_ site: Site, _ random: inout SplitMix64) -> Change {
        let minute = WallTime(seconds: (site.now.seconds / 60 + 1) * 60)
        guard case .addAlarm(var draft) = AlarmTests.alarm(at: minute, in: rooms) else {
            preconditionFailure("an alarm to add is one")
        }
        draft.targets = anyTargets(&random)
        return .addAlarm(draft)
    }

    private static func anyTargets(_ random: inout SplitMix64) -> RingTargets {
        let some = rooms.filter { _ in Bool.random(using: &random) }
        return RingTargets(nodes: (some.isEmpty ? rooms : some).compactMap { NodeID($0) })
    }

    /// Somebody who stops whatever is heard for a second.
    private static func silence(_ site: Site, until end: WallTime) async throws {
        let client = try SiteClient(site, name: "sleeper")
        while site.now < end {
            try await Task.sleep(for: .seconds(1))
            for occurrence in Set(rooms.flatMap { client.rings(in: $0).map(\.occurrence) }).sorted() {
                // Not taken while the broker is away: it is asked again.
                try? client.act(.stop, on: occurrence)
            }
        }
        await client.end()
    }

    // MARK: Faults

    private static func kill(_ site: Site, _ book: Book, seed: UInt64, until end: WallTime) async throws {
        var random = SplitMix64(seed: seed &+ 1)
        while site.now < end - .seconds(8) {
            try await Task.sleep(for: .milliseconds(Int.random(in: 300...4_000, using: &random)))
            let victim = (["broker", "coordinator", "coordinator"] + rooms + rooms).randomElement(using: &random)!
            await book.note("\(site.now) kill \(victim)")
            let pause = Duration.milliseconds(Int.random(in: 20...1_500, using: &random))
            switch victim {
            case "broker":
                site.broker.kill()
                try await Task.sleep(for: pause)
                try site.broker.restart()
            case "coordinator":
                site.coordinator.kill()
                try await Task.sleep(for: pause)
                try site.coordinator.start()
            default:
                site.node(victim).kill()
                try await Task.sleep(for: pause)
                try site.node(victim).start()
            }
        }
    }

    // MARK: What must hold

    /// Everything is up again; what still rings is stopped, and every line is in the store.
    private static func settle(_ site: Site, _ book: Book) async throws {
        try await site.waitUntilReady(timeout: .seconds(90))
        let client = try SiteClient(site, name: "settler")
        var left = ""
        defer { if !left.isEmpty { print("left: \(left)") } }
        try await waitUntil("all that was started has ended", timeout: .seconds(90)) {
            for occurrence in Set(rooms.flatMap { client.rings(in: $0).map(\.occurrence) }).sorted() {
                try client.act(.stop, on: occurrence)
            }
            try await Task.sleep(for: .seconds(1))
            // No answer while a program is reconnecting: the next round asks again.
            guard let schedule = try? await client.schedule() else { return false }
            for timer in schedule.timers {
                // One that was resumed or has gone meanwhile is refused.
                if case .paused = timer.timer.state { _ = try? await client.change([.resumeTimer(timer.timer.id)]) }
            }
            left = schedule.timers.map { "\($0.timer.id) \($0.timer.state)" }.joined(separator: ", ")
            for room in rooms {
                guard let reported = client.reported(room) else { return false }
                for ring in reported.rings { left += " \(room): \(ring)" }
                if !reported.timers.isEmpty { left += " \(room): \(reported.timers)" }
                if reported.ledgerPending > 0 { left += " \(room): \(reported.ledgerPending) entries" }
            }
            return left.isEmpty
        }
        await client.end()
    }

    private static func expectDefinitions(_ site: Site, _ book: Book) async throws {
        let client = try SiteClient(site, name: "reader")
        let schedule = try await client.schedule()
        await client.end()
        let there = Dictionary(uniqueKeysWithValues: schedule.alarms.map { ($0.alarm.id, $0) })
        let (alarms, uncertain) = (await book.alarms, await book.uncertainAlarms)
        for (id, definition) in alarms where !uncertain.contains(id) {
            try #require(there[id] == definition, "\(id) was acknowledged and is not there as it was")
        }
        let (answered, unanswered) = (await book.answered, await book.unanswered)
        print("\(answered) changes answered, \(unanswered) not")
        #expect(answered > 150)
    }

    /// Of every node one ledger entry, and so one line, for each occurrence; and one for each that there must have been.
    private static func expectLines(_ site: Site, _ book: Book) async throws {
        let rings = try site.store.rings()
        let entries = try site.store.ledger().filter { $0.kind == "ring" }
        for (key, entries) in Dictionary(grouping: entries, by: { "\($0.node) \($0.occurrence ?? "")" }) {
            try #require(entries.count == 1, "\(key) has \(entries.count) entries")
        }
        for room in rooms {
            let epochs = Set(try site.store.ledger().filter { $0.node == room }.map(\.epoch))
            try #require(epochs.count == 1, "\(room) has lost its state")
        }
        let lines = Dictionary(grouping: rings, by: { "\($0.node) \($0.source)" })
        let (timers, cancelled, uncertain) = (await book.timers, await book.cancelled, await book.uncertain)
        for (id, definition) in timers where !cancelled.contains(id) && !uncertain.contains(id) {
            for node in definition.targets.nodes {
                // One that was lengthened after it had run out rings again at its new end: the last one tells.
                let own = lines["\(node) \(id)"] ?? []
                let last = try #require(own.last, "\(id) has no line of \(node)")
                if case .running(let ends) = definition.timer.state {
                    try #require(last.due == ends.nanoseconds, "\(id) of \(node) ended \(ends), not as in \(own)")
                }
                // A node sounds twelve things at once, and need not sound a ring that was stopped elsewhere first.
                let isExplained = ["device-busy", "stopped-elsewhere"].contains(last.reason)
                try #require(last.outcome == "rang" || isExplained, "\(id) at \(node): \(last)")
            }
        }
        print("\(rings.count) rings accounted for")
        #expect(rings.count > 50)
    }
}
