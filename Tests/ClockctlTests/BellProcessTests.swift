import ClockDomain
import ClockRuntime
import ClockTestSupport
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

/// Programs, days and months with the built program, a real broker and a coordinator that answers from a table. It is
/// Saturday, 2026-11-21, 14:41 in Berlin.
@Suite("Programs of bells and days by hand", .timeLimit(.minutes(3)))
struct BellProcessTests {
    private static let list = """
        Regular day
        8:10 First bell
        Period 1: 8:15 - 9:00
        Period 2  9:05 – 9:50
        12:22 Lunch
        1:00 Dismissal
        """

    private func site(_ state: StubCoordinator.State = .init(status: Sample.healthy)) async throws -> StubSite {
        try await StubSite(state)
    }

    private func site(timetable: Timetable, bells: [AlarmDefinition] = Sample.bells) async throws -> StubSite {
        var state = StubCoordinator.State(status: Sample.healthy)
        (state.book.timetables, state.book.alarms) = ([timetable], bells)
        state.book.holidays = [Sample.school]
        return try await StubSite(state)
    }

    @Test("A program is made from a pasted list, listed, shown, replaced and removed")
    func life() async throws {
        let site = try await site()
        let folder = try TemporaryFolder("bells")
        try folder.write(Self.list, to: "bells.txt")
        let file = folder.file("bells.txt")
        let tried = try await site.run("program", "add", "school/regular", file, "--all", "--dry-run")
        #expect(tried.exitCode == 0, "\(tried.errors)")
        #expect(tried.output.contains("08:10  First bell") && tried.output.contains("13:00  Dismissal"))
        #expect(tried.output.hasSuffix("nothing is stored: --dry-run\n") && site.alarms.isEmpty)
        let added = try await site.run(
            "program", "add", "school/regular", file, "--node", "bedroom", "kitchen", "--sound", "harp", "--days",
            "mon-fri")
        #expect(added.exitCode == 0, "\(added.errors)")
        #expect(
            added.output.hasSuffix(
                "school/regular has 7 bells, 08:10 to 13:00, next Mon 08:10\non disk in bedroom, kitchen\n"),
            "\(added.output)")
        #expect(site.book.timetables.map(\.weeks) == [[.init(days: .workdays, program: "regular")]])
        #expect(site.coordinator.requests.count { $0.verb == ChangeRequest.verb } == 1)
        let first = try #require(site.alarms.first)
        #expect(first.alarm.ring.plays == 1 && first.alarm.ring.sound == "harp" && first.alarm.misfire == .bell)

        let again = try await site.run("program", "add", "regular", file, "--all")
        #expect(again.exitCode == 65 && again.errors.contains("clockctl program edit school/regular FILE replaces"))
        let listed = try await site.run("program", "list")
        #expect(listed.output.contains("school/regular      7  08:10–13:00  Mon–Fri  Mon 08:10  bedroom, kitchen"))
        #expect(try await site.run("program", "show", "regular", "--json").output.contains("\"count\" : 7"))
        #expect(try await site.run("alarm", "list").output == "7 bells of 1 program: clockctl program list\n")
        #expect(try await site.run("alarm", "list", "--bells").output.split(separator: "\n").count == 8)

