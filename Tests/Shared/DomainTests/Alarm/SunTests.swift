import ClockDomain
import ClockTestSupport
import Testing

@Suite("Alarms by the sun")
struct SunTests {
    private static let hasReference = (try? TestProcess.run("python3", ["-c", "pass"])) != nil

    private static let reference = """
        import sys
        from math import sin, cos, asin, atan2, radians, degrees, tau
        # The sun by VSOP87 (the largest terms), nutation, aberration and sidereal time: Meeus, Astronomical
        # Algorithms, chapters 12, 22, 25 and 32. Rows are amplitude, phase and speed.
        L = [[(175347046,0,0),(3341656,4.6692568,6283.07585),(34894,4.6261,12566.1517),(3497,2.7441,5753.3849),
          (3418,2.8289,3.5231),(3136,3.6277,77713.7715),(2676,4.4181,7860.4194),(2343,6.1352,3930.2097),
          (1324,.7425,11506.7698),(1273,2.0371,529.691),(1199,1.1096,1577.3435),(990,5.233,5884.927),
          (902,2.045,26.298),(857,3.508,398.149),(780,1.179,5223.694),(753,2.533,5507.553),(505,4.583,18849.228),
          (492,4.205,775.523),(357,2.92,.067),(317,5.849,11790.629),(284,1.899,796.298),(271,.315,10977.079)],
         [(628331966747,0,0),(206059,2.678235,6283.07585),(4303,2.6351,12566.1517),(425,1.59,3.523)],
         [(52919,0,0),(8720,1.0721,6283.0758),(309,.867,12566.152)]]
        B = [(280,3.199,84334.662),(102,5.422,5507.553),(80,3.88,5223.69)]
        R = [(100013989,0,0),(1670700,3.0984635,6283.07585),(13956,3.05525,12566.1517)]
        def series(rows, t): return sum(a * cos(b + c * t) for a, b, c in rows) / 1e8
        def altitude(second, north, east):
            days = second / 86400 - 10957.5            # UT since J2000
            t = (days + 72 / 86400) / 365250           # TT in millennia
            c = t * 10
            lon = sum(series(rows, t) * t ** n for n, rows in enumerate(L)) + tau / 2
            lat = -series(B, t)
            node, moon = radians(125.04452 - 1934.136261 * c), radians(218.3165 + 481267.8813 * c)
            sun = radians(280.4665 + 36000.7698 * c)
            dpsi = -17.2 * sin(node) - 1.32 * sin(2 * sun) - .23 * sin(2 * moon) + .21 * sin(2 * node)
            deps = 9.2 * cos(node) + .57 * cos(2 * sun) + .1 * cos(2 * moon) - .09 * cos(2 * node)
            lon += radians((dpsi - 20.4898 / series(R, t)) / 3600)
            eps = radians(23.4392911 - .0130042 * c + deps / 3600)
            ra = atan2(sin(lon) * cos(eps) - sin(lat) / cos(lat) * sin(eps), cos(lon))
            dec = asin(sin(lat) * cos(eps) + cos(lat) * sin(eps) * sin(lon))
            sidereal = 280.46061837 + 360.98564736629 * days + dpsi / 3600 * cos(eps)
            hour = radians(sidereal + east) - ra
            return degrees(asin(sin(radians(north)) * sin(dec) + cos(radians(north)) * cos(dec) * cos(hour)))
        def event(day, north, east, side):
            noon = day * 86400 + 43200 - east * 240
            noon = max((noon + s for s in range(-1200, 1201, 20)), key=lambda s: altitude(s, north, east))
            down, up = noon + side * 43200, noon
            if altitude(up, north, east) < -5 / 6: return None
            if altitude(down, north, east) > -5 / 6: return None
            for _ in range(20):
                middle = (down + up) / 2
                if altitude(middle, north, east) > -5 / 6: up = middle
                else: down = middle
            return round(up)
        for line in open(sys.argv[1]):
            day, north, east, side = line.split()
            print(event(int(day), float(north), float(east), 1 if side == "sunset" else -1))
        """

    private static func schedule(
        _ event: SunTime.Event, _ offset: Int = 0, at place: String, on repetition: AlarmSchedule.Repetition
    ) -> AlarmSchedule {
        let sun = SunTime(event, offsetMinutes: offset, position: Position(place))
        return AlarmSchedule(
            time: sun.standIn, sun: sun, repetition: repetition, countsFrom: WallTime(nanoseconds: 0))
    }

    private static func due(_ event: SunTime.Event, _ place: String, _ day: CivilDate) -> ScheduledOccurrence? {
        schedule(event, at: place, on: .onDate(day)).occurrences(
            after: utc("2026-01-01T00:00:00Z"), through: utc("2030-01-01T00:00:00Z"), zone: .utc
        ).first
    }

