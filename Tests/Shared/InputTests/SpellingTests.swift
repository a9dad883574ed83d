import ClockDomain
import ClockInput
import Testing

/// The spellings that people use, in two languages, each with its one reading.
@Suite("Times as people say them")
struct SpellingTests {
    /// Lines of `spelling; spelling = reading`.
    static func table(_ text: String) -> [(spelling: String, reading: String)] {
        text.split(separator: "\n").flatMap { line -> [(spelling: String, reading: String)] in
            let sides = line.split(separator: "=").map { $0.split(separator: " ").joined(separator: " ") }
            guard sides.count == 2 else { return [("malformed line: \(line)", "")] }
            return sides[0].split(separator: ";").map { ($0.split(separator: " ").joined(separator: " "), sides[1]) }
        }
    }

    static let times = table(
        """
        7; 07; 7:00; 07:00; 7.00; 0700; at 7; @ 7; seven; seven o'clock; 7 o’clock; at seven o'clock = 07:00
        um 7; 7 Uhr; um 7 Uhr; sieben Uhr; um sieben; 7 Uhr 00; sieben = 07:00
        7 am; 7am; 7 a.m.; 7a; 7 in the morning; seven in the morning; at 7 in the morning = 07:00
        7 Uhr morgens; um 7 Uhr früh; morgens um 7; 7 Uhr am Morgen; sieben Uhr frueh; in der Früh um 7 = 07:00
        7:30; 07:30; 7.30; 0730; half past seven; half past 7; seven thirty = 07:30
        halb acht; halb 8; um halb acht; 7 Uhr 30; sieben Uhr dreißig; sieben Uhr dreissig; 7:30 Uhr; 7.30 Uhr = 07:30
        7:30pm; 7:30 pm; 7:30 p.m.; half past seven pm; seven thirty pm; half past 7 in the evening = 19:30
        19:30; 1930; 19.30; 19 Uhr 30; neunzehn Uhr dreißig; halb acht abends; halb 8 am Abend = 19:30
        quarter to 8; quarter to eight; a quarter to eight; a quarter before 8; 15 minutes to 8; fifteen to eight = 07:45
        viertel vor acht; Viertel vor 8; um viertel vor acht; dreiviertel acht; drei viertel acht; 15 vor 8 = 07:45
        quarter past 7; a quarter past seven; quarter after seven; 15 past 7; seven fifteen = 07:15
        viertel nach sieben; viertel nach 7; viertel acht; 15 nach 7; fünfzehn nach sieben = 07:15
        ten past six; ten after six; 10 past 6; 10 minutes past six; six ten = 06:10
        zehn nach sechs; 10 nach 6; zehn Minuten nach sechs; sechs Uhr zehn = 06:10
        five to six; five minutes to six; 5 to 6; 5 before 6; five fifty-five; five fifty five = 05:55
        fünf vor sechs; fuenf vor sechs; 5 vor 6; 5 Minuten vor 6 = 05:55
        fünf vor halb acht; 5 vor halb 8 = 07:25
        fünf nach halb acht; 5 nach halb 8 = 07:35
        twenty-five to nine; twenty five to nine; 25 to 9 = 08:35
        seven oh five; seven o five; sieben Uhr fünf; 7:05; five past seven = 07:05
        nineteen forty; 19:40; neunzehn Uhr vierzig; 19 Uhr 40 = 19:40
        twenty twenty-one; 20:21; zwanzig Uhr einundzwanzig = 20:21
        einundzwanzig Uhr; 21; 9pm; nine pm; 9 at night; 9 in the evening; 9 Uhr abends; abends um neun = 21:00
        ein Uhr; 1; one; one o'clock; 1 at night; nachts um 1; ein Uhr nachts; 1 Uhr in der Nacht = 01:00
        3 in the afternoon; 3pm; three in the afternoon; 15; nachmittags um 3; 3 Uhr nachmittags; 15 Uhr = 15:00
        noon; Noon; at noon; midday; 12 noon; twelve noon; 12pm; 12; mittags; am Mittag; 12 Uhr mittags; zwölf = 12:00
        midnight; at midnight; 12 midnight; 12am; 0; 0:00; Mitternacht; um Mitternacht; 12 at night; 0 Uhr = 00:00
        quarter past noon; viertel nach zwölf; 12:15; quarter past 12 = 12:15
        ten to midnight; zehn vor Mitternacht; 23:50 = 23:50
        quarter to one; quarter to 1 pm; viertel vor eins; 12:45 = 12:45
        halb eins; halb eins mittags; half past 12; half past twelve pm = 12:30
        halb eins nachts; half past 12 at night; half past 12 am; half past midnight = 00:30
        quarter to 1 in the morning; quarter to 1 am = 00:45
        halb zwölf abends; half past 11 pm; 23:30 = 23:30
        halb zwölf vormittags; 11:30; half past eleven = 11:30
        1 Uhr mittags; 13 Uhr; 1pm; one in the afternoon = 13:00
        19 Uhr abends; 7 Uhr abends; 7 am Abend; 7 at night; seven at night = 19:00
        """)

