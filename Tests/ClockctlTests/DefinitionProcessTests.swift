import ClockDomain
import ClockMQTT
import ClockSite
import ClockTestSupport
import ClockWire
import Glibc
import Testing

@testable import ClockctlKit

/// Timers, stopwatches, groups, calendars and the words about their changes.
@Suite("Timers, stopwatches, groups and calendars", .timeLimit(.minutes(2)))
struct DefinitionProcessTests {
    @Test("Timers are started, held, changed and cancelled by id or name")
    func timers() async throws {
        let site = try await StubSite()
        let pasta = try await site.run("timer", "start", "10m", "pasta", "--node", "kitchen", "--sound", "harp")
        #expect(
            pasta.output == "t1 pasta counts 10m in kitchen, rings at 14:51:33\non disk in kitchen\n",
            "\(pasta.errors)")
        #expect(site.book.timers.first?.timer.ring.sound == "harp")
        #expect(try await site.run("timer", "start", "25:00", "--node", "bedroom,office").exitCode == 0)
        #expect(
            try await site.run("timer", "pause", "PASTA").output
                == "t1 pasta is paused with 10m left\non disk in kitchen\n")
        #expect(
            try await site.run("timer", "add", "t1", "5m").output
                == "t1 pasta is paused with 15m left\non disk in kitchen\n")
        #expect(
            try await site.run("timer", "add", "--", "t1", "-90s").output
                == "t1 pasta is paused with 13m 30s left\non disk in kitchen\n")
        #expect(try await site.run("timer", "resume", "pasta").output.contains("counts 13m 30s in kitchen"))
        let list = try await site.run("timer", "list")
        #expect(
            list.output == """
                ID  NAME    LEFT     OF  WHERE            RINGS     STATE
                t1  pasta  13:30  13:30  kitchen          14:55:03  running
                t2  –      25:00  25:00  bedroom, office  15:06:33  running

                """)
        #expect(try await site.run("timer", "list", "--json").output.contains("\"remaining_s\" : 810"))
        _ = try await site.run("timer", "start", "1h", "pasta", "--node", "office")
        let two = try await site.run("timer", "cancel", "pasta")
        #expect(two.exitCode == 65)
        #expect(
            two.errors == "clockctl: 2 timers are called \"pasta\": t1 pasta (kitchen), t3 pasta (office); "
                + "say which by its id\n")
        let none = try await site.run("timer", "cancel", "pastr")
        #expect(none.errors.hasPrefix("clockctl: there is no timer \"pastr\": did you mean pasta"))
        #expect(try await site.run("timer", "cancel", "t3").output == "timer t3 pasta: removed\non disk in office\n")
        await site.end()
    }

    @Test("A timer that speaks names its points, and the rooms whose voice cannot say them")
    func speaks() async throws {
        var status = Sample.healthy
        for index in status.nodes.indices {
            status.nodes[index].voice = VoiceReport(
                name: "english", problems: [], saysDurations: status.nodes[index].id.rawValue == "kitchen")
        }
        let site = try await StubSite(.init(status: status))
        let start = ["timer", "start", "30m", "pasta", "--speak", "--node"]
        let pasta = try await site.clockctl.run(start + ["kitchen"])
        #expect(
            pasta.output
                == "t1 pasta counts 30m in kitchen, rings at 15:11:33, says when these are left: 15m, 10m, 5m, 1m\n"
                + "on disk in kitchen\n")
        #expect(pasta.errors.isEmpty)
        #expect(
            try await site.clockctl.run(start + ["kitchen,bedroom"]).errors
                == "clockctl: warning: bedroom says nothing before the timer rings: its voice english has no clips for "
                + "durations\n")
        #expect(site.book.timers.map(\.timer.speaks) == [true, true])
        let short = try await site.run("timer", "start", "119s", "--speak", "--node", "kitchen")
        #expect(short.exitCode == 64 && short.errors.contains("a timer below two minutes says nothing"))
        await site.end()
    }

    @Test("A sound that none of the nodes has is refused, and one that some have not is warned of")
    func sounds() async throws {
        var status = Sample.healthy
        for index in status.nodes.indices {
            let names = status.nodes[index].id.rawValue == "kitchen" ? ["gong", "rooster"] : ["gong"]
            status.nodes[index].sounds = SoundsReport(folder: "/srv/sounds", names: names, problems: [])
        }
        let site = try await StubSite(.init(status: status))
        let refused = try await site.run("alarm", "add", "7:00", "--node", "bedroom", "--sound", "rooster")
        #expect(refused.exitCode == 65)
        #expect(
            refused.errors == "clockctl: --sound: node bedroom has no sound rooster: put a file of that name into "
                + "/srv/sounds there (rooster.wav, .flac, .mp3, .ogg …), or name a built-in one: harp, bells, marimba, beeps, "
                + "buzzer, siren, spoken\n")
        #expect(site.alarms.isEmpty)
        let slip = try await site.run("timer", "start", "5m", "--node", "bedroom", "--sound", "gonk")
        #expect(slip.exitCode == 65 && slip.errors.contains("did you mean gong?"), "\(slip.errors)")
        let warned = try await site.run("alarm", "add", "7:00", "--node", "kitchen,bedroom", "--sound", "rooster")
        #expect(warned.exitCode == 0)
        #expect(warned.errors.hasPrefix("clockctl: warning: node bedroom has no sound rooster"), "\(warned.errors)")
        #expect(try await site.run("timer", "start", "5m", "--node", "kitchen", "--sound", "rooster").errors.isEmpty)
        let moved = try await site.run("alarm", "edit", "a1", "--node", "bedroom")
        #expect(moved.exitCode == 65 && moved.errors.contains("no sound rooster"), "\(moved.errors)")
        await site.end()
    }

    @Test("A stopwatch is started, lapped, held and taken away")
    func stopwatch() async throws {
        let site = try await StubSite()
        #expect(try await site.run("stopwatch", "start", "run").output.hasPrefix("stopwatch s1 run: added"))
        site.coordinator.change { $0.status.now = Sample.now + .milliseconds(61_230) }
        #expect(try await site.run("stopwatch", "lap", "run").output == "s1 run  1:01.23  running, lap 1 in 1:01.23\n")
        #expect(try await site.run("stopwatch", "stop", "s1").output == "s1 run  1:01.23  stopped, lap 1 in 1:01.23\n")
        #expect(try await site.run("stopwatch", "stop", "s1").output == "nothing changed: that was done already\n")
        #expect(try await site.run("stopwatch", "show", "run").output.contains("  1  1:01.23  1:01.23\n"))
        #expect(try await site.run("stopwatch", "list", "--json").output.contains("\"elapsed_s\" : 61.23"))
        #expect(try await site.run("stopwatch", "reset", "run").output == "s1 run  0:00.00  stopped\n")
        #expect(try await site.run("stopwatch", "resume", "run").exitCode == 0)
        #expect(try await site.run("stopwatch", "rm", "run").output == "stopwatch s1 run: removed\n")
        await site.end()
    }

    @Test("Groups are made, filled, emptied and taken away")
    func groups() async throws {
        let site = try await StubSite()
        #expect(try await site.run("node", "group", "add", "upstairs", "office").output == "upstairs is office\n")
        #expect(
            try await site.run("node", "group", "add", "upstairs", "bedroom,office").output
                == "upstairs is bedroom, office\n")
        #expect(try await site.run("node", "group", "list").output == "GROUP     NODES\nupstairs  bedroom, office\n")
        let absent = try await site.run("node", "group", "remove", "upstairs", "kitchen")
        #expect(absent.errors == "clockctl: node \"kitchen\" is not in group upstairs, which has bedroom, office\n")
        let unknown = try await site.run("node", "group", "add", "upstairs", "cellar")
        #expect(unknown.exitCode == 65)
        #expect(try await site.run("node", "group", "remove", "upstairs", "office").output == "upstairs is bedroom\n")
        #expect(try await site.run("node", "group", "remove", "upstairs", "bedroom").exitCode == 65)
        #expect(try await site.run("node", "group", "remove", "upstairs").output == "group upstairs: removed\n")
        await site.end()
    }

    @Test("Somebody else was quicker: a group, a calendar and a day keep what they made of it")
    func conflicts() async throws {
        let site = try await StubSite()
        let folder = try TemporaryFolder("conflicts")
        let file = try folder.write(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20271225\nEND:VEVENT\nEND:VCALENDAR\n", to: "de.ics")
        let group = NodeGroup(id: GroupID("upstairs")!, nodes: [NodeID("bedroom")!])
        let closed = HolidayCalendar(name: "de", days: [])
        let school = Timetable(
            name: "school", weeks: [.init(days: WeekdaySet(from: .monday, through: .friday), program: "regular")])
        site.coordinator.change { $0.book.timetables = [school] }
        let cases: [(Change, [String])] = [
            (.setGroup(group), ["node", "group", "add", "upstairs", "kitchen"]),
            (.setHolidays(closed), ["holidays", "import", file, "--name", "de"]),
            (.setTimetable(Timetable(name: "school")), ["program", "holidays", "school", "off"]),
            (.setTimetable(school), ["day", "2027-11-24", "none"]),
        ]
        for (quicker, command) in cases {
            site.coordinator.change { $0.book.meanwhile = [quicker] }
            let lost = try await site.clockctl.run(command)
            #expect(lost.exitCode == 75 && lost.output.isEmpty, "\(command): \(lost.errors)")
            #expect(lost.errors == "clockctl: it has changed since\n")
            #expect(try await site.clockctl.run(command).exitCode == 0, "\(command)")
        }
        #expect(site.book.groups.map(\.nodes.count) == [2])
        await site.end()
    }

    @Test("A calendar file is taken with its holidays; a broken one is refused by line")
    func holidays() async throws {
        let site = try await StubSite()
        let folder = try TemporaryFolder("holidays")
        let file = try folder.write(
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VEVENT
            UID:1
            DTSTART;VALUE=DATE:20250101
            RRULE:FREQ=YEARLY
            SUMMARY:New Year
            END:VEVENT
            END:VCALENDAR

            """, to: "school.ics")
        let taken = try await site.run("holidays", "import", file, "--name", "school")
        #expect(taken.exitCode == 0, "\(taken.errors)")
        #expect(taken.output.hasPrefix("school has 10 entries from "))
        #expect(site.book.holidays.first?.days.count == 10)
        #expect(try await site.run("holidays", "show", "school").output.contains("New Year"))
        #expect(try await site.run("holidays", "list").output.contains("school       10"))
        let unknown = try await site.run("holidays", "show", "scool")
        #expect(unknown.errors == "clockctl: there is no holiday calendar \"scool\": did you mean school?\n")
        #expect(try await site.run("holidays", "rm", "school").output == "holidays school: removed\n")
        let gone = try await site.run("holidays", "rm", "school")
        #expect(gone.exitCode == 65 && gone.errors.contains("there is no holiday calendar"), "\(gone.errors)")
        let missing = try await site.run("holidays", "import", file + "x", "--name", "school")
        #expect(missing.exitCode == 66)
        try folder.write("BEGIN:VCALENDAR\nBEGIN:VEVENT\nnonsense\nEND:VEVENT\nEND:VCALENDAR\n", to: "school.ics")
        let broken = try await site.run("holidays", "import", file, "--name", "school")
        #expect(broken.exitCode == 65)
        #expect(broken.errors.hasPrefix("clockctl: \(file): line 3: "), "\(broken.errors)")
        await site.end()
    }

    @Test("an event that is not understood leaves the calendar as it was; --partial takes the others")
    func partialHolidays() async throws {
        let site = try await StubSite()
        let folder = try TemporaryFolder("holidays")
        func event(_ lines: String) -> String { "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n" }
        func file(_ events: String...) throws -> String {
            try folder.write("BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR\n", to: "school.ics")
        }
        let newYear = event("DTSTART:20260101\nRRULE:FREQ=YEARLY")
        #expect(try await site.run("holidays", "import", try file(newYear), "--name", "school").exitCode == 0)
        let before = site.book.holidays
        let odd = try file(event("DTSTART:20260501\nRRULE:FREQ=HOURLY"), event("DTSTART:20260502\nRRULE:FREQ=WEEKLY"))
        let refused = try await site.run("holidays", "import", odd, "--name", "school")
        #expect(refused.exitCode == 65 && refused.output.isEmpty && site.book.holidays == before)
        #expect(refused.errors.contains("line 4: RRULE with FREQ=HOURLY is not supported"), "\(refused.errors)")
        let partial = try await site.run("holidays", "import", odd, "--name", "school", "--partial")
        #expect(partial.exitCode == 0 && site.book.holidays != before)
        #expect(partial.errors.contains("left out: line 4: RRULE with FREQ=HOURLY"), "\(partial.errors)")
        await site.end()
    }

    @Test("changes follows what people do, tells of a gap, and as JSON has the old and the new")
    func changes() async throws {
        let site = try await StubSite()
        let folder = try TemporaryFolder("changes")
        func follow(_ name: String, _ arguments: [String]) throws -> TestProcess {
            try TestProcess(
                ClockctlProcess.path(), ["changes"] + arguments,
                environment: ["CLOCKSMITH_BROKER_PORT": "\(site.broker.port)", "TZ": "Europe/Berlin"],
                outputFile: folder.file(name))
        }
        let text = try follow("text", [])
        let json = try follow("json", ["--json"])
        try await waitUntil("both follow") {
            site.broker.log.split(separator: "\n").count { $0.contains("clock/v1/home/change (QoS") } == 2
        }
        _ = try await site.run("alarm", "add", "7:00", "--days", "mon-fri", "--label", "Work", "--node", "bedroom")
        _ = try await site.run("alarm", "edit", "a1", "7:15", "--volume", "70")
        _ = try await site.run("alarm", "off", "a1")
        _ = try await site.run("timer", "start", "90s", "--node", "kitchen")
        try site.coordinator.publish(
            MQTTMessage(
                topic: Topics(site: Sample.site).change,
                payload: WireCodec.encode(
                    ChangeEvent(
                        number: 9, at: Sample.now,
                        old: .group(NodeGroup(id: Sample.group("up"), nodes: [Sample.id("attic")])), new: nil))))
        try await waitUntil("all is told") {
            text.output.contains("group up") && json.output.contains("\"number\":9")
        }
        #expect(
            text.output == """
                14:41:33 alarm a1 Work: added, on, 07:00, Mon–Fri, in bedroom, label Work
                14:41:33 alarm a1 Work: 07:00 -> 07:15, volume – -> 70 %
                14:41:33 alarm a1 Work: on -> off
                14:41:33 timer t2: added, 1:30, running until 14:43:03, in kitchen
                clockctl: warning: 4 changes before this one were not heard
                14:41:33 group up: removed

                """)
        #expect(json.output.split(separator: "\n").count == 6)
        #expect(json.output.contains("\"old\":{\"alarm\":"))
        text.signal(SIGINT)
        #expect(text.wait(timeout: .seconds(20)) == 128 + SIGINT)
        json.kill()
        await site.end()
    }

    @Test("changes --since prints what the store has, oldest first, with who did it")
    func earlierChanges() async throws {
        let site = try await StubSite()
        _ = try await site.run("node", "group", "add", "upstairs", "office")
        _ = try await site.run("node", "group", "remove", "upstairs")
        let old = NodeGroup(id: Sample.group("up"), nodes: [Sample.id("attic")])
        site.coordinator.change {
            $0.book.told.insert(
                ChangeEvent(number: 3, at: Sample.now, old: nil, new: .group(old), by: "anna@laptop"), at: 0)
            $0.book.told.append(ChangeEvent(number: 0, at: Sample.now - .hours(100), old: .group(old), new: nil))
        }
        let all = try await site.run("changes", "--since", "2026-11-21")
        #expect(
            all.output == """
                2026-11-21 14:41:33 group upstairs: added, nodes office
                2026-11-21 14:41:33 group upstairs: removed
                2026-11-21 14:41:33 group up: added, nodes attic · anna@laptop

                """)
        let json = try await site.run("changes", "--since", "2026-11-21", "--json")
        #expect(
            json.output.split(separator: "\n").map { $0.contains("\"by\":\"anna@laptop\"") } == [false, false, true])
        let none = try await site.run("changes", "--since", "2026-11-20", "--until", "2026-11-21")
        #expect(none.output == "Nothing is on record for this.\n" && none.exitCode == 0)
        let wrong = try await site.run("changes", "--until", "2026-11-21")
        #expect(wrong.exitCode == 64 && wrong.errors.contains("--until needs --since"), "\(wrong.errors)")
        await site.end()
    }

    @Test("undo says what it took back and what is now so, and changes says what was taken back")
    func undo() async throws {
        let site = try await StubSite()
        let earlier = ChangeEvent(number: 41, at: Sample.now - .minutes(10), old: nil, new: nil, by: "anna")
        let alarm = Sample.alarm(3, "Work")
        var later = alarm
        later.alarm.schedule.time = LocalTime(hour: 7, minute: 30)!
        let group = NodeGroup(id: Sample.group("up"), nodes: [Sample.id("office")])
        for (old, new, said) in [
            (
                nil, DefinedObject.alarm(alarm),
                "back again: a3 Work rings Mon–Fri 07:00 in bedroom, next Mon 07:00 (in 1 d 16 h)"
            ),
            (
                .alarm(later), .alarm(alarm),
                "taken back: alarm a3 Work: 07:30 -> 07:00; a3 Work rings Mon–Fri 07:00 in bedroom, next Mon 07:00 (in 1 d 16 h)"
            ),
            (.group(group), nil, "taken back: group up: removed"),
            (nil, .group(group), "back again: group up: added, nodes office"),
        ] as [(DefinedObject?, DefinedObject?, String)] {
            let event = ChangeEvent(
                number: 42, at: Sample.now, old: old, new: new, by: "ben", undoes: UndoneChange(earlier))
            site.coordinator.change {
                $0.undos = [event]
                $0.book.told = [event]
            }
            let undone = try await site.run("undo", "--as", "ben")
            let taken = " · takes back the change of 14:31 by anna"
            #expect(undone.output.hasPrefix(said + taken + "\n"), "\(undone)")
            #expect(undone.output.contains("on disk in bedroom") == (old?.alarm ?? new?.alarm != nil))
            let changes = try await site.run("changes", "--since", "2026-11-21")
            #expect(changes.output.hasSuffix(" · ben\(taken)\n"), "\(changes.output)")
        }
        _ = try await site.run("undo", "41", "--as", "ben")
        let asked = try site.coordinator.requests.filter { $0.verb == UndoRequest.verb }.map {
            try WireCodec.decode(UndoRequest.self, from: $0.payload)
        }
        #expect(asked.last == UndoRequest(change: 41, by: "ben") && asked.first == UndoRequest(by: "ben"))
        await site.end()
    }

    @Test("A follower whose reader has gone ends")
    func readerGone() async throws {
        let site = try await StubSite()
        let folder = try TemporaryFolder("changes")
        let process = try TestProcess(
            "sh", ["-c", "\"$CLOCKCTL\" changes | head -n 1"],
            environment: ["CLOCKCTL": ClockctlProcess.path(), "CLOCKSMITH_BROKER_PORT": "\(site.broker.port)"],
            outputFile: folder.file("out"))
        try await waitUntil("it follows") { site.broker.log.contains("clock/v1/home/change (QoS") }
        try await waitUntil("it has ended") {
            _ = try await site.run("node", "group", "add", "upstairs", "office")
            _ = try await site.run("node", "group", "remove", "upstairs")
            return !process.isRunning
        }
        await site.end()
    }
}