    /// By the reference below.
    @Test(
        "sunrise and sunset are those of the sun",
        arguments: [
            ("51.5074, -0.1278", "2026-06-21", 1_782_013_385, 1_782_073_294),
            ("52.52, 13.405", "2026-12-21", 1_797_837_293, 1_797_864_837),
            ("-33.8688, 151.2093", "2027-01-01", 1_798_742_839, 1_798_794_561),
        ])
    func known(place: String, day: String, rise: Int64, set: Int64) throws {
        for (event, second) in [(SunTime.Event.sunrise, rise), (.sunset, set)] {
            let due = try #require(Self.due(event, place, date(day)))
            #expect(abs(due.due.seconds - second) <= 60 && due.due.seconds % 60 == 0 && due.silence == nil)
        }
    }

    @Test(
        "within a minute of the full method from 65° south to 65° north", .enabled(if: hasReference, "no python3"))
    func everywhere() throws {
        var lines: [String] = []
        var dues: [ScheduledOccurrence?] = []
        for north in [-65, -48, -23.4, 0, 30.5, 55, 65] {
            for east in [-157.8, -77, 0, 13.4, 151.2] {
                for offset in stride(from: Int64(0), to: 3 * 365, by: 29) {
                    let day = CivilDate(daysSinceEpoch: date("2026-11-21").daysSinceEpoch + offset)
                    for event in [SunTime.Event.sunrise, .sunset] {
                        lines.append("\(day.daysSinceEpoch) \(north) \(east) \(event)")
                        dues.append(Self.due(event, "\(north), \(east)", day))
                    }
                }
            }
        }
        let folder = try TemporaryFolder("sun")
        let file = try folder.write(lines.joined(separator: "\n"), to: "days")
        let answers = try TestProcess.run("python3", ["-c", Self.reference, file], timeout: .seconds(180))
            .split(separator: "\n")
        try #require(answers.count == lines.count)
        var worst: Int64 = 0
        for ((line, due), answer) in zip(zip(lines, dues), answers) {
            let second = try #require(Int64(answer), "\(line): \(answer)")
            let distance = abs(try #require(due, "\(line)").due.seconds - second)
            worst = max(worst, distance)
            #expect(distance <= 60, "\(line)")
        }
        // Half a minute is due to whole minutes.
        #expect(worst < 45, "\(worst) s")
    }

    @Test("where the sun does not rise, the day's alarm is left out, and each date has its one occurrence")
    func polar() throws {
        let oslo = try #require(SystemZones.files.first { $0.name == "Europe/Oslo" }).rules()
        for (event, offset) in [(SunTime.Event.sunrise, -30), (.sunset, 300)] {
            let dues = Self.schedule(event, offset, at: "69.65, 18.96", on: .weekly(.everyDay)).occurrences(
                after: utc("2026-09-01T00:00:00Z"), through: utc("2027-09-01T00:00:00Z"), zone: oslo)
            #expect(dues.map(\.due) == dues.map(\.due).sorted())
            let days = dues.map(\.date.daysSinceEpoch)
            #expect(days == Array(days[0]..<days[0] + Int64(days.count)) && days.count >= 364)
            let silent = dues.filter { $0.silence == .sun }.map(\.date)
            // The polar night of Tromsø, and its midnight sun.
            #expect(silent.contains(date("2026-12-21")) && silent.contains(date("2027-06-21")))
            #expect((100...130).contains(silent.count), "\(silent.count)")
            #expect(dues.allSatisfy { $0.silence == nil || oslo.localTime(at: $0.due).time.minute == 0 })
        }
    }

    @Test("the date is that of the clocks, also where they are a day ahead of the sun")
    func dates() throws {
        for (zone, place) in [("Pacific/Kiritimati", "1.87, -157.43"), ("Pacific/Auckland", "-36.85, 174.76")] {
            let rules = try #require(SystemZones.files.first { $0.name == zone }).rules()
            let dues = Self.schedule(.sunrise, at: place, on: .weekly(.everyDay)).occurrences(
                after: utc("2026-09-01T00:00:00Z"), through: utc("2027-09-01T00:00:00Z"), zone: rules)
            #expect(dues.count == 365)
            #expect(dues.allSatisfy { rules.localTime(at: $0.due).date == $0.date && $0.silence == nil })
            #expect(dues.allSatisfy { (5...8).contains(rules.localTime(at: $0.due).time.hour) })
        }
    }

    @Test("a position is read and written", arguments: ["52.52, 13.405", "-33.8688, 151.2093", "90.0, -180.0"])
    func position(text: String) { #expect(Position(text)?.description == text) }

    @Test(
        "another text is no position",
        arguments: [
            "52.52, N, 13.405", "52.52, 13.405,", "0x1p4, 2", "", "52", "52.5", "91, 0", "0, 181", "a, b", "1, 2, 3",
            "nan, 0", "52,5, 13,4",
        ])
    func noPosition(text: String) { #expect(Position(text) == nil) }
}
