import ClockDomain
import ClockVoice
import Testing

@Suite("The packs that come with the project")
struct ShippedPackTests {
    @Test("Every minute of the day, every date of a leap year and durations to 59:59:59 are said by clips of the pack")
    func everythingIsSaid() throws {
        for name in ShippedPacks.names {
            let pack = try ShippedPacks.pack(name)
            let grammar = try #require(pack.grammar)
            #expect(pack.name == name)
            // Clips that come with the project are compressed, at their engine's rate.
            #expect(name.hasPrefix("english") == (pack.format != .standard), "\(name)")
            let clips = Set(pack.prompts.map(\.name))
            var times: Set<[String]> = []
            for minute in 0..<1440 {
                let said = try grammar.clips(time: LocalTime(secondOfDay: minute * 60))
                #expect(clips.isSuperset(of: said))
                times.insert(said)
            }
            // On a dial of twelve hours without a part of the day, morning and evening sound alike, but for noon and
            // midnight.
            let alike = ["english-relative": 719, "dutch": 720, "swedish": 720, "german": 36, "polish": 35][name] ?? 0
            #expect(times.count == 1440 - alike, "\(name)")
            var dates: Set<[String]> = []
            let first = CivilDate(year: 2028, month: 1, day: 1).daysSinceEpoch
            for day in 0..<366 { dates.insert(try grammar.clips(date: CivilDate(daysSinceEpoch: first + Int64(day)))) }
            #expect(dates.count == 366, "\(name)")
            var durations: Set<[String]> = []
            for seconds in Array(0..<3700) + Array(stride(from: 3700, to: 60 * 3600, by: 97)) {
                durations.insert(try grammar.clips(duration: .seconds(seconds)))
            }
            #expect(durations.count == 3700 + (60 * 3600 - 3700 + 96) / 97, "\(name)")
            #expect(durations.union(dates).allSatisfy { clips.isSuperset(of: $0) })
        }
    }

    @Test("No clip is listed that nothing says, and the time takes only some of them", arguments: ShippedPacks.names)
    func vocabulary(name: String) throws {
        let pack = try ShippedPacks.pack(name)
        let grammar = try #require(pack.grammar)
        // A grammar says words; phrases say them for it. A room without a site says the standard voice's introduction.
        let introduction: Set = name == "english" ? ["i-am-new"] : []
        #expect(Set(pack.prompts.lazy.filter(\.says.isEmpty).map(\.name)) == introduction.union(grammar.vocabulary))
        let time = grammar.timeVocabulary { time, problem in Issue.record("\(time): \(problem)") }
        #expect(time.count < grammar.vocabulary.count)
        #expect(Set(grammar.vocabulary).isSuperset(of: time))
    }

    @Test(
        "Dates are said as people say what day it is, without the year",
        arguments: [
            ("english", "2026-11-21", "Saturday November twenty first"),
            ("english", "2028-02-29", "Tuesday February twenty ninth"),
            ("german", "2026-11-21", "Samstag der einundzwanzigste November"),
            ("german", "2027-03-01", "Montag der erste März"),
            ("french", "2026-11-21", "samedi vingt et un novembre"), ("french", "2027-05-01", "samedi premier mai"),
            ("spanish", "2026-11-21", "sábado veintiuno de noviembre"),
            ("dutch", "2026-11-21", "zaterdag eenentwintig november"),
            ("italian", "2027-05-01", "sabato primo maggio"), ("italian", "2027-08-31", "martedì trentuno agosto"),
            ("portuguese", "2026-11-21", "sábado vinte e um de novembro"),
            ("polish", "2026-11-21", "sobota dwudziesty pierwszy listopada"),
            ("polish", "2027-05-31", "poniedziałek trzydziesty pierwszy maja"),
            ("swedish", "2026-11-21", "lördag den tjugoförsta november"),
            ("japanese", "2026-11-20", "じゅういちがつはつかきんようび"),
            ("japanese", "2027-04-14", "しがつじゅうよっかすいようび"),
            ("mandarin", "2026-11-22", "十一月二十二日星期日"),
        ] as [(String, String, String)])
    func dates(name: String, on text: String, expected: String) throws {
        let pack = try ShippedPacks.pack(name)
        #expect(try pack.sentence(try #require(pack.grammar).clips(date: try date(text))) == expected)
    }

    @Test(
        "Durations leave out what is zero, and one is singular",
        arguments: [
            ("english", 0, "zero seconds"), ("english", 4510, "one hour fifteen minutes and ten seconds"),
            ("english", 7200, "two hours"),
            ("english", 3_599_999, "nine hundred ninety nine hours fifty nine minutes and fifty nine seconds"),
            ("german", 3661, "eine Stunde eine Minute und eine Sekunde"),
            ("german", 5400, "eine Stunde und dreißig Minuten"),
            ("french", 0, "zéro seconde"), ("french", 75_661, "vingt et une heures une minute et une seconde"),
            ("spanish", 76_881, "veintiuna horas veintiún minutos y veintiún segundos"),
            ("dutch", 4510, "één uur vijftien minuten en tien seconden"), ("italian", 60, "un minuto"),
            ("portuguese", 79_321, "vinte e duas horas dois minutos e um segundo"),
            ("polish", 79_472, "dwadzieścia dwie godziny cztery minuty i trzydzieści dwie sekundy"),
            ("polish", 43_932, "dwanaście godzin dwanaście minut i dwanaście sekund"),
            ("swedish", 76_860, "tjugoen timmar och tjugoen minuter"), ("japanese", 15_010, "よじかんじゅっぷんじゅうびょう"),
            ("mandarin", 7322, "两小时两分钟两秒"),
        ] as [(String, Int, String)])
    func durations(name: String, seconds: Int, expected: String) throws {
        let pack = try ShippedPacks.pack(name)
        #expect(try pack.sentence(try #require(pack.grammar).clips(duration: .seconds(seconds))) == expected)
    }

    @Test("What is outside of dates and durations is refused with the value")
    func outside() throws {
        let grammar = try ShippedPacks.grammar("german")
        #expect(throws: GrammarProblem.self) { try grammar.clips(date: CivilDate(year: 10_000, month: 1, day: 1)) }
        #expect(throws: GrammarProblem.self) { try grammar.clips(duration: .seconds(-1)) }
        #expect(throws: GrammarProblem.self) { try grammar.clips(duration: .seconds(Int64.max)) }
        let problem = #expect(throws: GrammarProblem.self) { try grammar.clips(duration: .hours(60)) }
        #expect(problem?.description == "rule number, case 1: pick is 60, and there are 0 to 59 (n = 60)")
    }

    @Test("A pack that is written again is read as the same", arguments: ShippedPacks.names)
    func writtenAgain(name: String) throws {
        let pack = try ShippedPacks.pack(name)
        let text = pack.yaml()
        #expect(try VoicePack.parse(text, source: "again") == pack)
        #expect(try VoicePack.parse(text, source: "again").yaml() == text)
    }
}