    static let days = table(
        """
        tomorrow at 6; tomorrow 6am; 6am tomorrow; at 6 tomorrow; tomorrow, 6:00; tomorrow morning at 6 = tomorrow 06:00
        morgen um 6; um 6 morgen; morgen früh um 6; morgen um sechs Uhr; morgen 6 Uhr = tomorrow 06:00
        today 18:00; today at 6pm; this evening at 6; 6 this evening; at six in the evening today = today 18:00
        heute um 18 Uhr; heute Abend um 6; heute abend um sechs; um 18 Uhr heute = today 18:00
        tonight at 8; tonight 8; at 8 tonight; 8pm tonight; tonight at eight o'clock = today 20:00
        heute Morgen um 7; this morning at 7 = today 07:00
        tonight at 12; tonight at midnight; midnight tonight; heute Nacht um 12; heute nacht um 0 Uhr = tomorrow 00:00
        tonight at 2; heute Nacht um 2; heute Nacht um zwei Uhr = tomorrow 02:00
        morgen Mittag; morgen mittags; tomorrow noon; tomorrow at noon; noon tomorrow = tomorrow 12:00
        tomorrow evening at half past seven; morgen Abend um halb acht; morgen abend 19:30 = tomorrow 19:30
        the day after tomorrow at 9; day after tomorrow 9am; übermorgen um 9; uebermorgen um neun = in 2 days 09:00
        in 3 days at 7; in drei Tagen um 7 = in 3 days 07:00
        friday 8am; Friday at 8; on friday at 8; at 8 on friday; this friday at 8; fri 8; friday morning at 8 = fri 08:00
        Freitag um 8; am Freitag um 8; um 8 am Freitag; Fr 8 Uhr; Freitagmorgen um 8; diesen Freitag um 8 = fri 08:00
        friday evening at 8; freitag abend um 8; Freitagabend um 8; am Freitagabend um acht = fri 20:00
        Thursday, 7:30 pm; half past seven pm on thursday; Donnerstag 19:30; do 19:30 = thu 19:30
        2026-12-24 18:00; 2026-12-24T18:00; 18:00 2026-12-24; 24 December 2026 at 6pm; 24.12.2026 18:00 = 2026-12-24 18:00
        24 December 18:00; December 24 18:00; dec 24th at 6pm; on the 24th of December at 6pm; 18:00 on 24 dec = 24.12. 18:00
        24.12. 18:00; am 24.12. um 18 Uhr; 24. Dezember 18 Uhr; um 18 Uhr am 24. Dezember = 24.12. 18:00
        """)

