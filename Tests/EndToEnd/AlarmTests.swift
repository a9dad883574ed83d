import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// Alarms and timers through the whole site, judged by the sounds of the rooms' outputs and by the store.
@Suite(.ownThreads) struct AlarmTests {
    private static let rooms = [Site.Room("kitchen"), Site.Room("office", zone: "America/New_York")]
    private static let tolerance: Duration = .milliseconds(5)

    static func alarm(
        at due: WallTime, in rooms: [String], snooze: Int = 1, sound: AlarmSound = .beeps, limit: Int = 5
    ) -> Change {
        let local = TimeZoneRules.utc.localTime(at: due)
        return .addAlarm(
            AlarmDraft(
                label: "Work", isEnabled: true,
                schedule: AlarmSchedule(
                    time: local.time, repetition: .weekly(.everyDay), zone: "UTC", countsFrom: WallTime(seconds: 0)),
                ring: RingStyle(
                    sound: sound.rawValue, volume: nil, rampSeconds: 0, limitMinutes: limit, snoozeMinutes: snooze),
                misfire: .standard, targets: RingTargets(nodes: rooms.compactMap { NodeID($0) }), holidays: nil))
    }

    @Test("an alarm rings in two rooms at its instant; snoozed and stopped in one it is silent in both")
    func twoRooms() async throws {
        try await withSite(Site(Self.rooms)) { site in
            let due = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: due, in: .seconds(40))
            try site.start()
            try await site.waitUntilReady()
            let client = try SiteClient(site)
            let event = try #require(
                try await client.change([Self.alarm(at: due, in: ["kitchen", "office"])]).events.first)
            guard case .alarm(let definition) = event.new else { throw TestFailure("\(event) is no new alarm") }
            let occurrence = Occurrence(source: .alarm(definition.alarm.id), due: due)

            try await site.sleep(until: due + .seconds(6))
            for room in site.rooms { try Self.expectOnset(site, room.id, due) }
            let snoozed = site.now
            try client.act(.snooze, on: occurrence)
            try await Self.wait("snoozed in both rooms") {
                site.rooms.allSatisfy { client.rings(in: $0.id).map(\.state) == [.snoozed] }
            }
            let again = try #require(client.rings(in: "kitchen").first?.until)
            #expect(client.rings(in: "office").first?.until == again)
            #expect((again - snoozed - .minutes(1)).magnitude < .seconds(3))

