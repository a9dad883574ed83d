import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Testing

@testable import ClockctlKit

/// Alarms as people set them, with a real broker and a coordinator that answers from a table.
@Suite("Setting alarms", .timeLimit(.minutes(2)))
struct AlarmProcessTests {
    private func site(_ state: StubCoordinator.State = .init(status: Sample.healthy)) async throws -> StubSite {
        try await StubSite(state)
    }

    @Test("An alarm is added as it was said, listed, shown, changed, switched and removed")
    func life() async throws {
        let site = try await site()
        let added = try await site.run(
            "alarm", "add", "7:00", "--days", "mon-fri", "--label", "Work", "--node", "bedroom", "--ramp", "60s",
            "--snooze", "5m")
        #expect(added.errors.isEmpty && added.exitCode == 0)
        #expect(
            added.output == "a1 Work rings Mon–Fri 07:00 in bedroom, next Mon 07:00 (in 1 d 16 h)\non disk in bedroom\n"
        )
        let once = try await site.run("alarm", "add", "tomorrow 6am", "--node", "kitchen", "--zone", "America/New_York")
        #expect(
            once.output
                == "a2 rings 2026-11-22 06:00 (America/New_York) in kitchen, next tomorrow 12:00 (in 21 h 18 min)\n"
                + "on disk in kitchen\n")

        let list = try await site.run("alarm", "list")
        #expect(
            list.output == """
                ID  TIME   ZONE              DAYS        LABEL  WHERE    NEXT            STATE
                a1  07:00  –                 Mon–Fri     Work   bedroom  Mon 07:00       on
                a2  06:00  America/New_York  2026-11-22  –      kitchen  tomorrow 12:00  on

                """)
        let show = try await site.run("alarm", "show", "a1")
        #expect(show.output.contains("sound     bells, the node's volume, from quiet over 60 s\n"))
        #expect(show.output.contains("next      Mon 07:00 (in 1 d 16 h)\n            Tue 07:00\n"))

        let edited = try await site.run("alarm", "edit", "a1", "6:45", "--days", "mon-thu", "--volume", "70")
        #expect(
            edited.output
                == "a1 Work rings Mon–Thu 06:45 in bedroom, next Mon 06:45 (in 1 d 16 h)\non disk in bedroom\n")
        let definition = try #require(site.alarms.first)
        #expect(definition.alarm.revision == 2)
        #expect(definition.alarm.ring.rampSeconds == 60)
        #expect(definition.alarm.ring.snoozeMinutes == 5)
        #expect(definition.alarm.ring.volume == Volume(percent: 70))

        #expect(
            try await site.run("alarm", "off", "a1,a2").output
                == "a1 Work is off\na2 is off\non disk in bedroom, kitchen\n")
        #expect(try await site.run("alarm", "off", "a1").output == "nothing changed: that was done already\n")
        #expect(try await site.run("alarm", "on", "a1").exitCode == 0)
        let json = try await site.run("alarm", "list", "--json")
        #expect(json.output.contains("\"next\" : \"2026-11-23T05:45:00.000Z\""))
        let removed = try await site.run("alarm", "rm", "a1", "a2")
        #expect(removed.output == "alarm a1 Work: removed\nalarm a2: removed\non disk in bedroom, kitchen\n")
        #expect(try await site.run("alarm", "list").output.hasPrefix("No alarm is set."))
        await site.end()
    }

    @Test("An alarm repeats after some weeks or each month, as people say it, and is edited like any other")
    func rules() async throws {
        let site = try await site()
        let bins = try await site.run(
            "alarm", "add", "every", "other", "thursday", "at", "19:00", "--label", "Bins", "--node", "kitchen")
        #expect(bins.exitCode == 0, "\(bins.errors)")
        #expect(
            bins.output
                == "a1 Bins rings every 2 weeks on Thu 19:00 in kitchen, next Thu 19:00 (in 5 d 4 h), then 10 Dec 19:00\n"
                + "on disk in kitchen\n")
        let rent = try await site.run(
            "alarm", "add", "9:00", "--days", "last", "day", "of", "the", "month", "--label", "Rent", "--node",
            "kitchen")
        #expect(rent.output.hasPrefix("a2 Rent rings monthly on the last day 09:00 in kitchen, next "), "\(rent)")
        _ = try await site.run("alarm", "edit", "a1", "18:30", "--label", "Bins out")
        let thursday = CivilDate(iso8601: "2026-11-26")!
        #expect(
            site.alarms.first?.alarm.schedule.repetition
                == .recurring(.weeks(2, WeekdaySet([.thursday]), from: thursday)))
        // Said again later, in a week between, it keeps its weeks.
        _ = try await site.run(
            "alarm", "edit", "a1", "every", "other", "thu", "at", "18:30", "from", "2026-12-03", "--label", "Bins")
        _ = try await site.run("alarm", "edit", "a1", "every other thursday at 18:45")
        #expect(
            site.alarms.first?.alarm.schedule.repetition
                == .recurring(.weeks(2, WeekdaySet([.thursday]), from: CivilDate(iso8601: "2026-12-03")!)))
        let once = try await site.run("alarm", "edit", "a1", "tomorrow 7:00")
        #expect(
            once.exitCode == 64 && once.errors.contains("it rings every 2 weeks on Thu, and tomorrow would end that"))
        _ = try await site.run("alarm", "edit", "a2", "--days", "first", "monday", "of", "the", "month")
        #expect(try await site.run("alarm", "list").output.contains("monthly on the 1st Mon"))
        let odd = try await site.run("alarm", "add", "every third friday at 8", "--node", "kitchen")
        #expect(odd.exitCode == 64 && odd.errors.contains("every 3 weeks on mon 8:00"), "\(odd.errors)")
        await site.end()
    }

    @Test("An alarm speaks between its rings while somebody wants that")
    func speaks() async throws {
        let site = try await site()
        _ = try await site.run("alarm", "add", "7:00", "--label", "Work", "--node", "bedroom", "--speak")
        #expect(site.alarms.map(\.alarm.speaks) == [true])
        let show = try await site.run("alarm", "show", "a1")
        #expect(show.output.contains("the label and the time, between rings"), "\(show.output)")
        _ = try await site.run("alarm", "edit", "a1", "--label", "Job")
        #expect(site.alarms.map(\.alarm.speaks) == [true])
        _ = try await site.run("alarm", "edit", "a1", "--no-speak")
        #expect(site.alarms.map(\.alarm.speaks) == [false])
        await site.end()
    }

    @Test("An alarm is heard now by a timer with its ring in its rooms")
    func hear() async throws {
        let site = try await site()
        _ = try await site.run(
            "alarm", "add", "7:00", "--days", "daily", "--label", "Work", "--node", "bedroom", "--ramp", "60s",
            "--volume", "70", "--limit", "30m")
        let heard = try await site.run("alarm", "test", "work")
        #expect(heard.exitCode == 0, "\(heard.errors)")
        #expect(
            heard.output
                == "Test of a1 Work rings in bedroom in 3 seconds; clockctl stop ends it\non disk in bedroom\n")
        let alarm = try #require(site.alarms.first)
        let timer = try #require(site.book.timers.first)
        #expect(timer.targets == alarm.targets && timer.timer.name == "Test of a1 Work" && timer.timer.seconds == 3)
        var ring = alarm.alarm.ring
        (ring.limitMinutes, ring.tellsUnanswered) = (3, false)
        #expect(timer.timer.ring == ring && alarm.alarm.revision == 1)
        let unknown = try await site.run("alarm", "test", "a9")
        #expect(unknown.exitCode == 65 && unknown.output.isEmpty, "\(unknown.errors)")
        await site.end()
    }

    @Test("An edit that lost the race changes nothing, and tells who won with both revisions")
    func conflict() async throws {
        let site = try await site()
        _ = try await site.run("alarm", "add", "7:00", "--days", "daily", "--label", "Work", "--node", "bedroom")
        let work = try #require(site.alarms.first)
        var quicker = AlarmDraft(work)
        quicker.schedule.time = try #require(LocalTime(hourAndMinute: "07:15"))
        let change = Change.editAlarm(work.alarm.id, revision: 1, quicker)
        site.coordinator.change { $0.book.meanwhile = [change] }
        let lost = try await site.run("alarm", "edit", "a1", "6:00")
        #expect(lost.exitCode == 75)
        #expect(lost.output.isEmpty)
        #expect(
            lost.errors == "clockctl: somebody else changed a1 in the meantime: this was made from revision 1, it has "
                + "revision 2 now. Nothing was changed; it is: a1 Work rings daily 07:15 in bedroom, next tomorrow 07:15 "
                + "(in 16 h 33 min). Look at it, and run the command again\n")
        #expect(site.alarms.first?.alarm.schedule.time.hourAndMinute == "07:15")
        #expect(try await site.run("alarm", "edit", "a1", "6:00").exitCode == 0)
        await site.end()
    }

    @Test("skip leaves out the next time, then the one after it; --undo takes them back; pause adds an exception")
    func skipAndPause() async throws {
        let site = try await site()
        _ = try await site.run(
            "alarm", "add", "7:00", "--days", "mon-fri", "--node", "bedroom", "--except", "2026-11-25")
        #expect(try await site.run("alarm", "skip", "a1").output.contains("next Tue 07:00"))
        #expect(
            try await site.run("alarm", "skip", "a1").output.contains("not on 2026-11-23..2026-11-25, next Thu 07:00"))
        #expect(site.alarms.first?.alarm.schedule.skips == [Sample.date("2026-11-23"), Sample.date("2026-11-24")])
        #expect(try await site.run("alarm", "list").output.contains("skips Mon 23 Nov"))
        #expect(try await site.run("alarm", "skip", "a1", "--undo").output.contains("next Mon 07:00"))
        #expect(try await site.run("alarm", "skip", "a1", "until", "wed").output.contains("next Thu 07:00"))
        #expect(site.alarms.first?.alarm.schedule.exceptions == [Sample.span("2026-11-21", "2026-11-25")])
        #expect(try await site.run("alarm", "resume", "a1").output.contains("next Mon 07:00"))
        #expect(try await site.run("alarm", "edit", "a1", "--except", "2026-11-25").exitCode == 0)
        let today = try await site.run("alarm", "skip", "a1", "until", "today")
        #expect(today.exitCode == 64 && today.errors.contains("until: 2026-11-21 is no day to come"), "\(today.errors)")
        for wrong in [["until", "monday"], ["a1", "until"], ["a1", "until", "monday", "--undo"]] {
            #expect(try await site.clockctl.run(["alarm", "skip"] + wrong).exitCode == 64)
        }
        #expect(try await site.run("alarm", "pause", "a1", "2026-11-23..2026-11-24").exitCode == 0)
        #expect(site.alarms.first?.alarm.schedule.exceptions == [Sample.span("2026-11-23", "2026-11-25")])
        #expect(try await site.run("alarm", "pause", "a1", "2026-12-24").exitCode == 0)
        #expect(try await site.run("alarm", "resume", "a1").output.contains("next Mon 07:00"))
        #expect(site.alarms.first?.alarm.schedule.exceptions == [Sample.span("2026-12-24", "2026-12-24")])
        #expect(try await site.run("alarm", "edit", "a1", "--except", "none").exitCode == 0)
        #expect(site.alarms.first?.alarm.schedule.exceptions == [])
        let going = try await site.run("alarm", "resume", "a1")
        #expect(going.exitCode == 65)
        #expect(going.errors == "clockctl: alarm a1 is not paused; see clockctl next --explain\n")
        _ = try await site.run("alarm", "off", "a1")
        let off = try await site.run("alarm", "skip", "a1")
        #expect(off.exitCode == 65)
        #expect(off.errors == "clockctl: alarm a1 is off, so there is nothing to skip; see clockctl alarm on\n")
        await site.end()
    }

    @Test("What is not there is named, with what there is")
    func unknown() async throws {
        let site = try await site()
        let node = try await site.run("alarm", "add", "7", "--node", "bedrom")
        #expect(node.exitCode == 65)
        #expect(node.errors == "clockctl: no node \"bedrom\" at site home: did you mean bedroom?\n")
        let group = try await site.run("alarm", "add", "7", "--group", "upstairs")
        #expect(group.exitCode == 65)
        let alarm = try await site.run("alarm", "show", "a9")
        #expect(alarm.exitCode == 65)
        #expect(alarm.errors == "clockctl: there is no alarm a9 at site home; see clockctl alarm list\n")
        #expect(try await site.run("alarm", "on", "a9").exitCode == 65)
        #expect(try await site.run("alarm", "rm", "a9").exitCode == 65)
        let list = try await site.run("alarm", "list", "--node", "cellar")
        #expect(list.errors == "clockctl: no node \"cellar\" at site home; it has bedroom, kitchen, office\n")
        let zone = try await site.run("alarm", "add", "7", "--node", "bedroom", "--zone", "Europe/Berln")
        #expect(zone.exitCode == 64)
        #expect(zone.errors.contains("knows no zone \"Europe/Berln\""))
        #expect(site.alarms.isEmpty)
        await site.end()
    }

    @Test("A list longer than a page comes whole, its pages asked for one after the other")
    func pages() async throws {
        var state = StubCoordinator.State(status: Sample.healthy)
        state.book.alarms = (1...4_500).map {
            Sample.alarm($0, "Alarm \($0)", nodes: [$0 % 2 == 0 ? "kitchen" : "office"])
        }
        let site = try await site(state)
        let list = try await site.run("alarm", "list")
        #expect(list.output.split(separator: "\n").count == 4_501)
        #expect(list.output.contains("\na4500  "))
        let some = try await site.run("alarm", "list", "--node", "office")
        #expect(some.output.split(separator: "\n").count == 2_251)
        #expect(site.coordinator.requests.count { $0.verb == ScheduleRequest.verb } == 6)
        #expect(try await site.run("alarm", "show", "a4500").output.hasPrefix("a4500 Alarm 4500  on"))
        await site.end()
    }

    @Test("preflight ends with 1 when something would not ring, next tells why")
    func preflight() async throws {
        let site = try await site()
        #expect(try await site.run("preflight").output == "No alarm is due until tomorrow 14:41.\n")
        _ = try await site.run("alarm", "add", "6:30", "--days", "daily", "--node", "bedroom")
        let bad = try await site.run("preflight", "--json")
        #expect(bad.exitCode == 1)
        #expect(bad.output.contains("the node does not mean to ring then"))
        let due = Sample.instant("2026-11-22T05:30:00Z")
        let occurrence = Occurrence(source: .alarm(AlarmID(uncheckedNumber: 1)), due: due)
        site.coordinator.change { state in
            state.status.nodes[0].alarms = [UpcomingRing(occurrence: occurrence, label: "")]
            state.report.checks = [DoctorCheck(subject: "bedroom audio", verdict: .ok, finding: "default is ok")]
        }
        let well = try await site.run("preflight")
        #expect(well.exitCode == 0, "\(well.output)")
        #expect(well.output.hasPrefix("1 alarm in 1 room until tomorrow 14:41\n✓ bedroom         online\n"))
        #expect(well.output.hasSuffix("✓ bedroom a1      tomorrow 06:30, bells at 80 %\nall is well\n"))
        let next = try await site.run("next", "--node", "bedroom", "--count", "1", "--explain")
        #expect(next.output.contains("  tomorrow 06:30  in 15 h 48 min  rings a1\n      Daily 06:30 in Europe/Berlin"))
        #expect(
            try await site.run("next", "--from", "2027-03-27", "--json").output.contains(
                "\"from\" : \"2027-03-26T23:00"))
        await site.end()
    }
}
