import ClockDomain
import ClockTestSupport
import Foundation
import Testing

/// A school's year by the product, and by Python's calendar and zones: three timetables, one with a cycle of six days, 90
/// bells on each day, some forty exceptions, and both changes of clocks.
@Suite("A school's year against an expansion in Python")
struct SchoolYearTests {
    private static let hasReference = (try? TestProcess.run("python3", ["-c", "import zoneinfo"])) != nil

    /// Reads the rules in their documented order for each date, and prints each bell's instant and number.
    private static let reference = """
        import json, sys
        from datetime import date, datetime, time, timedelta, timezone
        from zoneinfo import ZoneInfo
        site = json.load(open(sys.argv[1]))
        zone = ZoneInfo(site["zone"])
        names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        def day(text): return date.fromisoformat(text)
        def span(text):
            first, _, last = text.partition("/")
            return day(first), day(last or first)
        def minutes(text): return int(text[:2]) * 60 + int(text[3:5])
        def entries(table, today):
            wanted = table.get("calendars", [])
            wanted = [wanted] if isinstance(wanted, str) else wanted
            found = []
            for calendar in site["calendars"]:
                if calendar["name"] in wanted:
                    for entry in calendar["days"]:
                        first, last = span(entry["on"])
                        if first <= today <= last: found.append(entry["name"])
            return sorted(found)
        def plan(table, today, counted):
            hand = next((rule["parts"] for rule in table["hand"] if day(rule["date"]) == today), [])
            program, closed = None, False
            dates = [rule for rule in table["dates"] if span(rule["on"])[0] <= today <= span(rule["on"])[1]]
            found = entries(table, today)
            events = [rule for rule in table["events"] if any(rule["words"].lower() in name.lower() for name in found)]
            weeks = [rule for rule in table["weeks"] if names[today.weekday()] in rule["days"]
                and ("from" not in rule or day(rule["from"]) <= today)
                and ("through" not in rule or today <= day(rule["through"]))]
            cycle = table.get("cycle")
            counts = cycle and today >= day(cycle["start"]) and names[today.weekday()] in cycle["days"]
            if dates: program = dates[-1].get("program"); closed = program is None
            elif events: program = events[0]["program"]
            elif found: closed = True
            elif counts: program = cycle["programs"][counted % len(cycle["programs"])]
            elif weeks: program = weeks[-1]["program"]
            if hand and minutes(hand[0]["since"]) < 720 and hand[0].get("program", True) is False: closed = True
            return program, hand, counted + (1 if counts and not closed else 0)
        lines = []
        for table in site["timetables"]:
            cycle = table.get("cycle")
            today = min(day(site["first"]), day(cycle["start"])) if cycle else day(site["first"])
            counted = 0
            while today <= day(site["last"]):
                program, parts, counted = plan(table, today, counted)
                if today >= day(site["first"]):
                    for bell in site["bells"]:
                        if bell["timetable"] != table["name"]: continue
                        own = minutes(bell["time"])
                        stands = own
                        for index, part in enumerate([{"since": "00:00", "delay_min": 0}] + parts):
                            until = minutes(parts[index]["since"]) if index < len(parts) else 1440
                            rings = own + part["delay_min"]
                            wanted = part.get("program", program) or None
                            stood, stands = stands, rings if wanted == bell["program"] else own
                            if wanted != bell["program"] or not 0 <= rings < 1440: continue
                            if min(stood, rings) < minutes(part["since"]) or rings >= until: continue
                            if "silent_until" in part and rings < minutes(part["silent_until"]): continue
                            if "silent_after" in part and rings > minutes(part["silent_after"]): continue
                            local = datetime.combine(today, time(rings // 60, rings % 60), zone)
                            instant = local.astimezone(timezone.utc)
                            lines.append(instant.strftime("%Y-%m-%dT%H:%M:%SZ ") + str(bell["number"]))
                            break
                today += timedelta(days=1)
        print("\\n".join(sorted(lines)))
        """

    private struct Site: Encodable {
        struct Bell: Encodable {
            var number: Int
            var timetable: String
            var program: String
            var time: LocalTime
        }

        var zone: String
        var first = date("2026-09-01")
        var last = date("2027-08-31")
        var timetables: [Timetable] = []
        var calendars: [HolidayCalendar] = []
        var bells: [Bell] = []
    }