        try folder.write("8:10 First bell\n8:20 Period 1\n", to: "bells.txt")
        let edited = try await site.run("program", "edit", "regular", file, "--volume", "70")
        #expect(edited.exitCode == 0, "\(edited.errors)")
        #expect(edited.output.contains("1 bell added, 6 removed, 1 changed, 0 as they were\n"))
        #expect(site.alarms.map(\.alarm.id.number).first == first.alarm.id.number && site.alarms.count == 2)
        #expect(site.alarms.allSatisfy { $0.alarm.ring.volume == Volume(percent: 70) && $0.alarm.ring.sound == "harp" })
        let unasked = try await site.run("program", "rm", "school/regular")
        #expect(unasked.exitCode == 64 && unasked.errors.contains("say --yes to do it") && site.alarms.count == 2)
        let removed = try await site.run("program", "rm", "school/regular", "--yes")
        #expect(removed.output.contains("and the timetable school, of which it is the last\n"), "\(removed.output)")
        #expect(removed.output.contains("school/regular is removed, with 2 bells\n"))
        #expect(site.alarms.isEmpty && site.book.timetables.isEmpty)
        await site.end()
    }

    @Test("Periods make a list; what is no list is refused with its line")
    func periods() async throws {
        let site = try await site()
        let added = try await site.run(
            "program", "add", "school/short", "--periods", "2x40", "--between", "3", "--from", "8:10", "--warning",
            "3m",
            "--room", "office")
        #expect(added.exitCode == 0, "\(added.errors)")
        #expect(added.output.contains("no day has it yet: clockctl program days school/short mon-fri"))
        #expect(site.alarms.map(\.alarm.schedule.time.hourAndMinute).first == "08:07")
        let folder = try TemporaryFolder("bells")
        try folder.write("8:10 First bell\n25:00 Never\n", to: "bad.txt")
        let bad = try await site.run("program", "add", "school/bad", folder.file("bad.txt"), "--all")
        #expect(bad.exitCode == 65 && bad.errors.contains("line 2"), "\(bad.errors)")
        // Two bells at once are one to the people in the room.
        try folder.write("12:05 Lunch B\n12:05 4th period\n1:05 5th period\n", to: "lunches.txt")
        let lunches = try await site.run(
            "program", "add", "school/lunches", folder.file("lunches.txt"), "--all", "--dry-run")
        #expect(lunches.output.contains("12:05  Lunch B / 4th period "), "\(lunches.output)")
        for (line, words) in [
            ("program add school/x --all", "which bells?"),
            ("program add school/x bells.txt", "where shall they ring?"),
            ("program add school/x bells.txt --periods 2x40 --from 8:10 --all", "not both"),
            ("program add school/x --periods 2x40 --all", "--periods needs --from"),
            ("program add school/x --periods two --from 8:10 --all", "like 8x40"),
            ("program add school/x bells.txt --all --plays off", "a program's bells end by themselves"),
            ("program edit school/short", "what shall be changed?"),
        ] {
            let refused = try await site.clockctl.run(line.split(separator: " ").map(String.init))
            #expect(refused.exitCode == 64 && refused.errors.contains(words), "\(line): \(refused.errors)")
        }
        await site.end()
    }

    @Test("Rules give days their programs, and the answer says the next days")
    func rules() async throws {
        let site = try await site(timetable: Timetable(name: "school"))
        func timetable() throws -> Timetable { try #require(site.book.timetables.first) }
        let days = try await site.run("program", "days", "school/regular", "mon-fri", "--from", "2026-11-24")
        #expect(days.exitCode == 0, "\(days.errors)")
        #expect(days.output.contains("next days: Sat 21 Nov –, Sun 22 Nov –, Mon 23 Nov –, Tue 24 Nov regular,"))
        #expect(try await site.run("program", "days", "regular", "tue", "wed").exitCode == 0)
        #expect(try timetable().weeks.map(\.days) == [WeekdaySet([.tuesday, .wednesday])])
        #expect(try await site.run("program", "dates", "early", "2026-11-25..2026-11-26,2026-12-01").exitCode == 0)
        let none = try await site.run("program", "dates", "none", "26", "November")
        #expect(none.output.contains("Wed 25 Nov early, Thu 26 Nov –, Fri 27 Nov –"), "\(none.output)\(none.errors)")
        #expect(try await site.run("program", "dates", "school", "off", "2026-12-01").exitCode == 0)
        #expect(
            try timetable().dates == [
                .init(on: Sample.span("2026-11-25"), program: "early"),
                .init(on: Sample.span("2026-11-26"), program: nil),
            ])
        #expect(
            try await site.run("program", "cycle", "school", "regular", "early", "--start", "2026-11-30").exitCode == 0)
        #expect(try timetable().cycle?.programs == ["regular", "early"])
        let kept = try await site.run("program", "rm", "early", "--yes")
        #expect(kept.exitCode == 65 && kept.errors.contains("clockctl program cycle school off"), "\(kept.errors)")
        #expect(try await site.run("program", "cycle", "off").exitCode == 0)
        let closed = try await site.run("program", "holidays", "school", "school", "--event", "Staff=early")
        #expect(closed.exitCode == 0 && closed.output.contains("Mon 23 Nov early"), "\(closed.output)\(closed.errors)")
        let unknown = try await site.run("program", "holidays", "school", "nowhere")
        #expect(unknown.exitCode == 65 || unknown.exitCode == 64, "\(unknown.errors)")
        #expect(try await site.run("program", "rm", "early", "--yes").exitCode == 0)
        #expect(try timetable().events.isEmpty && timetable().dates.count == 1)
        await site.end()
    }

    @Test("A day is shown, changed by hand part by part, and goes back to the rules")
    func day() async throws {
        var state = StubCoordinator.State(status: Sample.healthy)
        state.status.now = Sample.instant("2026-11-24T04:52:30Z")
        (state.book.timetables, state.book.alarms) = ([Sample.timetable], Sample.bells)
        state.book.holidays = [Sample.school]
        let site = try await site(state)
        func hand() throws -> [Timetable.HandRule] { try #require(site.book.timetables.first).hand }
        let shown = try await site.run("day")
        #expect(shown.output.hasPrefix("Tuesday, 24 November: regular, by the day of the week\nTIME   BELL"))
        let tried = try await site.run("day", "set", "early", "--dry-run")
        #expect(tried.output.contains("early, set by hand") && tried.output.hasSuffix("nothing is stored: --dry-run\n"))
        #expect(try hand().isEmpty)
        let set = try await site.run("day", "set", "early")
        #expect(
            set.output == "Tuesday, 24 November: early, set by hand by office at 05:52, instead of regular\n"
                + "next bells 08:10 Period 1 (in 2 h 17 min), then 11:30 Dismissal\non disk in bedroom, kitchen\n",
            "\(set.output)\(set.errors)")
        #expect(try hand().first?.parts.map(\.since) == [Sample.at("05:53")])
        #expect(try await site.run("day", "delay", "20m").output.contains("next bells 08:30 Period 1"))
        #expect(try hand().first?.parts.map(\.program) == [.named("early")])
        #expect(try await site.run("day", "until", "11:00").output.contains("next and last bell 11:50 Dismissal"))
        // Later that day: what was so far stays, and from now on the rules decide.
        site.coordinator.change { $0.status.now = Sample.instant("2026-11-24T11:00:00Z") }
        let cleared = try await site.run("day", "clear")
        #expect(cleared.output.contains("regular again, set by hand"), "\(cleared.output)\(cleared.errors)")
        #expect(try hand().first?.parts.count == 2)
        #expect(try await site.run("day", "tomorrow", "none").output.contains("no bell is to come that day\n"))
        #expect(try hand().last?.parts == [Sample.part("00:00", Timetable.ProgramChoice.none, madeAt: site.now)])
        #expect(try await site.run("day", "tomorrow", "clear").exitCode == 0)
        #expect(try hand().count == 1)
        let over = try await site.run("day", "2026-11-20", "none")
        #expect(over.exitCode == 65 && over.errors.contains("2026-11-20 is over"))
        let unknown = try await site.run("day", "set", "earlyy")
        #expect(unknown.exitCode == 65 && unknown.errors.contains("did you mean"), "\(unknown.errors)")
        let json = try await site.run("day", "--json")
        #expect(json.output.contains("\"by_hand\"") && json.output.contains("\"sentence\""))
        let month = try await site.run("days")
        #expect(month.output.contains("school  November 2026") && month.output.contains("24 regular"))
        #expect(try await site.run("days", "--month", "next", "--json").output.contains("\"2026-12-31\""))
        await site.end()
    }

    @Test("A change for all timetables is one request; set changes the one that has the program")
    func severalTimetables() async throws {
        var state = StubCoordinator.State(status: Sample.healthy)
        state.book.timetables = [
            Sample.timetable, Timetable(name: "upper", weeks: [.init(days: .everyDay, program: "u")]),
        ]
        state.book.alarms = Sample.bells + [Sample.bell(31, "Gong", "07:30", "upper/u", nodes: ["office"])]
        state.book.holidays = [Sample.school]
        let site = try await site(state)
        let none = try await site.run("day", "tomorrow", "none")
        #expect(none.exitCode == 0, "\(none.errors)")
        #expect(
            none.output.contains("upper  Sunday, 22 November: no bells, set by hand by office at 14:41, instead of u"))
        #expect(site.book.timetables.allSatisfy { $0.hand.count == 1 })
        #expect(site.coordinator.requests.count { $0.verb == ChangeRequest.verb } == 1)
        #expect(try await site.run("day", "tomorrow", "clear", "--timetable", "upper").exitCode == 0)
        #expect(site.book.timetables.map(\.hand.count) == [1, 0])
        #expect(try await site.run("day", "monday", "set", "u").exitCode == 0)
        #expect(site.book.timetables.map(\.hand.count) == [1, 1])
        let unsaid = try await site.run("program", "dates", "none", "2026-12-24")
        #expect(unsaid.exitCode == 64 && unsaid.errors.contains("several timetables"), "\(unsaid.errors)")
        let missing = try await StubSite()
        #expect(try await missing.run("day").errors.contains("there is no timetable yet"))
        await missing.end()
        await site.end()
    }

    @Test("A bell of its own is played n times, and --plays off makes an alarm of it")
    func plays() async throws {
        let site = try await site()
        let added = try await site.run("alarm", "add", "12:00", "--days", "daily", "--node", "office", "--plays", "2")
        #expect(
            added.output
                == "a1 rings daily 12:00 in office, played twice, next tomorrow 12:00 (in 21 h 18 min)\n"
                + "on disk in office\n",
            "\(added.output)\(added.errors)")
        let bell = try #require(site.alarms.first?.alarm)
        #expect(
            bell.ring
                == RingStyle(
                    sound: "bells", volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 0,
                    tellsUnanswered: false,
                    plays: 2))
        #expect(bell.misfire == .bell)
        #expect(try await site.run("alarm", "edit", "a1", "--plays", "off").exitCode == 0)
        #expect(site.alarms.first?.alarm.ring.plays == nil)
        for wrong in ["0", "21", "often"] {
            let refused = try await site.run("alarm", "edit", "a1", "--plays", wrong)
            #expect(
                refused.exitCode == 64 && refused.errors.contains("is neither 1 to 20 nor off"), "\(refused.errors)")
        }
        await site.end()
    }

    @Test("A site with programs goes through export and import")
    func portable() async throws {
        var timetable = Sample.timetable
        timetable.hand = [.init(date: Sample.date("2026-12-02"), parts: [Sample.part("00:00", .named("early"))])]
        timetable.cycle = .init(start: Sample.date("2026-12-07"), days: .workdays, programs: ["regular", "early"])
        timetable.events = [.init(words: "Staff", program: "early")]
        let source = try await site(timetable: timetable)
        let folder = try TemporaryFolder("portable")
        let file = folder.file("school.yaml")
        let exported = try await source.run("export", file)
        #expect(exported.output.contains("timetables 1, alarms 5"), "\(exported.output)\(exported.errors)")
        #expect(folder.read("school.yaml").contains("program: school/regular"))
        let same = try await source.run("import", file)
        #expect(same.output.contains("0 changed"), "\(same.output)\(same.errors)")
        let target = try await site()
        let imported = try await target.run("import", file)
        #expect(imported.exitCode == 0, "\(imported.errors)")
        var got = try #require(target.book.timetables.first)
        #expect(got.hand.map(\.date) == timetable.hand.map(\.date))
        got.hand = timetable.hand
        #expect(got == timetable)
        #expect(target.alarms.map { AlarmDraft($0).portable } == Sample.bells.map { AlarmDraft($0).portable })
        await target.end()
        await source.end()
    }
}

extension StubSite {
    fileprivate var now: WallTime { coordinator.state.status.now }
}