            try await site.sleep(until: again + .seconds(5))
            for room in site.rooms {
                let sounds = try site.sounds(in: room.id, from: snoozed + .seconds(2), to: again + .seconds(1))
                let first = try #require(sounds.first, "\(room.id) is silent after the snooze")
                try #require(
                    (first.start - again).magnitude < Self.tolerance, "\(room.id): \(first.start), not \(again)")
            }
            let stop = try await site.clockctl(["alarm", "stop", "\(definition.alarm.id)"])
            try #require(stop.code == 0, "\(stop.output)")
            let stopped = site.now
            try await Self.wait("lines of both rooms") { try await Self.records(site, occurrence).count == 2 }
            for (room, record) in try await Self.records(site, occurrence) {
                try #require(record.outcome == .rang && record.reason == .stopped, "\(room): \(record)")
                #expect(record.snoozes == 1)
                #expect((try #require(record.rangAt) - due).magnitude < .milliseconds(50))
            }
            // The quarter hour had to give way, and says so.
            for (room, record) in try await site.records(of: due) {
                try #require(record.outcome == .silent && record.reason == .ringing, "\(room): \(record.sentence)")
            }
            try await site.sleep(until: stopped + .seconds(3))
            for room in site.rooms {
                #expect(try site.sounds(in: room.id, from: stopped + .milliseconds(500), to: site.now).isEmpty)
            }
            await client.end()
        }
    }

    @Test("an alarm rings with broker and coordinator dead, on a node that was killed meanwhile")
    func everythingDead() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let due = try WallTime("2027-03-01T15:20:00Z")
            site.setClock(to: due, in: .seconds(40))
            try site.start()
            try await site.waitUntilReady()
            let client = try SiteClient(site)
            let event = try #require(try await client.change([Self.alarm(at: due, in: ["kitchen"])]).events.first)
            guard case .alarm(let definition) = event.new else { throw TestFailure("\(event) is no new alarm") }
            try await site.waitUntilReady()
            site.coordinator.kill()
            site.broker.kill()
            try await site.sleep(until: due - .seconds(6))
            site.node("kitchen").kill()
            try site.node("kitchen").start()
            try await site.sleep(until: due + .seconds(4))
            try Self.expectOnset(site, "kitchen", due)

            try site.broker.restart()
            try site.coordinator.start()
            let occurrence = Occurrence(source: .alarm(definition.alarm.id), due: due)
            try await Self.wait("the ringing is reported", timeout: .seconds(90)) {
                client.rings(in: "kitchen").map(\.occurrence) == [occurrence]
            }
            try client.act(.stop, on: occurrence)
            try await Self.wait("its line", timeout: .seconds(90)) {
                try await Self.records(site, occurrence)["kitchen"]?.reason == .stopped
            }
            await client.end()
        }
    }

    @Test("a timer outlives kill -9 of its node and rings when it was to")
    func timerOutlivesKill() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            // Nothing else must sound meanwhile.
            site.setClock(to: try WallTime("2027-03-01T15:17:00Z"), in: .seconds(5))
            try site.start()
            try await site.waitUntilReady()
            let started = site.now
            let result = try await site.clockctl(["timer", "start", "14s", "pasta", "--node", "kitchen"])
            try #require(result.code == 0, "\(result.output)")
            let client = try SiteClient(site)
            try await Self.wait("the timer counts") { !(client.reported("kitchen")?.timers.isEmpty ?? true) }
            let timer = try #require(client.reported("kitchen")?.timers.first)
            guard case .running(let ends) = timer.state else { throw TestFailure("\(timer) does not count") }
            #expect((ends - started - .seconds(14)).magnitude < .seconds(2))
            try await site.sleep(until: ends - .seconds(8))
            site.node("kitchen").kill()
            try await site.sleep(until: ends - .seconds(6))
            try site.node("kitchen").start()
            try await site.sleep(until: ends + .seconds(4))
            try Self.expectOnset(site, "kitchen", ends)
            let stop = try await site.clockctl(["timer", "stop", "pasta"])
            try #require(stop.code == 0, "\(stop.output)")
            try await Self.wait("its line and its removal") {
                let lines = try await Self.rings(site).filter { $0.value.occurrence.source == .timer(timer.id) }
                let isGone = try await client.schedule().timers.isEmpty
                return isGone && lines["kitchen"]?.reason == .stopped
            }
            await client.end()
        }
    }

    @Test("what is set says which rooms have it on their disks; one that is off gets it when it is back")
    func arrival() async throws {
        try await withSite(Site([Site.Room("kitchen"), Site.Room("office")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:17:00Z"), in: .seconds(5))
            try site.start()
            try await site.waitUntilReady()
            site.node("office").kill()
            try await Self.wait("office is away") {
                try await site.status(of: "office").availability == .offline
            }
            let started = try await site.clockctl(["timer", "start", "2h", "roast", "--node", "kitchen,office"])
            try #require(started.code == 0, "\(started.output)")
            #expect(started.output.contains("\non disk in kitchen\n"), "\(started.output)")
            #expect(started.output.contains("will reach office when it is back (offline since "), "\(started.output)")
            let next = try await site.clockctl(["next", "--node", "office"])
            #expect(next.output.contains("roast (not in the room yet)"), "\(next.output)")
            let preflight = try await site.clockctl(["preflight"])
            #expect(preflight.code == 1 && preflight.output.contains("the node does not have it yet"))
            let late = try await site.clockctl(["timer", "add", "roast", "1m", "--wait", "--timeout", "3"])
            #expect(late.code == 75, "\(late.output)")

            async let waited = site.clockctl(["timer", "add", "roast", "1m", "--wait"])
            try site.node("office").start()
            let arrived = try await waited
            #expect(arrived.code == 0 && arrived.output.hasSuffix("on disk in kitchen, office\n"), "\(arrived.output)")
            #expect(try await site.clockctl(["next", "--node", "office"]).output.contains("roast\n"))
        }
    }

    // MARK: Looking

    /// The first sound that the room made from two seconds before an instant on began then.
    private static func expectOnset(_ site: Site, _ room: String, _ due: WallTime) throws {
        let sounds = try site.sounds(in: room, from: due - .seconds(2), to: due + .seconds(3))
        let first = try #require(sounds.first, "\(room) is silent at \(due)")
        let error = first.start - due
        try #require(error.magnitude < tolerance, "\(room) rang \(error) after \(due)")
    }

    /// The occurrence's lines by room.
    static func records(_ site: Site, _ occurrence: Occurrence) async throws -> [String: RingRecord] {
        try await rings(site).filter { $0.value.occurrence == occurrence }
    }

    private static func rings(_ site: Site) async throws -> [String: RingRecord] {
        var found: [String: RingRecord] = [:]
        for line in try await site.history() {
            if case .ring(let record) = line.event, record.outcome != .absent { found[line.node.rawValue] = record }
        }
        return found
    }

    static func wait(
        _ what: String, timeout: Duration = .seconds(20), _ condition: () async throws -> Bool
    ) async throws {
        try await waitUntil(what, timeout: timeout) {
            // No answer while a program is starting or reconnecting.
            (try? await condition()) ?? false
        }
    }
}
