import ClockDomain
import ClockWire
import Testing

/// Definitions that break a rule are refused with the one line that says which.
struct AlarmRefusalTests {
    /// `piece` of a sample's text replaced by `other`, and the words of the refusal.
    struct Case: CustomTestStringConvertible, Sendable {
        var piece: String
        var other: String
        var line: String
        var testDescription: String { other }

        init(_ piece: String, _ other: String, _ line: String) {
            self.piece = piece
            self.other = other
            self.line = line
        }
    }

    private func check<Message: WireMessage>(
        _ message: Message, _ it: Case, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = String(decoding: WireCodec.encode(message), as: UTF8.self)
        let parts = text.split(separator: it.piece, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2, "\(it.piece) is not in \(text)", sourceLocation: sourceLocation)
        #expect(throws: WireError(.invalid, it.line), sourceLocation: sourceLocation) {
            try WireCodec.decode(Message.self, from: bytes(parts[0] + it.other + parts[1]))
        }
    }

    static func list(_ item: String, _ count: Int) -> String {
        Array(repeating: item, count: count).joined(separator: ",")
    }

    @Test(arguments: [
        Case(#""id":"a7""#, #""id":"a07""#, #""a07" is not an id like a7 at alarms[0].id"#),
        Case(#""id":"a7""#, #""id":"t7""#, #""t7" is not an id like a7 at alarms[0].id"#),
        Case(#""id":"a7""#, #""id":"a1000000000""#, #""a1000000000" is not an id like a7 at alarms[0].id"#),
        Case(#""id":"a7""#, #""id":"a8""#, "alarms are not ascending, each once at alarms"),
        Case(#""id":"a7""#, #""id":"a9""#, "alarms are not ascending, each once at alarms"),
        Case(#""id":"t3""#, #""id":"t4""#, "timers are not ascending, each once at timers"),
        Case(#""revision":4"#, #""revision":0"#, "0 is not in 1...2147483646 at alarms[0].revision"),
        Case(
            #""label":"Work""#, #""label":"two\nlines""#,
            #""two lines" is not 0 to 64 characters on one line at alarms[0].label"#),
        Case(
            #""label":"Work""#, #""label":"\#(String(repeating: "x", count: 65))""#,
            "\"\(String(repeating: "x", count: 65))\" is not 0 to 64 characters on one line at alarms[0].label"),
        Case(
            "rooster", "../rooster", #"sound "../rooster" is not 1 to 64 of a-z, 0-9 and - at alarms[0].ring.sound"#),
        Case("rooster", "", #"sound "" is not 1 to 64 of a-z, 0-9 and - at alarms[0].ring.sound"#),
        Case(#""volume":60"#, #""volume":101"#, "volume 101 is not in 0...100 at alarms[0].ring.volume"),
        Case(#""ramp_s":30"#, #""ramp_s":901"#, "901 s is not in 0...900 at alarms[0].ring.ramp_s"),
        Case(#""limit_min":5"#, #""limit_min":0"#, "0 min is not in 1...180 at alarms[0].ring.limit_min"),
        Case(#""snooze_min":0"#, #""snooze_min":61"#, "61 min is not in 0...60 at alarms[0].ring.snooze_min"),
        Case(
            #"{"report_only":true}"#, #"{"ring_within_min":1441}"#,
            "1441 minutes are not in 1...1440 at alarms[0].misfire.ring_within_min"),
        Case(#"{"report_only":true}"#, "{}", #""ring_within_min" is missing at alarms[0].misfire"#),
        Case("07:05", "07:60", #""07:60" is not a time like 07:30 at alarms[0].schedule.time"#),
        Case("07:05", "24:00", #""24:00" is not a time like 07:30 at alarms[0].schedule.time"#),
        Case("07:05", "07:05:30", #""07:05:30" is not a time like 07:30 at alarms[0].schedule.time"#),
        Case(
            "Europe/Berlin", "../../etc/passwd",
            "\"../../etc/passwd\" is not \(TimeZoneRules.nameRule) at alarms[0].schedule.zone"),
        Case(
            #"{"days":["mon","fri"]}"#, #"{"days":[]}"#,
            "a weekly alarm needs at least one day at alarms[0].schedule.repetition.days"),
        Case(
            #"{"days":["mon","fri"]}"#, #"{"days":["mon"],"once":true}"#,
            "expected one of once, date, days, rule and program at alarms[0].schedule.repetition"),
        Case(
            #"{"days":["mon","fri"]}"#, "{}",
            "expected one of once, date, days, rule and program at alarms[0].schedule.repetition"),
        Case(
            #"{"days":["mon","fri"]}"#, #"{"rule":{"days":["mon"],"from":"2026-12-04","weeks":1}}"#,
            "1 is not in 2...52 at alarms[0].schedule.repetition.rule.weeks"),
        Case(
            #"{"days":["mon","fri"]}"#, #"{"once":false}"#,
            "once can only be true at alarms[0].schedule.repetition.once"),
        Case(
            #"{"days":["mon","fri"]}"#, #"{"date":"2026-02-29"}"#,
            #""2026-02-29" is not a date like 2026-11-21 at alarms[0].schedule.repetition.date"#),
        Case(
            "2026-12-24/2026-12-26", "2026-12-26/2026-12-24",
            #""2026-12-26/2026-12-24" is not like 2026-12-24 or 2026-12-24/2026-12-26 "#
                + "at alarms[0].schedule.exceptions[0]"),
        Case(
            #""2026-12-24/2026-12-26""#, list(#""2026-12-24""#, 201),
            "201 exceptions are over the limit of 200 at alarms[0].schedule.exceptions"),
        Case(
            #""2026-11-23""#, list(#""2026-11-23""#, 65),
            "65 skipped dates are over the limit of 64 at alarms[0].schedule.skips"),
        Case(
            #""2027-01-01""#, list(#""2027-01-01""#, 1_001),
            "1001 holidays are over the limit of 1000 at alarms[0].schedule.holidays"),
        Case(#""seconds":600"#, #""seconds":0"#, "0 s is not in 1...359999 at timers[0].seconds"),
        Case(#""seconds":600"#, #""seconds":360000"#, "360000 s is not in 1...359999 at timers[0].seconds"),
        Case(
            #""remaining_ms":59500"#, #""remaining_ms":-1"#,
            "-1 ms are not in 0...359999000 at timers[1].state.remaining_ms"),
    ])
    func desiredDocuments(_ it: Case) throws {
        try check(Samples.desiredWithAlarms, it)
    }

    @Test(
        arguments: [
            (
                Change.addAlarm(Samples.draft),
                Case(
                    "bedroom", "Bedroom!",
                    "Cannot initialize NodeID from invalid String value Bedroom! at changes[0].alarm.targets.nodes[0]")
            ),
            (
                .addAlarm(Samples.draft),
                Case(
                    #""nodes":["bedroom"]"#, "", "neither a node nor a group is named at changes[0].alarm.targets.nodes"
                )
            ),
            (
                .addAlarm(Samples.draft),
                Case(
                    #""holidays":"berlin""#, #""holidays":"a b""#,
                    "calendar \"a b\" is not \(NodeID.rule) at changes[0].alarm.holidays")
            ),
            (
                .addAlarm(Samples.draft),
                Case("alarm-add", "alarm-explode", #"action "alarm-explode" is not known at changes[0].action"#)
            ),
            (
                .editAlarm(a7, revision: 4, Samples.draft),
                Case(#""revision":4"#, #""revision":-1"#, "-1 is not in 1...2147483646 at changes[0].revision")
            ),
            (
                .startTimer(name: "x", seconds: 5, targets: Samples.targets, ring: .timer),
                Case(#""seconds":5"#, #""seconds":360000"#, "360000 s is not in 1...359999 at changes[0].seconds")
            ),
            (
                .startTimer(name: "x", seconds: 5, targets: Samples.targets, ring: .timer),
                Case(#""name":"x""#, #""name":"\t""#, "\" \" is not 0 to 64 characters on one line at changes[0].name")
            ),
            (
                .addToTimer(t3, seconds: 9),
                Case(
                    #""seconds":9"#, #""seconds":-360000"#, "-360000 s is not in -359999...359999 at changes[0].seconds"
                )
            ),
            (
                .setGroup(NodeGroup(id: upstairs, nodes: [kitchen])),
                Case(#"["kitchen"]"#, "[]", "a group has at least one node at changes[0].group.nodes")
            ),
            (
                .setHolidays(Samples.calendar),
                Case(
                    #""name":"berlin""#, #""name":"""#,
                    "calendar \"\" is not \(NodeID.rule) at changes[0].calendar.name")
            ),
            (
                .setHolidays(Samples.calendar),
                Case(
                    #"{"name":"","on":"2027-01-01"}"#, list(#"{"on":"2027-01-01"}"#, 1_000),
                    "1001 days are over the limit of 1000 at changes[0].calendar.days")
            ),
        ] as [(Change, Case)])
    func changes(_ change: Change, _ it: Case) throws {
        try check(ChangeRequest(changes: [change]), it)
    }

    @Test func requestsAndEvents() throws {
        try check(
            ChangeRequest(changes: [.removeAlarm(a7)]),
            Case(#"{"action":"alarm-remove","id":"a7"}"#, "", "there is nothing to change at changes"))
        try check(
            ChangeRequest(changes: [.removeAlarm(a7)]),
            Case(
                #"{"action":"alarm-remove","id":"a7"}"#, Self.list(#"{"action":"alarm-remove","id":"a7"}"#, 501),
                "501 changes are over the limit of 500 at changes"))
        try check(ScheduleRequest(limit: 5), Case("5", "2001", "2001 is not in 1...2000 at limit"))
        try check(
            ChangeEvent(number: 1, at: noon, old: .stopwatch(Samples.stopwatch), new: nil),
            Case("old", "elder", "neither an old nor a new object at new"))
        try check(
            ChangeEvent(number: 1, at: noon, old: .stopwatch(Samples.stopwatch), new: nil),
            Case("[30001,65432]", "[65432,30001]", "laps are not ascending from 0 at old.stopwatch.laps"))
        try check(
            ChangeEvent(number: 1, at: noon, old: .stopwatch(Samples.stopwatch), new: nil),
            Case(
                "[30001,65432]", "[\(Self.list("1", 201))]", "201 laps are over the limit of 200 at old.stopwatch.laps")
        )
        try check(
            Samples.ringAction, Case("c0ffee", "", "0 characters are not in 1...64 at id"))
        try check(Samples.ringAction, Case(#""minutes":20"#, #""minutes":61"#, "61 is not in 1...60 at minutes"))
        try check(Samples.ringAction, Case("a7", "s1", #""s1" is not an id like a7 or t3 at occurrence.source"#))
        try check(
            Samples.reportedWithRings,
            Case(#","until":"2026-11-21T12:09:00.000Z""#, "", #"a snooze has "until" alone at rings[1].until"#))
        try check(
            Samples.reportedWithRings,
            Case(#""state":"ringing""#, #""state":"snoozed""#, #"a snooze has "until" alone at rings[0].until"#))
    }
}