    static let repetitions = table(
        """
        weekdays 6:45; 6:45 weekdays; weekdays at 6:45; on weekdays at 6:45; every weekday at quarter to seven = weekdays 06:45
        werktags 6:45; werktags um viertel vor sieben; an Werktagen um 6:45; wochentags 6:45 Uhr = weekdays 06:45
        mon-fri 6:45; mon to fri at 6:45; monday through friday 6:45; Mo-Fr 6:45; Montag bis Freitag um 6:45 = weekdays 06:45
        montags bis freitags um 6:45; mo bis fr 6:45; Mon – Fri 6:45 = weekdays 06:45
        weekends 9; at 9 on weekends; every weekend at 9; on the weekend at 9; saturdays and sundays at 9 = weekends 09:00
        am Wochenende um 9; samstags und sonntags um 9; Sa und So 9 Uhr; sat,sun 9; sat & sun at 9 = weekends 09:00
        every day at 7; daily at 7; daily 7; 7 every day; everyday 7:00; every morning at 7; all days at 7 = daily 07:00
        täglich um 7; jeden Tag um 7; jeden Morgen um 7; taeglich 7 Uhr; um sieben jeden Tag = daily 07:00
        every evening at 8; jeden Abend um 8; daily at 8 in the evening; every day at 8pm = daily 20:00
        mon,wed 7:15; mon, wed at 7:15; monday and wednesday 7:15; mondays and wednesdays at quarter past seven = mon,wed 07:15
        montags und mittwochs um 7:15; Mo, Mi 7:15; montags, mittwochs viertel nach sieben = mon,wed 07:15
        fridays at 8; every friday at 8; each friday 8am; on fridays at 8 = fri 08:00 weekly
        freitags um 8; jeden Freitag um 8; 8 Uhr freitags; freitags 8 Uhr morgens = fri 08:00 weekly
        every other friday at 8; every second friday 8:00; every 2 weeks on friday at 8; 8am every other friday = 2 fri 08:00
        fridays every other week at 8; fortnightly on fridays at 8; every two weeks on fri 8:00 = 2 fri 08:00
        jeden zweiten Freitag um 8; alle 2 Wochen freitags um 8; freitags alle zwei Wochen um 8 Uhr = 2 fri 08:00
        every 3 weeks on mon, fri at 20:00; every three weeks on monday and friday at 8pm = 3 mon,fri 20:00
        every other thu 19:00 from 10 December; every other thu from 10.12. at 19:00 = 2 thu from 10.12. 19:00
        jeden zweiten Donnerstag um 19 Uhr ab 10. Dezember; every other thu starting 10.12. at 7pm = 2 thu from 10.12. 19:00
        first monday of the month 9:00; 9:00 on the first monday of each month = monthly on the 1st mon 09:00
        monthly on the first monday at 9; every month on the 1st monday at 9 = monthly on the 1st mon 09:00
        erster Montag im Monat 9 Uhr; am ersten Montag des Monats um 9; 9 Uhr am ersten Montag im Monat = monthly on the 1st mon 09:00
        12 am first monday of the month; 0:00 on the first monday of the month = monthly on the 1st mon 00:00
        every second tuesday of the month at 19; jeden zweiten Dienstag im Monat um 19 Uhr = monthly on the 2nd tue 19:00
        last friday of the month 15:00; letzter Freitag im Monat 15 Uhr; 3pm on the last friday of every month = monthly on the last fri 15:00
        monthly on the 15th at 9; on the 15th of each month at 9; every month on the 15th 9:00 = monthly on the 15th 09:00
        am 15. jeden Monats um 9; jeden Monat am 15. um 9; monatlich am 15. um 9 Uhr = monthly on the 15th 09:00
        last day of the month 18:00; monthly on the last day at 6pm; am letzten Tag des Monats um 18 Uhr = monthly on the last day 18:00
        first of the month at 9; on the first day of each month at 9; am ersten jeden Monats um 9 = monthly on the 1st 09:00
        every other friday and saturday at 8; every 2 weeks on fridays and saturdays at 8 = 2 fri,sat 08:00
        every friday and every saturday at 8; jeden Freitag und jeden Samstag um 8; fridays and saturdays at 8 = fri,sat 08:00
        tuesdays, thursdays and saturdays at 7 = tue,thu,sat 07:00
        sat-mon 9:00; saturday to monday at 9 = mon,sat,sun 09:00
        """)

