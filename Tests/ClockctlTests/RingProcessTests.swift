import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

@testable import ClockctlKit

/// Stop and snooze with nothing but a broker and nodes: there is no coordinator in these tests.
@Suite("Silencing what rings", .timeLimit(.minutes(2)))
struct RingProcessTests {
    @Test("stop silences all rooms past the coordinator, and says who confirmed")
    func stop() async throws {
        let broker = try TestBroker()
        let bedroom = try await node("bedroom", broker, rings: [Sample.ring("a3", "Work")])
        let kitchen = try await node("kitchen", broker, rings: [Sample.ring("a3", "Work", state: .snoozed)])
        let office = try await node("office", broker)
        let ended = try await ClockctlProcess(port: broker.port).run("alarm", "stop")
        #expect(ended.exitCode == 0, "\(ended.errors)")
        #expect(ended.output == "a3 Work is stopped in bedroom, kitchen\n")
        #expect(bedroom.actions.map(\.kind) == [.stop])
        #expect(bedroom.actions.first?.by?.hasSuffix("(clockctl)") ?? false)
        #expect(kitchen.actions == bedroom.actions)
        let again = try await ClockctlProcess(port: broker.port).run("alarm", "stop")
        #expect(again.exitCode == 0)
        #expect(again.output == "nothing rings\n")
        for node in [bedroom, kitchen, office] { await node.stop() }
    }

