import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Testing

@testable import ClockctlKit

/// The words about rooms that have a change and about rooms that have not.
@Suite("Where a change has got to", .timeLimit(.minutes(2)))
struct ArrivalProcessTests {
    private func site() async throws -> StubSite {
        let attic = Sample.node("attic") { node in
            node.availability = .offline
            node.availabilitySince = Sample.instant("2026-11-21T13:02:05.000Z")
        }
        return try await StubSite(
            .init(status: Sample.status([attic, Sample.node("bedroom"), Sample.node("kitchen")])))
    }

    @Test("Every change says which rooms have it on their disks, and which get it when they are back")
    func told() async throws {
        let site = try await site()
        let timer = try await site.run("timer", "start", "10m", "pasta", "--node", "attic,kitchen")
        #expect(timer.exitCode == 0 && timer.errors.isEmpty)
        #expect(
            timer.output == """
                t1 pasta counts 10m in attic, kitchen, rings at 14:51:33
                on disk in kitchen
                ! will reach attic when it is back (offline since 14:02)

                """)
        let away = "! will reach attic when it is back (offline since 14:02)\n"
        for line in [
            ["timer", "pause", "pasta"], ["timer", "cancel", "pasta"], ["alarm", "add", "7:00", "--node", "attic"],
            ["alarm", "edit", "a2", "--snooze", "5m"], ["alarm", "skip", "a2"], ["alarm", "off", "a2"],
            ["alarm", "rm", "a2"], ["set", "attic", "volume", "60"], ["node", "rename", "attic", "Loft"],
        ] {
            let ended = try await site.clockctl.run(line)
            #expect(ended.exitCode == 0 && ended.output.hasSuffix(away), "\(line): \(ended.output)\(ended.errors)")
        }
        await site.end()
    }

    @Test("JSON has the same, room by room")
    func json() async throws {
        struct Document: Decodable {
            struct Room: Decodable, Equatable {
                var node: String
                var state: String
                var since: String?
            }

            var arrival: [Room]
            var events: [ChangeEvent]
            var nodes: [DocumentRevision]
        }
        let site = try await site()
        let ended = try await site.run("timer", "start", "10m", "--node", "attic,kitchen", "--json")
        let document = try JSONDecoder().decode(Document.self, from: Data(ended.output.utf8))
        #expect(
            document.arrival == [
                .init(node: "attic", state: "offline", since: "2026-11-21T13:02:05.000Z"),
                .init(node: "kitchen", state: "on-disk"),
            ])
        #expect(document.nodes.map(\.revision) == [8, 8] && document.events.count == 1)
        await site.end()
    }

    @Test("A room that is online and says nothing of it is named after a moment")
    func silent() async throws {
        let site = try await site()
        site.coordinator.change { $0.takesNothing = ["kitchen"] }
        let ended = try await site.run("alarm", "add", "7:00", "--node", "bedroom,kitchen")
        #expect(ended.exitCode == 0)
        #expect(
            ended.output.hasSuffix(
                "on disk in bedroom\n! kitchen has not said that it has it: see clockctl status\n"), "\(ended.output)")
        await site.end()
    }

    @Test("A room that cannot save it is named, and --wait does not take that for an arrival")
    func inMemory() async throws {
        let site = try await site()
        site.coordinator.change { $0.savesNothing = ["kitchen"] }
        let line = "! kitchen goes by it and cannot save it: a crash would lose it; see clockctl doctor\n"
        let ended = try await site.run("timer", "start", "10m", "--node", "bedroom,kitchen")
        #expect(ended.exitCode == 0 && ended.output.hasSuffix("on disk in bedroom\n\(line)"), "\(ended.output)")
        let waited = try await site.run("timer", "start", "20m", "--node", "kitchen", "--wait", "--timeout", "0.5")
        #expect(waited.exitCode == 75 && waited.output.hasSuffix(line), "\(waited.output)")
        await site.end()
    }

    @Test("--wait ends well when the last room has it, and with 75 when one has not by then")
    func waiting() async throws {
        let site = try await site()
        let late = try await site.run("timer", "start", "10m", "--node", "attic", "--wait", "--timeout", "0.5")
        #expect(late.exitCode == 75)
        #expect(
            late.errors
                == "clockctl: the change is stored, and not in every room yet: attic (offline since 14:02)\n")
        #expect(late.output.hasSuffix("! will reach attic when it is back (offline since 14:02)\n"))

        let coordinator = site.coordinator
        let asked = coordinator.requests.count
        async let waited = site.run("timer", "start", "20m", "--node", "attic,kitchen", "--wait")
        try await waitUntil("it asks again") { coordinator.requests.count >= asked + 4 }
        coordinator.change { state in
            state.status.nodes[0].availability = .online
            state.status.nodes[0].revision.applied = state.status.nodes[0].revision.desired
        }
        let ended = try await waited
        #expect(ended.exitCode == 0 && ended.output.hasSuffix("on disk in attic, kitchen\n"), "\(ended)")
        await site.end()
    }

    @Test("A change that is made stays told when nobody answers which rooms have it")
    func unanswered() async throws {
        let site = try await site()
        site.coordinator.change { $0.answersStatus = false }
        let ended = try await site.run("timer", "start", "10m", "--node", "kitchen", "--timeout", "0.5")
        #expect(ended.exitCode == 0 && ended.output.hasPrefix("t1 counts 10m"), "\(ended)")
        #expect(ended.errors.hasPrefix("clockctl: warning: cannot tell which rooms have it: "))
        await site.end()
    }
}
