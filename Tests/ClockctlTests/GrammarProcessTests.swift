import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Testing

@testable import ClockSite
@testable import ClockctlKit

/// How rooms and things are called, and how many at once: docs/clockctl.md, "The grammar of a command line".
@Suite("The grammar of a command line", .timeLimit(.minutes(2)))
struct GrammarProcessTests {
    private static func site() async throws -> StubSite {
        var status = Sample.healthy
        status.nodes[2].room = "Living room"
        return try await StubSite(.init(status: status))
    }

    @Test("A room is a node's id, its room's name or a group, with spaces or commas between, in capitals or not")
    func rooms() async throws {
        let site = try await Self.site()
        #expect(try await site.run("node", "group", "add", "upstairs", "bedroom", "living room").exitCode == 0)
        #expect(site.book.groups.first?.nodes.map(\.rawValue) == ["bedroom", "office"])
        let set = try await site.run("set", "Living room", "volume", "40", "--json")
        #expect(set.exitCode == 0 && set.output.contains("\"node\" : \"office\""), "\(set.errors)")
        let two = try await site.run("alarm", "add", "7:00", "--room", "Kitchen", "Living room", "--label", "Work")
        #expect(two.exitCode == 0, "\(two.errors)")
        #expect(site.alarms.first?.targets == RingTargets(nodes: [Sample.id("kitchen"), Sample.id("office")]))
        #expect(try await site.run("alarm", "add", "8:00", "--node", "kitchen, upstairs").exitCode == 0)
        let group = try #require(site.alarms.last?.targets)
        #expect(group.nodes == [Sample.id("kitchen")] && group.groups.map(\.rawValue) == ["upstairs"])
        #expect(try await site.run("timer", "start", "5m", "--room", "upstairs").exitCode == 0)
        #expect(site.book.timers.last?.targets.groups.map(\.rawValue) == ["upstairs"])
        let next = try await site.run("next", "--room", "upstairs", "--json")
        #expect(next.output.contains("\"node\" : \"bedroom\"") && !next.output.contains("\"node\" : \"kitchen\""))
        let one = try await site.run("history", "--room", "upstairs")
        #expect(one.errors == "clockctl: upstairs is a group of bedroom, office; name one of them\n")
        let unknown = try await site.run("set", "Livingroom", "volume", "40")
        #expect(unknown.exitCode == 65 && unknown.errors.contains("did you mean Living room?"), "\(unknown.errors)")
        await site.end()
    }

    @Test("Of two nodes in rooms of one name, clockctl asks for the id")
    func twins() async throws {
        var status = Sample.healthy
        for index in 0..<2 { status.nodes[index].room = "Attic" }
        let site = try await StubSite(.init(status: status))
        let ended = try await site.run("set", "attic", "volume", "40")
        #expect(ended.errors == "clockctl: 2 nodes are in a room called attic: bedroom, kitchen; say which by its id\n")
        await site.end()
    }

