internal import ClockDomain

/// Computes a zone's offset from UTC a second time, from the written rule: lists all its jumps, and finds the last one
/// before the instant. Checkers use this instead of the code under test.
struct ZoneReference {
    /// A jump in each year: `week` 5 is the last one of the month.
    private struct Jump {
        var month: Int
        var week: Int
        var weekday: Int
        /// Seconds after midnight of local clocks before the jump; may be negative.
        var time: Int

        /// Seconds since 1970 of local clocks.
        func local(in year: Int) -> Int64 {
            let first = ZoneReference.days(year, month, 1)
            // 1970-01-01 was a Thursday, and Sunday is 0.
            var day = first + (Int64(weekday) - (first + 4) % 7 + 7) % 7 + Int64(week - 1) * 7
            let next = month == 12 ? ZoneReference.days(year + 1, 1, 1) : ZoneReference.days(year, month + 1, 1)
            while day >= next { day -= 7 }
            return day * 86_400 + Int64(time)
        }
    }

    /// Before the first jump.
    private var standard = 0
    /// Each jump, ascending, and the offset from then on.
    private var jumps: [(instant: Int64, offset: Int)] = []

    /// Clocks of plans show these years when a checker judges their readings.
    private static let years = 1970...2100

    /// The zones that random plans use, by their rules.
    private static let known: [TimeZoneRules: ZoneReference] = {
        var known: [TimeZoneRules: ZoneReference] = [:]
        for zone in SimulatedZone.allCases {
            known[zone.rules] = ZoneReference(zone.rule)
            known[zone.laterRules] = ZoneReference(zone.laterRule)
        }
        return known
    }()

    /// Seconds east of UTC. For a zone that a plan defines, by its own rules.
    static func offset(at instant: WallTime, in zone: TimeZoneRules) -> Int64 {
        guard let reference = known[zone] else { return Int64(zone.offset(at: instant).secondsEast) }
        return Int64(reference.offset(at: instant.seconds))
    }

    private func offset(at second: Int64) -> Int {
        // The least and the greatest number of past jumps.
        var (past, most) = (0, jumps.count)
        while past < most {
            let middle = (past + most) / 2
            if jumps[middle].instant <= second { past = middle + 1 } else { most = middle }
        }
        return past == 0 ? standard : jumps[past - 1].offset
    }

    /// Days from 1970-01-01.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        var days = (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        days += lengths.prefix(month - 1).reduce(0, +) + day - 1
        return Int64(days)
    }

    // MARK: The rule

    /// A POSIX TZ string: a name and its offset west; then optionally another name, its offset west, and two jumps.
    private init(_ rule: String) {
        let parts = rule.split(separator: ",").map(String.init)
        var text = Substring(parts[0])
        Self.skipName(&text)
        standard = -Self.seconds(&text)
        guard parts.count == 3 else { return }
        Self.skipName(&text)
        let offset = text.isEmpty ? standard + 3_600 : -Self.seconds(&text)
        let (start, end) = (Self.jump(parts[1]), Self.jump(parts[2]))
        for year in Self.years {
            jumps.append((start.local(in: year) - Int64(standard), offset))
            jumps.append((end.local(in: year) - Int64(offset), standard))
        }
        jumps.sort { $0.instant < $1.instant }
    }

    private static func skipName(_ text: inout Substring) {
        if text.first == "<" { text = text.drop { $0 != ">" }.dropFirst() } else { text = text.drop { $0.isLetter } }
    }

    /// `[-]hours[:minutes]`
    private static func seconds(_ text: inout Substring) -> Int {
        let word = text.prefix { $0.isNumber || "+-:".contains($0) }
        text = text.dropFirst(word.count)
        let numbers = word.drop { "+-".contains($0) }.split(separator: ":").compactMap { Int($0) }
        let magnitude = numbers[0] * 3_600 + (numbers.count > 1 ? numbers[1] * 60 : 0)
        return word.first == "-" ? -magnitude : magnitude
    }

    /// `Mmonth.week.weekday[/time]`, at two o'clock without a time.
    private static func jump(_ text: String) -> Jump {
        let halves = text.dropFirst().split(separator: "/")
        let numbers = halves[0].split(separator: ".").compactMap { Int($0) }
        var time = halves.count > 1 ? halves[1] : "2"
        return Jump(month: numbers[0], week: numbers[1], weekday: numbers[2], time: seconds(&time))
    }
}