    static let suns = table(
        """
        sunrise; at sunrise; @ sunrise; Sonnenaufgang; bei Sonnenaufgang; zum Sonnenaufgang = sunrise
        sunset; at sunset; Sonnenuntergang; bei Sonnenuntergang = sunset
        sunrise - 30 min; sunrise -30m; sunrise minus 30 minutes; 30 min before sunrise = 30 min before sunrise
        half an hour before sunrise; 30 before sunrise; sunrise – 30 min; at sunrise - 30 min = 30 min before sunrise
        Sonnenaufgang - 30 Minuten; eine halbe Stunde vor Sonnenaufgang; 30 min vor Sonnenaufgang = 30 min before sunrise
        20 min after sunset; sunset + 20 min; twenty minutes after sunset; sunset plus 20; 20 min past sunset = 20 min after sunset
        20 Minuten nach Sonnenuntergang; Sonnenuntergang + 20 min; 20 min nach dem Sonnenuntergang = 20 min after sunset
        sunrise - 1h30; an hour and a half before sunrise; anderthalb Stunden vor Sonnenaufgang = 90 min before sunrise
        tomorrow at sunrise; sunrise tomorrow; morgen bei Sonnenaufgang; Sonnenaufgang morgen = tomorrow sunrise
        today at sunset; heute bei Sonnenuntergang; sunset today = today sunset
        friday 20 min after sunset; sunset + 20 min on friday; Freitag 20 min nach Sonnenuntergang = fri 20 min after sunset
        weekdays at sunrise; sunrise on weekdays; werktags bei Sonnenaufgang; mon-fri sunrise = weekdays sunrise
        every day 30 min before sunset; daily sunset - 30 min; sunset - 30 min daily = daily 30 min before sunset
        täglich 30 min vor Sonnenuntergang; 30 Minuten vor Sonnenuntergang jeden Tag = daily 30 min before sunset
        every other friday at sunset; jeden zweiten Freitag bei Sonnenuntergang = 2 fri sunset
        first monday of the month at sunrise = monthly on the 1st mon sunrise
        """)

    static let spans = table(
        """
        in 20 minutes; in 20 min; 20 minutes from now; in twenty minutes; in 20 Minuten; in zwanzig Minuten = +1200
        in an hour; in one hour; an hour from now; in 1h; in einer Stunde; in 1 Stunde = +3600
        in half an hour; in einer halben Stunde; in 30 minutes; in ½ hour = +1800
        in an hour and a half; in 1h30; in 1.5 hours; in anderthalb Stunden; in eineinhalb Stunden; in 1½ h = +5400
        in a quarter of an hour; in einer Viertelstunde; in 15 min = +900
        in 2 days; in zwei Tagen; in 48 hours = +172800
        2 hours ago; two hours ago; vor 2 Stunden; vor zwei Stunden = -7200
        """)

    static let durations = table(
        """
        90 min; 1h30; 1h 30m; an hour and a half; one and a half hours; 1.5h; 1,5 h; 1½ hours; 90; 1:30:00 = 5400
        anderthalb Stunden; eineinhalb Stunden; 1 Stunde 30; eine Stunde und 30 Minuten; 1 Std 30 Min; neunzig Minuten = 5400
        20 minutes; twenty minutes; for 20 minutes; 20m; 20 Minuten; zwanzig Minuten; für 20 Minuten = 1200
        half an hour; a half hour; half hour; eine halbe Stunde; ½ hour; 30 min; dreißig Minuten = 1800
        a quarter of an hour; quarter hour; eine Viertelstunde; 15 minutes = 900
        three quarters of an hour; eine Dreiviertelstunde; drei viertel Stunden; 45m = 2700
        two and a half hours; zweieinhalb Stunden; 2½ Stunden; 2.5 h; zwei und eine halbe Stunde = 9000
        a minute; one minute; eine Minute; 1 min; 60s; 60 Sekunden = 60
        thirty seconds; 30 Sekunden; dreißig Sekunden; 0:30; half a minute; eine halbe Minute = 30
        twenty-five minutes; twenty five minutes; fünfundzwanzig Minuten; 25:00 = 1500
        a day; one day; ein Tag; 24h; 1d = 86400
        a week; eine Woche; 1w; 7 days; sieben Tage = 604800
        """)

