import ClockDomain
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Testing

/// People's definitions on a real broker with a real store.
@Suite(.serialized) struct DefinitionDaemonTests {
    private func draft(_ time: String, label: String = "", zone: String? = nil, nodes: [NodeID] = [kitchen])
        -> AlarmDraft
    {
        AlarmDraft(
            label: label, isEnabled: true,
            schedule: AlarmSchedule(
                time: LocalTime(hourAndMinute: time)!, repetition: .weekly(.everyDay), zone: zone,
                countsFrom: WallTime(nanoseconds: 0)),
            ring: .alarm, misfire: .standard, targets: RingTargets(nodes: nodes), holidays: nil)
    }

    private func change(_ client: SiteClient, _ changes: Change...) async throws -> Reply<ChangeResult> {
        try await client.request(ChangeRequest(changes: changes))
    }

    private func schedule(_ client: SiteClient, after: AlarmID? = nil) async throws -> SchedulePage {
        let reply = try await client.request(ScheduleRequest(after: after))
        return try #require(reply.result)
    }

    @Test func aChangeReachesTheNodeAndEverybodyAndSurvivesARestart() async throws {
        let broker = try TestBroker()
        var coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try await waitUntil("the node is known") { try await client.status().nodes.map(\.id) == [kitchen] }

        let added = try await change(
            client, .addAlarm(draft("07:00", label: "Früh", zone: "Europe/Berlin")),
            .startTimer(name: "pasta", seconds: 3_600, targets: RingTargets(nodes: [kitchen]), ring: .timer))
        let events = try #require(added.result).events
        #expect(events.map(\.number) == [1, 2])
        // Published before the answer.
        let desired: Desired? = try client.message(client.topics.desired(kitchen))
        #expect(desired?.alarms.map(\.label) == ["Früh"] && desired?.timers.map(\.name) == ["pasta"])
        let told: ChangeEvent? = try client.message(client.topics.change)
        #expect(told == events.last)

        let refused = try await change(client, .addAlarm(draft("08:00", zone: "No/Where")))
        #expect(refused.error?.code == .invalid && refused.error?.message.contains("No/Where") == true)
        let conflict = try await change(client, .editAlarm(AlarmID(number: 1)!, revision: 3, draft("08:00")))
        #expect(conflict.error?.code == .conflict)

        // Not retained: a later client reads the schedule.
        let late = try await SiteClient(port: broker.port, name: "late")
        let before = try await schedule(late)
        #expect(late.received(late.topics.change) == nil)
        #expect(before.alarms.map(\.alarm.label) == ["Früh"] && before.timers.count == 1)
        await late.stop()

        await coordinator.stop()
        client.forgetReceived()
        coordinator = try RunningCoordinator(port: broker.port, folder: coordinator.folder)
        try await client.awaitCoordinator()
        var after = try await schedule(client)
        after.now = before.now
        #expect(after == before)
        let next = try await change(client, .addAlarm(draft("09:00")))
        #expect(next.result?.events.first?.number == 3)
        #expect(try await schedule(client).alarms.map(\.alarm.id.number) == [1, 2])
        await coordinator.stop()
        await client.stop()
    }

    @Test func ringLinesAreStoredAndPartOfTheHistory() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        let due = WallTime(rfc3339: "2026-11-21T06:00:00Z")!
        let record = RingRecord(
            occurrence: Occurrence(source: .alarm(AlarmID(number: 7)!), due: due), label: "Work", outcome: .rang,
            reason: .stopped, rangAt: due, endedAt: due + .seconds(12), by: "tablet")
        try client.publish(
            kitchen,
            LedgerBatch(epoch: "e1", oldest: 1, entries: [LedgerEntry(sequence: 1, at: due, event: .ring(record))]))
        try await waitUntil("the line is acknowledged") { try client.acked(kitchen)?.sequence == 1 }
        #expect(try coordinator.sqlite("SELECT kind, number >> 18, outcome FROM ring") == "alarm|7|rang")
        let history = try await client.request(HistoryRequest())
        #expect(history.result?.lines == [HistoryLine(node: kitchen, event: .ring(record))])
        await coordinator.stop()
        await client.stop()
    }

    @Test func aThousandAlarmsOfANodeAreOneDocument() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try await waitUntil("the node is known") { try await client.status().nodes.map(\.id) == [kitchen] }
        for _ in 0..<2 {
            let reply = try await client.request(
                ChangeRequest(changes: Array(repeating: .addAlarm(draft("07:00", label: "many")), count: 500)))
            #expect(reply.result?.events.count == 500)
        }
        try await waitUntil("the document has all of them") {
            let desired: Desired? = try client.message(client.topics.desired(kitchen))
            return desired?.alarms.count == 1_000
        }
        let refused = try await change(client, .addAlarm(draft("07:00")))
        #expect(refused.error?.code == .unavailable)
        await coordinator.stop()
        await client.stop()
    }
}