    @Test("a site that nobody knows is a mistake and not silence")
    func unknownSite() async throws {
        let broker = try TestBroker()
        let bedroom = try await node("bedroom", broker, rings: [Sample.ring("a3", "Work")])
        let ended = try await ClockctlProcess(port: broker.port).run("alarm", "stop", "--site", "hose")
        #expect(ended.exitCode == 65 && ended.output == "")
        #expect(
            ended.errors
                == "clockctl: no node of site hose has ever been on 127.0.0.1:\(broker.port): is the site's name right?\n"
        )
        #expect(bedroom.actions.isEmpty)
        await bedroom.stop()
    }

    @Test("Rooms that do not confirm are named, and the word waits for them")
    func unconfirmed() async throws {
        let broker = try TestBroker()
        let bedroom = try await node("bedroom", broker, rings: [Sample.ring("a3", "Work")])
        let kitchen = try await node("kitchen", broker, rings: [Sample.ring("a3", "Work")], obeys: false)
        let gone = try await node("office", broker, rings: [Sample.ring("a3", "Work")])
        await gone.stop()
        let ended = try await ClockctlProcess(port: broker.port).run("alarm", "stop", "a3", "--timeout", "3")
        #expect(ended.exitCode == 75)
        #expect(
            ended.output == """
                a3 Work is stopped in bedroom
                a3 Work kitchen: it is online and has not confirmed
                a3 Work office: it is offline; the broker keeps the word for it for a day

                """)
        #expect(ended.errors == "clockctl: not confirmed by kitchen, office\n")
        let back = try await node("office", broker, rings: [Sample.ring("a3", "Work")])
        try await waitUntil("the word has come") { back.actions.map(\.kind) == [.stop] }
        for node in [bedroom, kitchen, back] { await node.stop() }
    }

    @Test("snooze takes what is loud, is refused where it cannot be, and can be ended by stop")
    func snooze() async throws {
        let broker = try TestBroker()
        let bedroom = try await node(
            "bedroom", broker,
            rings: [Sample.ring("a3", "Work"), Sample.ring("t2", "pasta", snoozeMinutes: 0)])
        let clockctl = ClockctlProcess(port: broker.port)
        let several = try await clockctl.run("alarm", "snooze")
        #expect(several.exitCode == 64)
        #expect(
            several.errors == "clockctl: 2 things ring or are snoozed: a3 Work (bedroom), t2 pasta (bedroom); "
                + "say which: clockctl alarm snooze a3, or clockctl alarm snooze --all\n")
        let timer = try await clockctl.run("alarm", "snooze", "pasta")
        #expect(timer.exitCode == 65)
        #expect(timer.errors == "clockctl: t2 pasta cannot be snoozed; stop it: clockctl alarm stop t2\n")
        let snoozed = try await clockctl.run("alarm", "snooze", "work", "--json")
        #expect(snoozed.exitCode == 0, "\(snoozed.errors)")
        #expect(snoozed.output.contains("\"confirmed\" : true"))
        let action = try #require(bedroom.actions.first)
        #expect(snoozed.output.contains("\"until\" : \"\((action.at + .minutes(9)).rfc3339)\""))
        let again = try await clockctl.run("alarm", "snooze", "a3")
        #expect(again.errors.hasPrefix("clockctl: a3 Work is snoozed already"))
        let stopped = try await clockctl.run("alarm", "stop", "bedroom")
        #expect(stopped.output == "a3 Work is stopped in bedroom\nt2 pasta is stopped in bedroom\n")
        #expect(bedroom.actions.map(\.kind) == [.snooze, .stop, .stop])
        await bedroom.stop()
    }

    @Test(
        "a snooze has the length that was typed, before or behind what is snoozed",
        arguments: [
            (["snooze", "5m"], 5), (["snooze", "20", "min"], 20), (["snooze", "bedroom", "1h"], 60),
            (["alarm", "snooze", "a quarter of an hour"], 15), (["alarm", "snooze", "10m", "a3"], 10),
        ] as [([String], Int)])
    func lengths(words: [String], minutes: Int) async throws {
        let broker = try TestBroker()
        let bedroom = try await node("bedroom", broker, rings: [Sample.ring("a3", "Work")])
        let snoozed = try await ClockctlProcess(port: broker.port).run(words + ["--json"])
        #expect(snoozed.exitCode == 0, "\(snoozed.errors)")
        let action = try #require(bedroom.actions.first)
        #expect(action.kind == .snooze && action.minutes == minutes)
        #expect(snoozed.output.contains((action.at + .minutes(minutes)).rfc3339))
        await bedroom.stop()
    }

    @Test(
        "a length that no snooze can have is refused before anything is asked",
        arguments: [
            (["snooze", "90m"], "is not in the range 1m to 1h"), (["snooze", "90s"], "only whole minutes"),
            (["snooze", "bedroom", "0"], "is not in the range 1m to 1h"),
        ] as [([String], String)])
    func wrongLengths(words: [String], fault: String) async throws {
        let ended = try await ClockctlProcess(port: 1).run(words)
        #expect(ended.exitCode == 64 && ended.errors.contains("<length>"), "\(ended.errors)")
        #expect(ended.errors.contains(fault), "\(ended.errors)")
    }

    @Test("stop and snooze are for everything that rings; without the broker they say that the rooms ring on")
    func everything() async throws {
        let broker = try TestBroker()
        let rings = [Sample.ring("a3", "Work"), Sample.ring("t2", "pasta", snoozeMinutes: 0)]
        let bedroom = try await node("bedroom", broker, rings: rings)
        let clockctl = ClockctlProcess(port: broker.port)
        let snoozed = try await clockctl.run("snooze")
        #expect(snoozed.exitCode == 0, "\(snoozed.errors)")
        #expect(bedroom.actions.map(\.kind) == [.snooze] && snoozed.output.hasPrefix("a3 Work is snoozed"))
        let stopped = try await clockctl.run("stop")
        #expect(stopped.output == "a3 Work is stopped in bedroom\nt2 pasta is stopped in bedroom\n")
        #expect(try await clockctl.run("stop").output == "nothing rings\n")
        await bedroom.stop()
        broker.stop()
        let alone = try await clockctl.run("stop")
        #expect(alone.exitCode == 69 && alone.output == "")
        #expect(alone.errors.contains("the rooms ring on: press a room's button"), "\(alone.errors)")
    }

    @Test("timer stop knows timers by their nodes' words, and tells of one that still counts")
    func timers() async throws {
        let broker = try TestBroker()
        let counting = TimerReport(
            id: TimerID(uncheckedNumber: 4), revision: 1, name: "eggs", state: .paused(remainingMilliseconds: 1000))
        let kitchen = try await node(
            "kitchen", broker, rings: [Sample.ring("a3", "Work"), Sample.ring("t2", "pasta", snoozeMinutes: 0)],
            timers: [counting])
        let clockctl = ClockctlProcess(port: broker.port)
        let early = try await clockctl.run("timer", "stop", "eggs")
        #expect(early.exitCode == 65)
        #expect(
            early.errors == "clockctl: t4 eggs does not ring yet; to take it away: clockctl timer rm t4\n")
        #expect(try await clockctl.run("timer", "stop", "PASTA").output == "t2 pasta is stopped in kitchen\n")
        let unknown = try await clockctl.run("alarm", "stop", "a9")
        #expect(unknown.exitCode == 65)
        #expect(
            unknown.errors == "clockctl: a9 does not ring and is not snoozed; what does is a3 Work (kitchen)\n")
        #expect(try await clockctl.run("alarm", "stop", "--all").output == "a3 Work is stopped in kitchen\n")
        await kitchen.stop()
    }

    @Test("All nodes of a large site are heard before anything is decided")
    func many() async throws {
        let broker = try TestBroker()
        let last = try await node("room-149", broker, rings: [Sample.ring("a3", "Work")])
        try await StubNode.retainReports(of: (0..<149).map { Sample.id("room-\($0)") }, port: broker.port)
        let ended = try await ClockctlProcess(port: broker.port).run("alarm", "stop")
        #expect(ended.output == "a3 Work is stopped in room-149\n")
        await last.stop()
    }

    @Test("A broker that forbids the word is told")
    func forbidden() async throws {
        let broker = try TestBroker {
            $0.passwords = ["anna": "a", "node": "n"]
            $0.accessRules = ["user anna", "topic read clock/v1/home/#", "user node", "topic readwrite #"]
        }
        let bedroom = try StubNode(
            "bedroom", port: broker.port, rings: [Sample.ring("a3", "Work")], username: "node", password: "n")
        try await bedroom.settle()
        var clockctl = ClockctlProcess(port: broker.port)
        clockctl.environment = ["CLOCKSMITH_BROKER_USERNAME": "anna", "CLOCKSMITH_BROKER_PASSWORD": "a"]
        let ended = try await clockctl.run("alarm", "stop")
        #expect(ended.exitCode == 77)
        #expect(ended.errors.contains("clock/v1/home/ring/people"), "\(ended.errors)")
        await bedroom.stop()
    }

    @Test("a broker that keeps no word for wildcards: what rings is known from the coordinator, and rooms confirm")
    func withoutRetainedWords() async throws {
        let broker = try TestBroker()
        let rings = [Sample.ring("a3", "Work")]
        let bedroom = try StubNode("bedroom", port: broker.port, rings: rings, isKept: false)
        let office = try StubNode("office", port: broker.port, rings: rings, obeys: false, isKept: false)
        for node in [bedroom, office] { try await node.settle() }
        let status = Sample.status([
            Sample.node("bedroom") { $0.rings = rings }, Sample.node("office") { $0.rings = rings },
        ])
        let coordinator = try StubCoordinator(port: broker.port, .init(status: status))
        try await waitUntil("the coordinator") { coordinator.isConnected }
        let ended = try await ClockctlProcess(port: broker.port).run("alarm", "stop", "--timeout", "2")
        #expect(ended.exitCode == 75)
        #expect(
            ended.output
                == "a3 Work is stopped in bedroom\na3 Work office: it is online and has not confirmed\n")
        #expect(bedroom.actions.map(\.kind) == [.stop])
        for node in [bedroom, office] { await node.stop() }
        await coordinator.stop()
    }

    private func node(
        _ name: String, _ broker: TestBroker, rings: [RingReport] = [], timers: [TimerReport] = [], obeys: Bool = true
    ) async throws -> StubNode {
        let node = try StubNode(name, port: broker.port, rings: rings, timers: timers, obeys: obeys)
        try await node.settle()
        return node
    }
}
