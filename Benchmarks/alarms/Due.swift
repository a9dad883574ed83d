import ArgumentParser
import BenchmarkSupport
import ClockDomain
import FoundationEssentials

/// Measures the search for the next due time of many alarms.
struct Due: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures finding the next ring of many alarms, from nothing.",
        discussion: """
            The alarms are a house's mixture: weekdays, weekends, single days, one-shots, some with exceptions, in three \
            zones. Beside it the raw limit: one conversion of a local time to an instant for each alarm, which no way of \
            finding the next ring can do without. Prints JSON; times are in milliseconds.
            """)

    @Option(help: "Alarms.") var alarms = 1_000
    @Flag(help: "In place of them 360 bells of three timetables, as a node has them for eight weeks.") var bells = false
    @Option(help: "Number of measurements.") var rounds = 200
    @Option(help: "Folder of the time zone database.", completion: .directory) var zoneinfo = "/usr/share/zoneinfo"

    func validate() throws {
        guard (1...100_000).contains(alarms) else { throw ValidationError("--alarms must be 1 to 100000") }
        guard (1...10_000).contains(rounds) else { throw ValidationError("--rounds must be 1 to 10000") }
    }

    private struct Results: Encodable {
        /// A new agenda, with its first entry.
        var fromNothing: Spread
        /// The following entry, as a node needs it after a ring.
        var nextOne: Spread
        /// The raw limit.
        var conversions: Spread
    }

    func run() throws {
        let zones = try Dictionary(
            uniqueKeysWithValues: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"].map { name in
                let file = try Data(contentsOf: URL(filePath: "\(zoneinfo)/\(name)"))
                return (name, try TimeZoneRules(name: name, tzif: [UInt8](file)))
            })
        let own = zones["Europe/Berlin"] ?? .utc
        let start = WallTime(seconds: 1_795_000_000)
        let all = (1...(bells ? 360 : alarms)).map {
            bells ? Self.bell($0, from: start) : Self.alarm($0, countsFrom: start)
        }
        var (fromNothing, nextOne, conversions): ([Int64], [Int64], [Int64]) = ([], [], [])
        var checksum: Int64 = 0
        for round in 0..<rounds {
            // A day later each time, so that no round repeats the last one's answer.
            var now = start + .hours(24 * (bells ? round % 50 : round))
            var agenda: AlarmAgenda?
            fromNothing.append(
                Self.nanoseconds {
                    agenda = AlarmAgenda(alarms: all, zone: own, namedZones: zones)
                    now = agenda?.next(after: now)?.scheduled.due ?? now
                })
            nextOne.append(Self.nanoseconds { checksum &+= agenda?.next(after: now)?.scheduled.due.nanoseconds ?? 0 })
            let date = own.localTime(at: now).date
            conversions.append(
                Self.nanoseconds {
                    for alarm in all {
                        let local = LocalDateTime(date: date, time: alarm.schedule.time)
                        checksum &+= own.instant(of: local).nanoseconds
                    }
                })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let results = Results(
            fromNothing: Spread(nanoseconds: fromNothing), nextOne: Spread(nanoseconds: nextOne),
            conversions: Spread(nanoseconds: conversions))
        print(String(decoding: try encoder.encode(results), as: UTF8.self))
        // Uses the results, so that no computation is optimised away.
        guard checksum != 0 else { throw ExitCode.failure }
    }

    private static func nanoseconds(_ body: () -> Void) -> Int64 { ContinuousClock().measure(body).nanoseconds }

    /// Twelve programs of 30 bells; each has one day of a cycle of six, and every ninth is late.
    private static func bell(_ number: Int, from start: WallTime) -> Alarm {
        let program = number % 12
        guard let name = ProgramName(timetable: "band\(program % 3)", program: "day\(program)") else {
            preconditionFailure("day\(program) is no program")
        }
        let days = (0..<56).filter { $0 % 7 < 5 && ($0 - $0 / 7 * 2) % 6 == program % 6 }.map { day in
            let date = CivilDate(daysSinceEpoch: start.seconds / 86_400 + Int64(day))
            return BellDays(span: DateSpan(first: date, last: date), delayMinutes: day % 9 == 0 ? 20 : 0)
        }
        var bell = alarm(number, countsFrom: start)
        bell.schedule = AlarmSchedule(
            time: LocalTime(secondOfDay: (420 + number) * 60), repetition: .program(name, on: days), countsFrom: start)
        return bell
    }

    private static func alarm(_ number: Int, countsFrom: WallTime) -> Alarm {
        guard let id = AlarmID(number: number) else { preconditionFailure("\(number) is no alarm's number") }
        let repetition: AlarmSchedule.Repetition =
            switch number % 5 {
            case 0, 1: .weekly(WeekdaySet([.monday, .tuesday, .wednesday, .thursday, .friday]))
            case 2: .weekly(WeekdaySet([.saturday, .sunday]))
            case 3: .weekly(WeekdaySet([Weekday.allCases[number % 7]]))
            default: .once
            }
        let exceptions =
            number % 4 == 0
            ? [
                DateSpan(
                    first: CivilDate(year: 2026, month: 12, day: 24), last: CivilDate(year: 2027, month: 1, day: 6))
            ]
            : []
        let zone = [nil, nil, "America/New_York", "Australia/Lord_Howe"][number % 4]
        return Alarm(
            id: id, revision: 1, label: "Alarm \(number)", isEnabled: true,
            schedule: AlarmSchedule(
                time: LocalTime(secondOfDay: number * 7 % 1440 * 60), repetition: repetition, zone: zone,
                countsFrom: countsFrom, exceptions: exceptions),
            ring: .alarm, misfire: .standard)
    }
}
