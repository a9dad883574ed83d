import ArgumentParser
import ClockDomain
import ClockInput
import ClockRuntime
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

@Suite("What people type")
struct InputTests {
    // Now is 2026-11-21T13:41:33.250Z, 14:41:33 in Berlin.
    @Test(
        "Times are understood",
        arguments: [
            ("2h", "2026-11-21T11:41:33.250Z"), ("90m", "2026-11-21T12:11:33.250Z"),
            ("1h30m", "2026-11-21T12:11:33.250Z"), ("45s", "2026-11-21T13:40:48.250Z"),
            ("2 hours", "2026-11-21T11:41:33.250Z"),
            ("1h30", "2026-11-21T12:11:33.250Z"),
            ("1D", "2026-11-20T13:41:33.250Z"), ("2w", "2026-11-07T13:41:33.250Z"),
            ("today", "2026-11-20T23:00:00.000Z"), ("Yesterday", "2026-11-19T23:00:00.000Z"),
            ("14:00", "2026-11-21T13:00:00.000Z"), ("23:00", "2026-11-20T22:00:00.000Z"),
            ("14:41:33", "2026-11-21T13:41:33.000Z"), ("2026-11-21", "2026-11-20T23:00:00.000Z"),
            ("2026-11-21 14:00", "2026-11-21T13:00:00.000Z"), ("2026-07-01T14:00:30", "2026-07-01T12:00:30.000Z"),
            ("2026-11-21T14:00:00+01:00", "2026-11-21T13:00:00.000Z"),
            // Clocks were set back at 03:00: the first of two.
            ("2026-10-25 02:30", "2026-10-25T00:30:00.000Z"),
            // To come: of a room whose clock was ahead.
            ("2026-11-22", "2026-11-21T23:00:00.000Z"), ("tomorrow", "2026-11-21T23:00:00.000Z"),
            ("2026-11-21 15:00", "2026-11-21T14:00:00.000Z"),
            // In words.
            ("half past seven", "2026-11-21T06:30:00.000Z"), ("an hour and a half ago", "2026-11-21T12:11:33.250Z"),
            ("yesterday evening at 8", "2026-11-20T19:00:00.000Z"), ("vor 2 Stunden", "2026-11-21T11:41:33.250Z"),
            ("monday", "2026-11-15T23:00:00.000Z"), ("saturday", "2026-11-20T23:00:00.000Z"),
            ("friday at noon", "2026-11-20T11:00:00.000Z"), ("24.12.", "2025-12-23T23:00:00.000Z"),
            ("gestern um 8", "2026-11-20T07:00:00.000Z"),
        ])
    func since(text: String, instant: String) throws {
        #expect(
            try InputWords.moment(text, "--since", now: Sample.now, zone: Zones.berlin.local)
                == Sample.instant(instant))
    }

    @Test(
        "Who looks ahead means what is to come",
        arguments: [
            ("20:00", "2026-11-21T19:00:00.000Z"), ("14:41", "2026-11-22T13:41:00.000Z"),
            ("2h", "2026-11-21T15:41:33.250Z"), ("Tomorrow", "2026-11-21T23:00:00.000Z"),
            ("2026-11-21", "2026-11-20T23:00:00.000Z"), ("saturday", "2026-11-20T23:00:00.000Z"),
            ("in half an hour", "2026-11-21T14:11:33.250Z"), ("morgen um 6", "2026-11-22T05:00:00.000Z"),
            ("24 December", "2026-12-23T23:00:00.000Z"),
        ])
    func ahead(text: String, instant: String) throws {
        #expect(
            try InputWords.moment(text, "--from", now: Sample.now, zone: Zones.berlin.local, .ahead)
                == Sample.instant(instant))
    }

    @Test(
        "An alarm's day is one that is to come, and a day in the time does not end a weekly alarm",
        arguments: [
            ("7:00", "--date mon", "2026-11-30"), ("20:00", "--date mon", "2026-11-23"),
            ("7:00", "--date today", "refused: 2026-11-23 07:00"), ("20:00", "--date today", "2026-11-23"),
            ("", "--date today", "refused: 2026-11-23 06:30"), ("mon 7:00", "", "refused: rings Tue"),
            ("tomorrow 8", "", "refused: --date tomorrow"), ("8", "--date tomorrow", "2026-11-24"), ("8", "", "Tue"),
            ("weekdays 6:45", "", "Mon–Fri"), ("mon,wed 7:15", "", "Mon, Wed"), ("every day at 7", "", "daily"),
            ("in 20 minutes", "", "refused: --date 2026-11-23"), ("half past seven", "--days weekends", "Sat, Sun"),
            ("half past seven", "", "Tue"), ("7", "--date 24.12.", "2026-12-24"),
        ])
    func alarmDays(time: String, option: String, outcome: String) throws {
        // Monday evening; the alarm rings on Tuesdays at 6:30.
        let now = LocalDateTime(
            date: CivilDate(year: 2026, month: 11, day: 23), time: LocalTime(secondOfDay: 19 * 3600))
        var draft = AlarmDraft(Sample.alarm(1, "Work"))
        draft.schedule.time = LocalTime(secondOfDay: 6 * 3600 + 1800)
        draft.schedule.repetition = .weekly(WeekdaySet(from: .tuesday, through: .tuesday))
        let edit = try AlarmEdit(
            AlarmOptions.parse(option.split(separator: " ").map(String.init)), time: time.isEmpty ? nil : time)
        do throws(FatalError) {
            let edited = try edit.applied(
                to: draft, at: Zones.berlin.local.instant(of: now), in: Zones.berlin.local)
            #expect(ScheduleWords.repetition(edited.schedule.repetition) == outcome)
        } catch {
            let words = outcome.split(separator: "refused: ").joined()
            #expect(outcome.hasPrefix("refused") && error.message.contains(words), "\(error.message)")
        }
    }

    @Test(
        "The words of an option's time need no quotes",
        arguments: [
            ("alarm add 7 --ramp 2 minutes --room kitchen", "alarm add 7 --ramp|2 minutes --room kitchen"),
            ("alarm add --ramp 1m 7", "alarm add --ramp 1m 7"),
            (
                "alarm add 7 --limit an hour and a half --snooze 5 min",
                "alarm add 7 --limit|an hour and a half --snooze|5 min"
            ),
            (
                "alarm add 8 --days mondays and fridays --room bath",
                "alarm add 8 --days|mondays and fridays --room bath"
            ),
            ("alarm add --days mon-fri 7 --room bath", "alarm add --days mon-fri 7 --room bath"),
            ("alarm add --date 24 december 18:00", "alarm add --date|24 december 18:00"),
            ("alarm add 7 --except 24 december to 6 january", "alarm add 7 --except|24 december to 6 january"),
            ("history kitchen --since yesterday at 8", "history kitchen --since|yesterday at 8"),
            ("history --since yesterday kitchen", "history --since yesterday kitchen"),
            ("next --from tomorrow morning at 6 --explain", "next --from|tomorrow morning at 6 --explain"),
            ("play kitchen a.wav --at half past seven", "play kitchen a.wav --at|half past seven"),
            ("say kitchen Dinner --at quarter to 8", "say kitchen Dinner --at|quarter to 8"),
            ("say --at 18:00 today is a good day", "refused"), ("say --at 18:00 Dinner", "say --at 18:00 Dinner"),
            ("history -- --since yesterday at 8", "history -- --since yesterday at 8"),
        ])
    func optionWords(line: String, joined: String) throws {
        let words = line.split(separator: " ").map(String.init)
        guard joined != "refused" else {
            _ = #expect(throws: FatalError.self) { try OptionWords.joined(words) }
            return
        }
        // A bar opens a word with blanks, which goes on to the next option or number.
        let arguments = try OptionWords.joined(words)
        #expect(arguments.joined(separator: " ") == line)
        let quoted = arguments.enumerated().map { ($0.offset > 0 && $0.element.contains(" ") ? "|" : " ") + $0.element }
        #expect(quoted.joined().dropFirst() == joined)
    }

    @Test(
        "The time behind an alarm's name may be several words",
        arguments: [
            ("a3 half past seven", [(["a3", "half", "past"], "seven"), (["a3"], "half past seven")]),
            ("Work Weekend 9:00", [(["Work", "Weekend"], "9:00"), (["Work"], "Weekend 9:00")]),
            ("a3 6:45", [(["a3"], "6:45")]), ("a3", [(["a3"], nil)]), ("a3 25:00", [(["a3"], "25:00")]),
            ("Work School", [(["Work", "School"], nil)]),
        ] as [(String, [([String], String?)])])
    func editReadings(line: String, readings: [([String], String?)]) {
        let found = AlarmEditCommand.readings(line.split(separator: " ").map(String.init))
        #expect(found.map(\.alarms) == readings.map(\.0))
        #expect(found.map(\.time) == readings.map(\.1))
    }

    @Test(
        "What is no time is refused by name",
        arguments: [
            "", "soon", "2x", "h", "-1h", "2", "24:00", "2026-13-01", "2026-02-29", "1969-12-31",
            "2026-11-21T25:00", "99999999999999999999h", "2026-11-21T14:00:00+1",
            "٣h",
        ])
    func sinceRefused(text: String) {
        let error = #expect(throws: FatalError.self) {
            try InputWords.moment(text, "--since", now: Sample.now, zone: Zones.berlin.local)
        }
        // It names the text, or the part of it that is wrong.
        #expect(error?.message.contains(text.prefix(10)) ?? false, "\(error?.message ?? "")")
    }

    @Test(
        "A mute has a length or an end, of several words if need be",
        arguments: [
            ("mute 2h", 7_200, nil), ("mute=90m", 5_400, nil), ("mute an hour and a half", 5_400, nil),
            ("mute until 15:30", nil, "2026-11-21T14:30:00Z"),
            ("mute until tomorrow at 6", nil, "2026-11-22T05:00:00Z"),
            ("mute=until 7", nil, "2026-11-22T06:00:00Z"),
        ] as [(String, Int?, String?)])
    func mute(words: String, seconds: Int?, end: String?) throws {
        for others in ["", " volume 60", " every 30 volume 60"] {
            let change = try SettingWords.change((words + others).split(separator: " ").map(String.init))
            #expect(change.muteSeconds == seconds)
            #expect(change.mute == end.map { .until(Sample.instant($0)) })
            #expect((change.volume?.percent == 60) == !others.isEmpty)
        }
    }

    @Test("Settings are understood, several at once")
    func settings() throws {
        let words =
            "volume 60% mute ON quiet 22:00-7:00,13:00-15:00 voice english every 30 chime none self-wake off "
            + "volume-floor=20% volume-ceiling 70 trim=-12.5ms"
        let change = try SettingWords.change(words.split(separator: " ").map(String.init))
        #expect(
            change
                == SettingsPatch(
                    volume: Volume(percent: 60), mute: .on,
                    quiet: [QuietPeriod("22:00-07:00"), QuietPeriod("13:00-15:00")].compactMap(\.self),
                    every: .halfHour, chime: Chime.none, voice: "english", selfWake: false, trimMicroseconds: -12_500,
                    volumeFloor: Volume(percent: 20), volumeCeiling: Volume(percent: 70)))
        #expect(try SettingWords.change(["quiet", "off"]).quiet == [])
        #expect(try SettingWords.change(["holidays", "school,berlin"]).holidays == ["berlin", "school"])
        #expect(try SettingWords.change(["holidays", "none"]).holidays == [])
    }

    @Test("Each setting of the table has a form that can be typed", arguments: NodeSetting.all.map(\.word))
    func settingOfTheTable(word: String) throws {
        let setting = try #require(NodeSetting.all.first { $0.word == word })
        let value = try #require(setting.examples([]).first ?? (word == "voice" ? "german" : nil))
        let change = try SettingWords.change(["\(word)=\(value)"])
        #expect(NodeSetting.all.filter(change.changes).map(\.word) == [word])
        #expect(SettingWords.help.contains("  \(word)"))
        #expect(SetCommand.completions(["clockctl", "set", "kitchen", ""], index: 3).contains(word))
    }

    @Test(
        "Settings that cannot be are refused, with what could be",
        arguments: [
            ("", "what shall be set"), ("volume", "needs a value: 0-100"), ("volume 101", "from 0 to 100"),
            ("volume +10", "without a sign"), ("volume-floor -5", "without a sign"),
            ("volume loud", "from 0 to 100"), ("mute maybe", "until 7:00"), ("mute 7:00", "say until 7:00"),
            ("mute until 25:00 x", "\"until 25:00 x\""),
            ("mute 2h mute off", "said twice"), ("mute 2h volum 60", "did you mean volume"),
            ("holidays x,,Y", "names of calendars"), ("quiet 25-7", "like 22:00-07:00"),
            ("quiet 22:00-07:00,", "like 22:00-07:00"), ("every 20", "15, 30 or 60"),
            ("chime westminister", "did you mean westminster?"), ("chime ../gong", "1 to 64 of"),
            ("voice ../etc", "1 to 64 of"),
            ("trim 12", "a time like +12.5ms"), ("trim 1.1s", "at most a second"), ("trim=", "a time like"),
            ("trim nanms", "a time like"), ("volume-floor=101", "from 0 to 100"), ("volume 1 volume 2", "said twice"),
            ("volum 60", "did you mean volume"),
            ("loudness 60", "say one of volume"),
            ("quiet " + Array(repeating: "1:00-2:00", count: 9).joined(separator: ","), "over the limit of 8"),
        ])
    func settingsRefused(words: String, part: String) {
        let error = #expect(throws: SettingWords.Refusal.self) {
            try SettingWords.change(words.split(separator: " ").map(String.init))
        }
        #expect(error?.description.contains(part) ?? false, "\(error?.description ?? "")")
    }

    @Test(
        "A trim is read with its unit and written in milliseconds",
        arguments: [
            ("+12.5ms", 12_500, "+12.5 ms"), ("-300us", -300, "-0.3 ms"), ("3µs", 3, "+0.003 ms"), ("0", 0, "0 ms"),
            ("-1s", -1_000_000, "-1000 ms"), ("20MS", 20_000, "+20 ms"), ("0.0004ms", 0, "0 ms"),
        ])
    func trims(text: String, microseconds: Int, words: String) {
        #expect(TrimWords.microseconds(text) == microseconds)
        #expect(TrimWords.words(microseconds) == words)
    }

    @Test("The first word of set is a node's, whatever it is")
    func nodesAndSettings() {
        func split(_ words: String, all: Bool = false) -> (nodes: NodeWords?, settings: [String]) {
            NodeWords.split(words.split(separator: " ").map(String.init), all: all)
        }
        #expect(split("kitchen volume 60") == (.named(["kitchen"]), ["volume", "60"]))
        #expect(split("kitchen,bedroom mute on") == (.named(["kitchen", "bedroom"]), ["mute", "on"]))
        #expect(split("kitchen bedroom, kitchen mute on") == (.named(["kitchen", "bedroom"]), ["mute", "on"]))
        #expect(split("volume volume 60") == (.named(["volume"]), ["volume", "60"]))
        #expect(split("volume 60", all: true) == (.all, ["volume", "60"]))
        #expect(split("kitchen volum 60") == (.named(["kitchen"]), ["volum", "60"]))
        #expect(split("") == (nil, []))
    }

    @Test(
        "Brokers' addresses are understood or refused",
        arguments: [
            ("clock.example", "clock.example", nil), ("10.0.0.5:8883", "10.0.0.5", 8883), ("::1", "::1", nil),
            ("[::1]:1884", "::1", 1884), ("[::1]", "::1", nil), ("host:0", nil, nil), ("host:65536", nil, nil),
            ("host:", nil, nil), (":1883", nil, nil), ("", nil, nil), ("mqtt://host", nil, nil), ("[::1", nil, nil),
        ] as [(String, String?, Int?)])
    func brokerAddress(text: String, host: String?, port: Int?) {
        #expect(BrokerAddress(text)?.host == host)
        #expect(BrokerAddress(text)?.port == port)
    }

    @Test("Mistyped names find what they meant, others nothing")
    func nearest() {
        let names = ["bedroom", "kitchen", "kitchen-2", "office"]
        #expect(NearestNames.suggestion(for: "kichten", among: names) == "did you mean kitchen?")
        #expect(NearestNames.suggestion(for: "kitch", among: names) == "did you mean kitchen or kitchen-2?")
        #expect(NearestNames.suggestion(for: "Office", among: names) == "did you mean office?")
        #expect(NearestNames.suggestion(for: "bed", among: names) == "did you mean bedroom?")
        #expect(NearestNames.suggestion(for: "garage", among: names) == nil)
        #expect(NearestNames.distance("abcd", "abdc") == 1)
        #expect(NearestNames.distance("", "abc") == 3)
    }
}

extension SettingWords {
    /// Of a person in Berlin, at ``Sample/now``.
    static func change(_ words: [String]) throws(Refusal) -> SettingsPatch {
        try change(words, now: Sample.now, zone: Zones.berlin.local)
    }
}
