import ArgumentParser
import ClockDomain
import ClockInput
import ClockRuntime
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Testing

@testable import ClockSite
@testable import ClockctlKit

/// The names of rooms and things, and their numbers: docs/clockctl.md, "The grammar of a command line".
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
        let one = try await site.run("node", "rename", "upstairs", "Attic")
        #expect(one.errors == "clockctl: upstairs is a group of bedroom, office; name one of them\n")
        let unknown = try await site.run("set", "Livingroom", "volume", "40")
        #expect(unknown.exitCode == 65 && unknown.errors.contains("did you mean Living room?"), "\(unknown.errors)")
        await site.end()
    }

    @Test("Who names no room means their own, by the environment or the file; --room all is every room")
    func ownRoom() async throws {
        let site = try await Self.site()
        for words in [["alarm", "add", "7:00"], ["timer", "start", "5m"], ["remind", "9:00", "Pills"]] {
            let refused = try await site.clockctl.run(words)
            #expect(refused.exitCode == 64)
            #expect(refused.errors.hasPrefix("clockctl: where shall it be heard?"), "\(refused)")
        }
        let bare = try await site.run("mute", "2h")
        #expect(bare.exitCode == 64 && bare.errors.hasPrefix("clockctl: which room?"), "\(bare.errors)")
        let folder = try TemporaryFolder("own")
        let file = try folder.write("room: Living room\n", to: "clockctl.yaml")
        var clockctl = site.clockctl
        #expect(try await clockctl.run("alarm", "add", "7:00", "--config", file).exitCode == 0)
        clockctl.environment["CLOCKSMITH_ROOM"] = "kitchen, bedroom"
        #expect(try await clockctl.run("timer", "start", "5m").exitCode == 0)
        #expect(site.alarms.map(\.targets) == [RingTargets(nodes: [Sample.id("office")])])
        #expect(site.book.timers.map(\.targets.nodes) == [[Sample.id("bedroom"), Sample.id("kitchen")]])
        for line in [
            ["mute", "2h"], ["mute", "office", "kitchen", "an", "hour"], ["mute", "--all", "until", "7:00"], ["mute"],
        ] {
            let muted = try await clockctl.run(line + ["--json"])
            let nodes = ["bedroom", "kitchen", "office"].filter { muted.output.contains("\"node\" : \"\($0)\"") }
            let wanted =
                switch line.dropFirst().first {
                case "office": ["kitchen", "office"]
                case "--all": ["bedroom", "kitchen", "office"]
                default: ["bedroom", "kitchen"]
                }
            #expect(muted.exitCode == 0 && nodes == wanted, "\(line): \(muted.output)\(muted.errors)")
        }
        for (line, mute) in [("mute kitchen on", true), ("mute off", false), ("mute --all off", false)] {
            let muted = try await clockctl.run(line.split(separator: " ").map(String.init) + ["--json"])
            #expect(muted.exitCode == 0 && muted.output.contains("\"muted\" : \(mute)"), "\(line): \(muted)")
        }
        await site.end()
    }

    @Test("Rooms stand by themselves or behind --room, wherever a command takes rooms")
    func bothWays() async throws {
        let site = try await Self.site()
        #expect(try await site.run("alarm", "add", "7:00", "--room", "kitchen", "--label", "Work").exitCode == 0)
        #expect(try await site.run("timer", "start", "5m", "egg", "--room", "office").exitCode == 0)
        for (words, shown) in [
            (["set", "kitchen", "bedroom", "volume", "40", "--json"], #""node" : "bedroom""#),
            (["alarm", "list", "Kitchen"], "Work"), (["timer", "list", "living room"], "egg"),
            (["next", "kitchen", "bedroom", "--json"], #""node" : "bedroom""#),
            (["history", "kitchen", "bedroom", "--json"], "lines"),
            (["announce", "kitchen", "--json"], "kitchen"), (["voice", "nodes", "kitchen"], "kitchen"),
            (["preflight", "kitchen", "--json"], "checks"),
        ] {
            let plain = try await site.clockctl.run(words)
            #expect(plain.output.contains(shown), "\(words): \(plain.output)\(plain.errors)")
            // The same with the option before the rooms.
            let place = try #require(words.firstIndex { ["kitchen", "living room", "Kitchen"].contains($0) })
            var behind = words
            behind.insert("--room", at: place)
            let optional = try await site.clockctl.run(behind)
            #expect(optional.output.contains(shown), "\(behind): \(optional.output)\(optional.errors)")
        }
        #expect(try await site.run("alarm", "list", "bedroom").output.contains("Work") == false)
        let wrong = try await site.run("timer", "list", "kitchn")
        #expect(wrong.exitCode == 65 && wrong.errors.contains("did you mean kitchen?"))
        await site.end()
    }

    @Test("What is said and played may stand before the rooms, or behind them")
    func said() throws {
        for words in [
            ["say", "kitchen", "bedroom", "Dinner"], ["say", "Dinner", "--room", "kitchen", "bedroom"],
            ["say", "--room", "kitchen", "bedroom", "Dinner"],
            ["say", "--room", "kitchen", "--volume", "40", "Dinner"],
            ["play", "a.wav", "--room", "kitchen"], ["set", "volume", "40", "--room", "kitchen"],
        ] {
            #expect(throws: Never.self, "\(words)") { try Clockctl.parseAsRoot(words) }
        }
        #expect(throws: (any Error).self) { try Clockctl.parseAsRoot(["say"]) }
        // `--room` takes all up to the next option, and a time is told from a room.
        for words in [
            ["alarm", "add", "--room", "kitchen", "bath", "7:00"],
            ["timer", "start", "--room", "kitchen", "10m", "egg"],
            ["alarm", "add", "--room", "kitchen", "--label", "Work", "7:00"],
        ] {
            #expect(throws: Never.self, "\(words)") { try Clockctl.parseAsRoot(words) }
        }
        #expect(throws: (any Error).self) { try Clockctl.parseAsRoot(["alarm", "add", "--room", "kitchen"]) }
    }

    @Test("Commands to things take several of them")
    func several() async throws {
        let site = try await Self.site()
        for label in ["Work", "School"] {
            #expect(
                try await site.run("alarm", "add", "7:00", "--days", "daily", "--room", "bedroom", "--label", label)
                    .exitCode == 0)
        }
        let shown = try await site.run("alarm", "show", "work", "a2")
        #expect(shown.output.contains("a1 Work  on\n") && shown.output.contains("\na2 School  on\n"), "\(shown.errors)")
        let document = try await site.run("alarm", "show", "a1", "a2", "--json").output
        #expect(document.hasPrefix("["))
        #expect(try await site.run("alarm", "show", "a1", "--json").output.hasPrefix("{"))
        #expect(try await site.run("alarm", "edit", "Work", "School", "6:45", "--volume", "70").exitCode == 0)
        #expect(site.alarms.map(\.alarm.schedule.time.hourAndMinute) == ["06:45", "06:45"])
        #expect(site.alarms.map(\.alarm.ring.volume?.percent) == [70, 70])
        #expect(try await site.run("alarm", "pause", "a1", "School", "2026-12-24..2026-12-26").exitCode == 0)
        #expect(site.alarms.map(\.alarm.schedule.exceptions.count) == [1, 1])
        for name in ["run", "swim"] {
            #expect(try await site.run("stopwatch", "start", name).exitCode == 0)
            #expect(try await site.run("timer", "start", "5m", name, "--room", "kitchen").exitCode == 0)
        }
        #expect(try await site.run("timer", "add", "run", "swim", "30s").exitCode == 0)
        #expect(site.book.timers.map(\.timer.seconds) == [330, 330])
        #expect(try await site.run("stopwatch", "stop", "run", "swim").output.split(separator: "\n").count == 2)
        #expect(try await site.run("stopwatch", "rm", "run", "swim").exitCode == 0)
        #expect(site.book.stopwatches.isEmpty)
        #expect(try await site.run("node", "show", "kitchen", "living room").output.contains("Living room"))
        await site.end()
    }

    @Test("The shell is offered a name that one thing has, and the ids of those that share one")
    func offers() {
        #expect(
            SiteCompletion.names([("a1", "Work"), ("a2", "Nap"), ("a3", "nap"), ("a4", "two words"), ("a5", "")])
                == ["Work", "a2", "a3", "a4", "a5"])
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
                == "t1 egg is paused with 5m left\nt2 rice is paused with 5m left\non disk in kitchen\n")
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
        // As the coordinator leaves it once it has rung.
        #expect(try await site.run("alarm", "add", "2026-11-22 5:00", "--room", "office").exitCode == 0)
        #expect(try await site.run("alarm", "off", "a4").exitCode == 0)
        #expect(try await site.run("alarm", "add", "2026-11-22 6:00", "--room", "bedroom").exitCode == 0)
        site.coordinator.change { $0.status.now = Sample.now + .seconds(86_400 * 2) }
        #expect(
            try await site.run("alarm", "list").output.hasSuffix(
                "\n2 alarms were for one time, which is over: clockctl alarm rm --used\n"))
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
        // A room's name is looked up first, and the request that follows knows already that nobody is there.
        let change = try await site.run("alarm", "add", "7:00", "--room", "kitchen", "--timeout", "15")
        #expect(change.exitCode == 75 && change.errors.contains("within 1 s"), "\(change.errors)")
    }

    @Test("Times of day may be said with am and pm wherever a time is taken")
    func halves() throws {
        let zone = Zones.berlin.local
        for (text, time) in [
            ("2pm", "2026-11-21T13:00:00Z"), ("2:30pm", "2026-11-21T13:30:00Z"), ("noon", "2026-11-21T11:00:00Z"),
        ] {
            #expect(try InputWords.moment(text, "--since", now: Sample.now, zone: zone) == Sample.instant(time))
        }
        #expect(try InputWords.moment("2h", "--since", now: Sample.now, zone: zone) == Sample.now - .seconds(7200))
        #expect(throws: FatalError.self) { try InputWords.moment("13pm", "--since", now: Sample.now, zone: zone) }
        #expect(
            try InputWords.moment("tomorrow 6am", "--from", now: Sample.now, zone: zone, .ahead)
                == Sample.instant("2026-11-22T05:00:00Z"))
        #expect(
            try InputWords.moment("yesterday 2:30 pm", "--since", now: Sample.now, zone: zone)
                == Sample.instant("2026-11-20T13:30:00Z"))
        #expect(
            try SettingWords.change(["quiet", "10pm-7am,1:30pm-15:00"]).quiet?.map(\.description) == [
                "22:00-07:00", "13:30-15:00",
            ])
        #expect(
            try SettingWords.change(["quiet", "10pm-7am,", "sat-sun", "10pm-9:30am", "volume", "60"]).quiet?
                .map(\.description) == ["22:00-07:00", "sat,sun 22:00-09:30"])
        #expect(throws: SettingWords.Refusal.self) { try SettingWords.change(["quiet", "tomorrow 10pm-7am"]) }
        guard case .time(let time) = try VoiceSayCommand.parse(["3:45pm"]).subject() else {
            Issue.record("3:45pm is a time")
            return
        }
        #expect(time.hourAndMinute == "15:45")
    }
}