    /// With a piece of the one line that tells why, or the nearest reading.
    static let refused = table(
        """
        half seven; at half seven; half 7 tomorrow = can be read in two ways; say "half past 7" or 7:30
        every second week at 7; alle zwei Wochen um 7; every other weekday at 8; jeden zweiten Werktag um 8; every third friday at 8; every 60 weeks on mon at 7 = every 3 weeks on mon
        monatlich um 9; monthly at 9; every month at 9; fifth friday of the month 9:00; yearly at 9 = monthly on the 15th
        every other friday; first monday of the month = has no time
        dawn; at dusk; sunrise - 7 h; sunrise in the morning; sunrise sunset; 7:00 sunrise; sunrise 7:00 = by the sun
        every other friday and every saturday at 8; every other friday, every saturday at 8 = alarm of its own
        every other friday and saturdays at 8; every other friday and weekends at 8 = alarm of its own
        every 2 weeks on friday and every saturday at 8; fortnightly on fridays and every saturday at 8 = alarm of its own
        jeden zweiten Freitag, samstags um 8; jeden zweiten Freitag und samstags um 8 = alarm of its own
        alle 2 Wochen freitags und jeden Samstag um 8; jede zweite Woche freitags und jeden Samstag um 8 = alarm of its own
        fridays and every saturday every other week at 8; fridays every other week and every saturday at 8 = alarm of its own
        every friday and every other saturday at 8; weekdays and every other saturday at 8 = alarm of its own
        every friday and the first monday of the month at 8; first and third monday of the month at 8 = alarm of its own
        next friday at 8; nächsten Freitag um 8 = say friday
        friday night at 2; tomorrow at 3 at night = say the date
        quarter to 12 pm; quarter to 12 am = say 11:45
        haf past seven; half pst seven = did you mean "half past seven"?
        tommorow at 6; tomorow at 6 = did you mean "tomorrow at 6"?
        qarter to 8; quartr to 8 = did you mean "quarter to 8"?
        halb acth; hlab acht = did you mean "halb acht"?
        7amm; 7 30; 730; -7; 7 o; seven five; 7 past; half past; quarter to; at; at at 7; 7 at; um; in 20; in ten = is not a time
        13pm; 0am; 13 am = hours before am and pm
        12 in the evening; 3 in the evening; 8 in the afternoon; 12 Uhr vormittags = no such hour
        24:00; 25:00; thirty; 24 Uhr; half past 24 = time
        7:60; 7:5; 7:; seven seventy; 7:30:15 = 7
        tomorrow; friday; weekdays; in the evening; today evening = has no time
        tomorrow today 7; mon tomorrow 7; 7 8; noon midnight; 7 am pm; noon at 7 = time
        """)