    /// - Parameter random: draws the exceptions and the times.
    private static func site(_ zone: String, _ random: inout SplitMix64) -> Site {
        func draw(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(random.next() % UInt64(range.count)) }
        func anyDay() -> CivilDate {
            CivilDate(daysSinceEpoch: date("2026-09-01").daysSinceEpoch + Int64(draw(0...364)))
        }
        func anyTime() -> LocalTime { LocalTime(secondOfDay: draw(0...1_439) * 60) }
        let workdays = WeekdaySet(from: .monday, through: .friday)
        var site = Site(zone: zone)
        let entries = (0..<12).map { index in
            let first = anyDay()
            let last = CivilDate(daysSinceEpoch: first.daysSinceEpoch + Int64(draw(0...9)))
            let name = index % 4 == 0 ? "EARLY release \(index)" : "Closed \(index)"
            return HolidayCalendar.Day(span: DateSpan(first: first, last: last), name: name)
        }
        site.calendars = [HolidayCalendar(name: "district", days: entries)]
        for (name, programs) in [
            ("elementary", ["regular", "early", "delay"]), ("high", (1...6).map { "day\($0)" } + ["early"]),
            ("workshop", ["regular", "early"]),
        ] {
            var timetable = Timetable(
                name: name, calendars: "district", events: [.init(words: "early", program: "early")])
            if programs.count > 5 {
                timetable.cycle = .init(
                    start: date("2026-08-24"), days: workdays, programs: Array(programs.prefix(6)))
            } else {
                timetable.weeks = [
                    .init(days: workdays, program: "regular"),
                    .init(
                        days: WeekdaySet([Weekday.wednesday]), from: date("2026-11-01"), through: date("2027-03-31"),
                        program: "early"),
                ]
            }
            timetable.dates = (0..<5).map { index in
                let first = anyDay()
                let last = CivilDate(daysSinceEpoch: first.daysSinceEpoch + Int64(draw(0...2)))
                return .init(on: DateSpan(first: first, last: last), program: index % 2 == 0 ? nil : programs[1])
            }
            let changed = Set((0..<10).map { _ in anyDay() } + [date("2026-10-25"), date("2027-03-14")]).sorted()
            timetable.hand = changed.map { day in
                let since = Set((0..<draw(1...3)).map { $0 == 0 ? .midnight : anyTime() }).sorted()
                return .init(
                    date: day,
                    parts: since.map { since in
                        var part = Timetable.Part(since: since, at: WallTime(nanoseconds: 0))
                        switch draw(0...5) {
                        case 0: part.program = Timetable.ProgramChoice.none
                        case 1: part.program = .named(programs[draw(0...programs.count - 1)])
                        case 2: part.silentUntil = anyTime()
                        case 3: part.silentAfter = anyTime()
                        default: part.delayMinutes = draw(-60...180)
                        }
                        return part
                    })
            }
            site.timetables.append(timetable)
            for program in programs {
                for index in 0..<30 {
                    // Through the nights in which clocks change, too.
                    let time = index < 4 ? LocalTime(secondOfDay: (60 + index * 37) * 60) : anyTime()
                    site.bells.append(
                        .init(number: site.bells.count, timetable: name, program: program, time: time))
                }
            }
        }
        return site
    }

    private static func expansion(_ site: Site, in zone: TimeZoneRules) throws -> [String] {
        let calendars = Dictionary(uniqueKeysWithValues: site.calendars.map { ($0.name, $0.days) })
        var lines: [String] = []
        for timetable in site.timetables {
            let days = TimetableDays(timetable) { calendars[$0] ?? [] }
            let plans = days.plans(site.first, site.last)
            for bell in site.bells where bell.timetable == timetable.name {
                let name = try #require(ProgramName(timetable: bell.timetable, program: bell.program))
                let schedule = AlarmSchedule(
                    time: bell.time,
                    repetition: .program(name, on: days.days(of: bell.program, at: bell.time, in: plans)),
                    countsFrom: WallTime(nanoseconds: 0))
                for occurrence in schedule.occurrences(
                    after: utc("2026-08-01T00:00:00Z"), through: utc("2027-10-01T00:00:00Z"), zone: zone)
                {
                    lines.append("\(occurrence.due.rfc3339.prefix(19))Z \(bell.number)")
                }
            }
        }
        return lines.sorted()
    }

    @Test(
        "event for event", .enabled(if: hasReference, "no python3 with zoneinfo"),
        arguments: ["Europe/Berlin", "America/Chicago", "Australia/Lord_Howe"], [UInt64(1), 2])
    func year(zone: String, seed: UInt64) throws {
        let rules = try #require(SystemZones.files.first { $0.name == zone }).rules()
        var random = SplitMix64(seed: seed)
        let site = Self.site(zone, &random)
        let folder = try TemporaryFolder("school")
        let file = try folder.write(String(decoding: JSONEncoder().encode(site), as: UTF8.self), to: "site.json")
        let expected = try TestProcess.run("python3", ["-c", Self.reference, file], timeout: .seconds(120))
            .split(separator: "\n").map(String.init)
        let rung = try Self.expansion(site, in: rules)
        #expect(rung.count > 15_000)
        let difference = rung.difference(from: expected)
        #expect(difference.isEmpty, "\(difference.prefix(5))")
    }
}