    @Test("Alarms are called by their labels, several at once, and of two with one label by their ids")
    func labels() async throws {
        let site = try await Self.site()
        for (time, label) in [("7:00", "Work"), ("8:00", "School"), ("9:00", "Nap"), ("10:00", "Nap")] {
            #expect(try await site.run("alarm", "add", time, "--room", "bedroom", "--label", label).exitCode == 0)
        }
        #expect(try await site.run("alarm", "show", "work").output.hasPrefix("a1 Work  on\n"))
        #expect(
            try await site.run("alarm", "off", "Work", "school").output.hasPrefix("a1 Work is off\na2 School is off\n"))
        let two = try await site.run("alarm", "rm", "Nap")
        #expect(
            two.errors == "clockctl: 2 alarms are called \"Nap\": a3 Nap (09:00, bedroom), a4 Nap (10:00, bedroom); "
                + "say which by its id\n")
        #expect(try await site.run("alarm", "rm", "Work", "a4").exitCode == 0)
        #expect(site.alarms.map(\.alarm.id.description) == ["a2", "a3"])
        await site.end()
    }

    @Test("`rm` removes whatever has a name, and several timers at once")
    func removal() async throws {
        let site = try await Self.site()
        for name in ["egg", "rice", "pasta"] {
            #expect(try await site.run("timer", "start", "5m", name, "--room", "kitchen").exitCode == 0)
        }
        #expect(
            try await site.run("timer", "pause", "egg", "rice").output
                == "t1 egg is paused with 5:00 left\nt2 rice is paused with 5:00 left\non disk in kitchen\n")
        #expect(try await site.run("timer", "rm", "egg", "t3").exitCode == 0)
        #expect(site.book.timers.map(\.timer.name) == ["rice"])
        #expect(try await site.run("node", "group", "add", "upstairs", "bedroom").exitCode == 0)
        #expect(try await site.run("node", "group", "rm", "upstairs").exitCode == 0)
        #expect(try await site.run("node", "rm", "office", "--yes").exitCode == 0)
        // As they were called before.
        #expect(try await site.run("timer", "cancel", "rice").exitCode == 0)
        await site.end()
    }

    @Test("A second alarm of one kind is warned of, and those whose one time is over go by --used")
    func used() async throws {
        let site = try await Self.site()
        #expect(try await site.run("alarm", "add", "7:00", "--days", "mon-fri", "--room", "bedroom").errors.isEmpty)
        let twin = try await site.run("alarm", "add", "7:00", "--days", "mon-fri", "--room", "bedroom", "kitchen")
        #expect(twin.errors == "clockctl: warning: a1 rings then as well, in bedroom\n")
        #expect(try await site.run("alarm", "add", "7:00", "--days", "mon-fri", "--room", "office").errors.isEmpty)
        #expect(try await site.run("alarm", "rm", "--used").output == "no alarm is used up\n")
        #expect(try await site.run("alarm", "add", "2026-11-22 6:00", "--room", "bedroom").exitCode == 0)
        site.coordinator.change { $0.status.now = Sample.now + .seconds(86_400 * 2) }
        #expect(try await site.run("alarm", "rm", "--used").exitCode == 0)
        #expect(site.alarms.map(\.alarm.id.description) == ["a1", "a2", "a3"])
        await site.end()
    }

    @Test("An edit that names another revision than the alarm has changes nothing and tells how it is")
    func revision() async throws {
        let site = try await Self.site()
        #expect(try await site.run("alarm", "add", "7:00", "--room", "bedroom", "--label", "Work").exitCode == 0)
        #expect(try await site.run("alarm", "edit", "a1", "7:15").exitCode == 0)
        let late = try await site.run("alarm", "edit", "a1", "6:30", "--revision", "1")
        #expect(late.exitCode == 75)
        #expect(
            late.errors.contains("a1 was changed since: this is from revision 1, it has revision 2 now"),
            "\(late.errors)")
        #expect(late.errors.contains("07:15"))
        #expect(site.alarms.first?.alarm.revision == 2)
        #expect(try await site.run("alarm", "edit", "a1", "6:30", "--revision", "2").exitCode == 0)
        await site.end()
    }

    @Test("A person who has looked at an alarm is asked before a change that somebody else has overtaken since")
    func overtaken() async throws {
        let site = try await Self.site()
        #expect(try await site.run("alarm", "add", "7:00", "--room", "bedroom", "--label", "Work").exitCode == 0)
        let home = try TemporaryFolder("home")
        func atTerminal(_ words: String, answer: String) throws -> String {
            let process = try TestProcess(
                "sh",
                ["-c", "echo \(answer) | script -qec \"\(try ClockctlProcess.path()) \(words)\" /dev/null"],
                environment: [
                    "CLOCKSMITH_BROKER_PORT": "\(site.broker.port)", "HOME": home.path, "TZ": "Europe/Berlin",
                ],
                outputFile: home.file("said-\(UInt64.random(in: 0 ... .max))"))
            _ = process.wait(timeout: .seconds(20))
            return process.output
        }
        #expect(try atTerminal("alarm show a1", answer: "").contains("07:00"))
        // Somebody else, elsewhere, long after.
        #expect(try await site.run("alarm", "edit", "a1", "7:15").exitCode == 0)
        let kept = try atTerminal("alarm edit a1 6:30", answer: "n")
        #expect(kept.contains("a1 was changed since: you have seen revision 1, it has revision 2 now"), "\(kept)")
        #expect(kept.contains("nothing was changed") && site.alarms.first?.alarm.revision == 2)
        // It has been seen now.
        #expect(!(try atTerminal("alarm edit a1 6:30", answer: "n")).contains("was changed since"))
        #expect(site.alarms.first?.alarm.revision == 3)
        await site.end()
    }

    @Test("A coordinator that is known to be away is not waited for")
    func away() async throws {
        let site = try await Self.site()
        await site.coordinator.stop(sendingWill: true)
        let ended = try await site.run("status", "--timeout", "15")
        #expect(ended.exitCode == 75)
        #expect(
            ended.errors.contains("within 1 s") && ended.errors.contains("its last word was: offline"),
            "\(ended.errors)")
    }

    @Test(
        "A mistyped command is told with the one that was meant",
        arguments: [
            ("alram list", "there is no command `clockctl alram`; did you mean alarm?"),
            ("alarm lst", "there is no command `clockctl alarm lst`; did you mean list?"),
            (
                "timer delete x",
                "there is no command `clockctl timer delete`; `clockctl timer --help` shows what there is"
            ),
        ])
    func mistyped(line: String, message: String) async throws {
        let errors = Lines()
        let console = Console(
            columns: nil, coloured: false, canAsk: false, environment: [:], zones: .berlin,
            write: { _ in }, writeError: errors.add)
        #expect(await ClockctlTool.run(line.split(separator: " ").map(String.init), on: console) == 64)
        #expect(errors.text == "clockctl: \(message)\n")
    }

    @Test("Times of day may be said with am and pm wherever a time is taken")
    func halves() throws {
        let zone = Zones.berlin.local
        for (text, time) in [
            ("2pm", "2026-11-21T13:00:00Z"), ("2:30pm", "2026-11-21T13:30:00Z"), ("noon", "2026-11-21T11:00:00Z"),
        ] {
            #expect(try SinceWords.instant(text, now: Sample.now, zone: zone) == Sample.instant(time))
        }
        #expect(try SinceWords.instant("2h", now: Sample.now, zone: zone) == Sample.now - .seconds(7200))
        #expect(throws: SinceWords.Refusal.self) { try SinceWords.instant("13pm", now: Sample.now, zone: zone) }
    }
}