    static func words(_ input: TimeInput) -> String {
        switch input {
        case .clock(let time, on: nil): return time.hourAndMinute
        case .clock(let time, on: let day?): return "\(day.word) \(time.hourAndMinute)"
        case .sun(let sun, .clock(_, on: nil)): return "\(sun)"
        case .sun(let sun, let days): return words(days).replacing("23:59", with: "\(sun)")
        case .fromNow(let seconds): return seconds < 0 ? "\(seconds)" : "+\(seconds)"
        case .repeating(let time, .monthly(let rule)): return "\(rule) \(time.hourAndMinute)"
        case .repeating(let time, .weeks(let weeks, let days, let first)):
            let list = days.days.map(\.rawValue).joined(separator: ",")
            return "\(weeks) \(list)\(first.map { " from \($0.word)" } ?? "") \(time.hourAndMinute)"
        case .repeating(let time, .weekly(let days)):
            let names = [
                WeekdaySet.everyDay: "daily", WeekdaySet(from: .monday, through: .friday): "weekdays",
                WeekdaySet(from: .saturday, through: .sunday): "weekends",
            ]
            let list = days.days.map(\.rawValue).joined(separator: ",")
            return "\(names[days] ?? list) \(time.hourAndMinute)\(days.days.count == 1 ? " weekly" : "")"
        }
    }

    @Test(
        "A time, a day and a repetition in words have one reading", arguments: times + days + repetitions + suns + spans
    )
    func understood(spelling: String, reading: String) {
        #expect((try? Self.words(TimeInput(spelling))) ?? "refused" == reading)
        #expect((try? Self.words(TimeInput(spelling.uppercased()))) ?? "refused" == reading)
    }

    @Test(
        "A rule of weeks begins with its first day to come, or with the one of a date",
        arguments: [
            // 2026-11-21 is a Saturday, 13:41.
            ("every other saturday at 14:00", "2026-11-21"), ("every other saturday at 13:41", "2026-11-28"),
            ("every other friday at 8", "2026-11-27"), ("every 3 weeks on mon, sat at 8", "2026-11-23"),
            ("every other thursday at 19 from 2026-12-10", "2026-12-10"),
            ("every other friday at 8 from 5.12.", "2026-12-11"),
            ("every other fri 8:00 from 2026-11-13", "2026-11-13"),
        ])
    func start(spelling: String, first: String) throws {
        let now = try #require(WallTime(rfc3339: "2026-11-21T13:41:33.250Z"))
        let meant = try TimeInput(spelling).schedule(at: now, zone: .utc).repetition
        guard case .recurring(.weeks(_, _, from: let from)) = meant else {
            Issue.record("\(meant)")
            return
        }
        #expect(from == date(first))
    }

    @Test("A duration in words has one reading", arguments: durations)
    func understoodDuration(spelling: String, reading: String) {
        #expect((try? DurationInput.seconds(spelling, in: 0...1_000_000).description) ?? "refused" == reading)
    }

    @Test("Another text is refused in one line, with the nearest reading", arguments: refused)
    func refusal(spelling: String, part: String) {
        let line = message { try TimeInput(spelling) } ?? "understood"
        #expect(line.contains(part), "\(line)")
        #expect(line.contains(spelling.prefix(40)) && !line.contains("\n"))
    }

    @Test("There are over 300 of them")
    func count() {
        let all = Self.times + Self.days + Self.repetitions + Self.suns + Self.spans + Self.durations + Self.refused
        #expect(Set(all.map(\.spelling)).count > 400, "\(all.count)")
    }

    @Test("A long text is refused at once, and so is any noise")
    func longTexts() {
        for text in [String(repeating: "half past ", count: 100_000), String(repeating: "7", count: 201)] {
            #expect(message { try TimeInput(text) }?.contains("is too long") == true)
        }
    }

    @Test("A time from now is the next whole minute, across a change of clocks too")
    func fromNow() throws {
        let now = try #require(WallTime(rfc3339: "2026-11-21T13:41:33.250Z"))
        let meant = try TimeInput("in 20 minutes").schedule(at: now, zone: .utc)
        #expect(meant.time == at("14:02") && meant.repetition == .onDate(date("2026-11-21")))
        let next = try TimeInput("in 11 hours").schedule(at: now, zone: .utc)
        #expect(next.time == at("00:42") && next.repetition == .onDate(date("2026-11-22")))
        #expect(message { try TimeInput("2 hours ago").schedule(at: now, zone: .utc) }?.contains("is over") == true)
    }
}
