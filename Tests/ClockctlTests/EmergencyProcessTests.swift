import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

@testable import ClockctlKit

/// Emergencies with nothing but a broker and nodes: there is no coordinator in these tests.
@Suite("An emergency", .timeLimit(.minutes(2)))
struct EmergencyProcessTests {
    private func node(_ name: String, _ broker: TestBroker, obeys: Bool = true) async throws -> StubNode {
        let node = try StubNode(name, port: broker.port, obeys: obeys)
        try await node.settle()
        return node
    }

    @Test("it is begun, shown and ended past the coordinator")
    func wholeLife() async throws {
        let broker = try TestBroker()
        let nodes = [try await node("bedroom", broker), try await node("kitchen", broker)]
        let clockctl = ClockctlProcess(port: broker.port)
        let nothing = try await clockctl.run("emergency")
        #expect(nothing.exitCode == 0 && nothing.output == "no emergency is on\n", "\(nothing.errors)")
        let begun = try await clockctl.run("emergency", "Leave the building", "--drill", "--as", "anna")
        #expect(begun.exitCode == 0, "\(begun.errors)")
        #expect(begun.output.hasPrefix("EMERGENCY since "), "\(begun.output)")
        #expect(
            begun.output.contains(" by anna: siren, \"This is a drill. Leave the building. This is a drill.\"; over"),
            "\(begun.output)")
        #expect(begun.output.contains("bedroom sounds since") && begun.output.contains("without the words so far"))
        let shown = try await clockctl.run("emergency")
        #expect(shown.exitCode == 0 && shown.output == begun.output, "\(shown.output)")
        let ended = try await clockctl.run("emergency", "end")
        #expect(ended.exitCode == 0, "\(ended.errors)")
        #expect(ended.output.hasPrefix("no emergency is on; the last one was ended at "), "\(ended.output)")
        for node in nodes { await node.stop() }
    }

    @Test("status shows it, and the broker's last words of the rooms, also without a coordinator")
    func status() async throws {
        let broker = try TestBroker()
        let nodes = [try await node("bedroom", broker), try await node("kitchen", broker)]
        let clockctl = ClockctlProcess(port: broker.port)
        #expect(try await clockctl.run("emergency", "Leave the building").exitCode == 0)
        let shown = try await clockctl.run("status", "--timeout", "2")
        #expect(shown.exitCode == 75 && shown.errors.contains("is clock-coordinator running?"), "\(shown.errors)")
        let lines = shown.output.split(separator: "\n")
        #expect(lines.first == "No coordinator answers. The broker's last words of the rooms:", "\(shown.output)")
        #expect(lines.dropFirst().first?.hasPrefix("EMERGENCY since ") == true)
        #expect(lines.contains { $0.hasPrefix("kitchen") && $0.contains("online") })
        let one = try await clockctl.run("status", "kitchen", "--timeout", "2")
        #expect(one.output.contains("kitchen  ") && !one.output.contains("bedroom  "), "\(one.output)")
        let trouble = try await clockctl.run("status", "--trouble", "--timeout", "2")
        #expect(!trouble.output.contains("kitchen  "), "\(trouble.output)")
        for node in nodes { await node.stop() }
    }

    @Test("silent rooms come first, and are the exit status; only the named ones sound")
    func silentRooms() async throws {
        let broker = try TestBroker()
        let nodes = [
            try await node("attic", broker), try await node("bedroom", broker),
            try await node("kitchen", broker, obeys: false),
        ]
        let clockctl = ClockctlProcess(port: broker.port)
        let begun = try await clockctl.run(
            "emergency", "--sound", "buzzer", "--room", "bedroom", "kitchen", "--timeout", "2")
        #expect(begun.exitCode == 75 && begun.errors == "clockctl: silent in kitchen\n", "\(begun.errors)")
        let lines = begun.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[1] == "kitchen has not answered", "\(begun.output)")
        #expect(lines[2].hasPrefix("bedroom sounds since "))
        for node in nodes { await node.stop() }
    }

    @Test("rules of the broker that do not know it: people or rooms are shut out", arguments: [true, false])
    func olderRules(isOfPeople: Bool) async throws {
        let broker = try TestBroker {
            $0.passwords = ["anna": "a", "node": "n"]
            $0.accessRules = [
                "user anna", isOfPeople ? "topic read clock/v1/home/#" : "topic readwrite #", "user node",
                "topic readwrite clock/v1/home/node/#", "topic readwrite settled/#",
            ]
        }
        let bedroom = try StubNode("bedroom", port: broker.port, username: "node", password: "n")
        try await bedroom.settle()
        var clockctl = ClockctlProcess(port: broker.port)
        clockctl.environment = ["CLOCKSMITH_BROKER_USERNAME": "anna", "CLOCKSMITH_BROKER_PASSWORD": "a"]
        let ended = try await clockctl.run("emergency", "--sound", "siren", "--timeout", "2")
        if isOfPeople {
            #expect(ended.exitCode == 77 && ended.output.isEmpty)
            #expect(
                ended.errors.hasPrefix("clockctl: no room was alerted: ")
                    && ended.errors.hasSuffix(
                        "the broker's access rules must let this user publish to clock/v1/home/emergency, as those in "
                            + "deploy/mosquitto/acl do for members\n"),
                "\(ended.errors)")
        } else {
            #expect(
                ended.exitCode == 75
                    && ended.errors == "clockctl: silent in bedroom; no room answers: do the broker's access rules let "
                        + "rooms read the topic emergency, as those in deploy/mosquitto/acl do?\n",
                "\(ended.errors)")
        }
        await bedroom.stop()
    }

    @Test("a broker that keeps no word for wildcards: the coordinator knows the rooms, and what is on there")
    func withoutRetainedWords() async throws {
        let broker = try TestBroker()
        let clockctl = ClockctlProcess(port: broker.port)
        let alone = try await clockctl.run("emergency", "--sound", "siren", "--timeout", "2")
        #expect(alone.exitCode == 75 && alone.errors.contains("the broker shows no room"), "\(alone.errors)")
        let bedroom = try StubNode("bedroom", port: broker.port, isKept: false)
        try await bedroom.settle()
        let coordinator = try StubCoordinator(
            port: broker.port, .init(status: Sample.status([Sample.node("bedroom"), Sample.node("office")])))
        try await waitUntil("the coordinator") { coordinator.isConnected }
        let begun = try await clockctl.run("emergency", "--sound", "siren", "--timeout", "2")
        #expect(begun.exitCode == 75 && begun.errors == "clockctl: silent in office\n", "\(begun.errors)")
        #expect(begun.output.contains("\nbedroom sounds since "), "\(begun.output)")
        await coordinator.stop()
        await bedroom.stop()
    }

    @Test("one of which only a room's report tells is ended all the same")
    func endByReport() async throws {
        let broker = try TestBroker()
        let report = EmergencyReport(id: "e1", begun: Sample.now, heard: Sample.now, hasWords: false, problem: nil)
        let coordinator = try StubCoordinator(
            port: broker.port, .init(status: Sample.status([Sample.node("bedroom") { $0.emergency = report }])))
        try await waitUntil("the coordinator") { coordinator.isConnected }
        let ended = try await ClockctlProcess(port: broker.port).run("emergency", "end", "--timeout", "2")
        #expect(ended.exitCode == 75 && ended.errors.contains("the end is not confirmed by bedroom"), "\(ended.errors)")
        #expect(ended.output.contains("the last one was ended at"), "\(ended.output)")
        await coordinator.stop()
    }

    @Test("a mistyped command alerts nobody", arguments: [["emergency", "stop"], ["emergency", "--sound", "owl"]])
    func mistyped(words: [String]) async throws {
        let ended = try await ClockctlProcess(port: 1).run(words)
        #expect(ended.exitCode == 64, "\(ended.errors)")
    }
}
