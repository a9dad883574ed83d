import ClockDomain
import ClockWire
import Testing

/// The bytes of alarms, timers and ringing on the wire.
struct AlarmRoundTripTests {
    private func check<Message: WireMessage & Equatable>(
        _ message: Message, _ text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let payload = WireCodec.encode(message)
        #expect(try WireCodec.decode(Message.self, from: payload) == message, sourceLocation: sourceLocation)
        if let text { #expect(String(decoding: payload, as: UTF8.self) == text, sourceLocation: sourceLocation) }
    }

    @Test func desiredDocumentsHaveAlarmsAndTimers() throws {
        var desired = Samples.desired
        desired.alarms = [Samples.alarm, Samples.plainAlarm]
        desired.timers = [Samples.runningTimer, Samples.pausedTimer]
        try check(
            desired,
            #"{"alarms":[{"enabled":false,"id":"a7","label":"Work","misfire":{"report_only":true},"revision":4,"#
                + #""ring":{"limit_min":5,"ramp_s":30,"snooze_min":0,"sound":"rooster","tell_unanswered":true,"#
                + #""volume":60},"#
                + #""schedule":{"counts_from":"2026-11-21T12:00:00.000Z","exceptions":["2026-12-24/2026-12-26"],"#
                + #""holidays":["2027-01-01"],"repetition":{"days":["mon","fri"]},"skips":["2026-11-23"],"#
                + #""time":"07:05","zone":"Europe/Berlin"},"speaks":true},"#
                + #"{"enabled":true,"id":"a8","label":"","misfire":{"ring_within_min":30},"revision":1,"#
                + #""ring":{"limit_min":10,"ramp_s":0,"snooze_min":9,"sound":"bells","tell_unanswered":true},"#
                + #""schedule":{"counts_from":"2026-11-21T12:00:00.000Z","exceptions":[],"holidays":[],"#
                + #""repetition":{"once":true},"skips":[],"time":"19:30"},"speaks":false}],"#
                + #""lineage":[],"packs":[],"replaces":[],"#
                + #""revision":3,"room":"Küche","settings":{"chime":"none","every":"30","holidays":[],"muted":true,"#
                + #""quiet":["22:00-07:00"],"self_wake":false,"trim_us":0,"voice":"english","volume":35,"#
                + #""volume_ceiling":100,"volume_floor":0},"#
                + #""store":"0123456789abcdef","#
                + #""timers":[{"id":"t3","name":"pasta","revision":2,"#
                + #""ring":{"limit_min":10,"ramp_s":0,"snooze_min":0,"sound":"beeps","tell_unanswered":true},"#
                + #""seconds":600,"speaks":false,"state":{"ends":"2026-11-21T12:10:00.000Z"},"vouched":false},"#
                + #"{"id":"t4","name":"","revision":1,"#
                + #""ring":{"limit_min":5,"ramp_s":30,"snooze_min":0,"sound":"rooster","tell_unanswered":true,"#
                + #""volume":60},"seconds":60,"speaks":true,"state":{"remaining_ms":59500},"vouched":false}],"v":1}"#)
    }

    @Test func alarmsByTheSunHaveTheirPlace() throws {
        var desired = Samples.desired
        var alarm = Samples.plainAlarm
        alarm.schedule.sun = SunTime(.sunset, offsetMinutes: -30, position: Position("52.52, 13.405"))
        desired.alarms = [alarm]
        try check(desired)
        let text = String(decoding: WireCodec.encode(desired), as: UTF8.self)
        let sun = #""sun":{"event":"sunset","offset_min":-30,"position":"52.52, 13.405"},"time":"19:30""#
        #expect(text.contains(sun))
        for wrong in [#""offset_min":361"#, #""offset_min":"-30""#] {
            let other = text.replacing(#""offset_min":-30"#, with: wrong)
            #expect(throws: (any Error).self) { try WireCodec.decode(Desired.self, from: Array(other.utf8)) }
        }
    }

    @Test func ringsInLedgersReportsAndActions() throws {
        try check(
            LedgerBatch(
                epoch: "e", oldest: 1,
                entries: [LedgerEntry(sequence: 1, at: noon, event: .ring(Samples.ringRecord))]),
            #"{"entries":[{"at":"2026-11-21T12:00:00.000Z","kind":"ring","ring":{"by":"clockctl on desk","#
                + #""detail":"rang for 12 s","ended_at":"2026-11-21T12:00:12.000Z","label":"Work","#
                + #""occurrence":{"due":"2026-11-21T12:00:00.000Z","source":"a7"},"onset_error_us":-8,"#
                + #""outcome":"rang","rang_at":"2026-11-21T12:00:00.000Z","reason":"stopped","silent_ms":6300,"#
                + #""snoozes":1},"seq":1}],"#
                + #""epoch":"e","oldest":1,"v":1}"#)
        try check(
            Samples.ringAction,
            #"{"action":"snooze","at":"2026-11-21T12:00:03.000Z","by":"clockctl on desk","id":"c0ffee","#
                + #""minutes":20,"occurrence":{"due":"2026-11-21T12:00:00.000Z","source":"a7"},"v":1}"#)
        try check(
            LocalRequest(action: .snooze, source: RingSource("a7"), by: "button"),
            #"{"action":"snooze","by":"button","source":"a7","v":1}"#)
        try check(
            LocalAnswer.refused("a7 cannot be snoozed; stop it"), #"{"error":"a7 cannot be snoozed; stop it","v":1}"#)
        try check(LocalAnswer.told(Samples.localState))
        try check(Samples.reportedWithRings)
        let text = String(decoding: WireCodec.encode(Samples.reportedWithRings), as: UTF8.self)
        #expect(
            text.contains(
                #""rings":[{"label":"Work","occurrence":{"due":"2026-11-21T12:00:00.000Z","source":"a7"},"#
                    + #""since":"2026-11-21T12:00:00.001Z","snooze_min":9,"snoozes":0,"state":"ringing"},"#
                    + #"{"label":"","occurrence":{"due":"2026-11-21T12:00:01.000Z","source":"t3"},"snooze_min":9,"snoozes":2,"#
                    + #""state":"snoozed","until":"2026-11-21T12:09:00.000Z"}]"#))
    }

    @Test func everyOutcomeAndReasonOfARingHasAName() throws {
        for outcome in RingOutcome.allCases {
            for reason in RingReason.allCases {
                var record = Samples.ringRecord
                (record.outcome, record.reason) = (outcome, reason)
                try check(
                    LedgerBatch(
                        epoch: "e", oldest: 1, entries: [LedgerEntry(sequence: 1, at: noon, event: .ring(record))]))
            }
        }
    }

    @Test func oneCalendarIsATextAsBeforeAndSeveralAreAList() throws {
        func alarm(_ holidays: String) -> [UInt8] {
            Array(
                (#"{"changes":[{"action":"alarm-add","alarm":{"holidays":"# + holidays
                    + #","schedule":{"repetition":{"days":["mon"]},"time":"07:00"},"#
                    + #""targets":{"nodes":["bedroom"]}}}],"v":1}"#).utf8)
        }
        func names(_ holidays: String) throws -> [String]? {
            let request = try WireCodec.decode(ChangeRequest.self, from: alarm(holidays))
            guard case .addAlarm(let draft) = request.changes.first else { return nil }
            let written = String(decoding: WireCodec.encode(request), as: UTF8.self)
            #expect(try WireCodec.decode(ChangeRequest.self, from: Array(written.utf8)) == request)
            #expect(written.contains(#""holidays":"berlin""#) == (holidays == #""berlin""#))
            return draft.holidays?.names
        }
        #expect(try names(#""berlin""#) == ["berlin"])
        #expect(try names(#"["school","berlin","school"]"#) == ["berlin", "school"])
        for wrong in ["[]", "7", #"["A B"]"#, #"["a","b","c","d","e","f","g","h","i"]"#] {
            #expect(throws: WireError.self, "\(wrong)") { try names(wrong) }
        }
    }

    @Test("bells of a program send their dates once: ninety a day stay under 64 KiB")
    func bells() throws {
        // Every weekday of the span that a node knows, and every third of them changed by hand.
        let days = (0..<94).filter { ($0 + 3) % 7 < 5 }.map { day in
            let date = CivilDate(daysSinceEpoch: 20_790 + Int64(day))
            return BellDays(span: DateSpan(first: date, last: date), delayMinutes: day % 3 == 0 ? 20 : 0)
        }
        var desired = Samples.desired
        desired.alarms = (1...90).map { number in
            var schedule = Samples.bell.schedule
            schedule.time = LocalTime(hour: 7 + number / 12, minute: number % 12 * 5)!
            schedule.bellDays = number == 90 ? Array(days.dropFirst()) : days
            return Alarm(
                id: AlarmID("a\(number)kfdp")!, revision: 1, label: "Period \(number) ends", isEnabled: true,
                schedule: schedule, ring: .bell, misfire: .bell)
        }
        desired.alarms.append(Samples.plainAlarm)
        desired.alarms.sort { $0.id < $1.id }
        try check(desired)
        let payload = WireCodec.encode(desired)
        #expect(payload.count < 64 * 1024, "\(payload.count) bytes")
        let text = String(decoding: payload, as: UTF8.self)
        #expect(text.ranges(of: "\"\(days[1].coded)\"").count == 2)

        // Dates that are not ascending are refused here, too.
        let wrong = text.replacing(
            "\"on\":[\"\(days[0].coded)\",\"\(days[1].coded)\"",
            with: "\"on\":[\"\(days[1].coded)\",\"\(days[0].coded)\"")
        #expect(wrong != text)
        #expect(throws: WireError.self) { try WireCodec.decode(Desired.self, from: Array(wrong.utf8)) }
    }

    @Test func changesAndWhatBecomesOfThem() throws {
        for change in Samples.everyChange { try check(ChangeRequest(changes: [change])) }
        for (number, object) in Samples.everyObject.enumerated() {
            try check(ChangeEvent(number: number + 1, at: noon, old: nil, new: object))
            try check(ChangeEvent(number: number + 1, at: noon, old: object, new: object))
        }
        try check(
            ChangeRequest(changes: [.addAlarm(Samples.draft), .addToTimer(t3, seconds: 60)]),
            #"{"changes":[{"action":"alarm-add","alarm":{"enabled":true,"holidays":"berlin","label":"Work","#
                + #""misfire":{"ring_within_min":30},"#
                + #""ring":{"limit_min":10,"ramp_s":0,"snooze_min":9,"sound":"bells","tell_unanswered":true},"#
                + #""schedule":{"counts_from":"1970-01-01T00:00:00.000Z","exceptions":[],"holidays":[],"#
                + #""repetition":{"days":["mon","tue","wed","thu","fri"]},"skips":[],"time":"07:00"},"#
                + #""speaks":false,"targets":{"groups":[],"nodes":["bedroom"]}}},"#
                + #"{"action":"timer-add","id":"t3","seconds":60}],"v":1}"#
        )
        try check(
            ChangeRequest(changes: [.removeAlarm(a7)], by: "anna@laptop"),
            #"{"by":"anna@laptop","changes":[{"action":"alarm-remove","id":"a7"}],"v":1}"#)
        try check(
            ChangeEvent(
                number: 11, at: noon, old: nil,
                new: .alarm(
                    AlarmDefinition(
                        alarm: Samples.alarm, targets: Samples.targets,
                        changed: ChangeMark(at: noon, by: "anna@laptop")))))
        try check(
            ChangeEvent(
                number: 12, at: noon, old: nil, new: .group(NodeGroup(id: upstairs, nodes: [kitchen])), by: "ben"))
        try check(
            ChangeEvent(number: 12, at: noon, old: nil, new: .holidays(Samples.calendar)),
            #"{"at":"2026-11-21T12:00:00.000Z","new":{"holidays":{"days":["#
                + #"{"name":"Weihnachten","on":"2026-12-25/2026-12-26"},{"name":"","on":"2027-01-01"}],"name":"berlin"}},"#
                + #""number":12,"v":1}"#)
        try check(
            Reply(
                result: ChangeResult(
                    events: [
                        ChangeEvent(number: 3, at: noon, old: Samples.everyObject[0], new: nil)
                    ], nodes: [DocumentRevision(node: kitchen, revision: 7)])))
        try check(ScheduleRequest(after: a7, limit: 10), #"{"after":"a7","limit":10,"v":1}"#)
        #expect(try WireCodec.decode(ScheduleRequest.self, from: bytes(#"{"v":1}"#)) == ScheduleRequest())
        try check(Reply(result: Samples.schedulePage))
        for code: RequestError.Code in [.unknownObject, .conflict] {
            try check(Reply<ChangeResult>(error: RequestError(code, "a7 has revision 5, not 4")))
        }
        try check(
            Reply(
                result: HistoryPage(
                    lines: [HistoryLine(node: kitchen, event: .ring(Samples.ringRecord))],
                    next: HistoryCursor(target: noon, node: kitchen, source: .alarm(a7)))))
    }

    @Test func whatIsLeftOutIsTakenForGranted() throws {
        let text =
            #"{"v":1,"changes":[{"action":"alarm-add","alarm":{"schedule":{"time":"7:00","repetition":{"once":true}},"#
            + #""targets":{"groups":["upstairs","attic"]}}},"#
            + #"{"action":"timer-start","seconds":600,"targets":{"nodes":["kitchen"]}},{"action":"stopwatch-start"}]}"#
        let request = try WireCodec.decode(ChangeRequest.self, from: bytes(text))
        let targets = RingTargets(nodes: [], groups: [GroupID("attic")!, upstairs])
        let schedule = AlarmSchedule(
            time: LocalTime(hour: 7, minute: 0)!, repetition: .once, countsFrom: WallTime(nanoseconds: 0))
        let draft = AlarmDraft(
            label: "", isEnabled: true, schedule: schedule, ring: .alarm, misfire: .ring(withinMinutes: 30),
            targets: targets, holidays: nil)
        #expect(
            request.changes == [
                .addAlarm(draft),
                .startTimer(name: "", seconds: 600, targets: RingTargets(nodes: [kitchen]), ring: .timer),
                .startStopwatch(name: ""),
            ])
    }

    @Test func listsThatAreSetsAreReadInOrderAndOnce() throws {
        let text =
            #"{"v":1,"changes":[{"action":"alarm-add","alarm":{"schedule":{"time":"7:00","repetition":{"once":true},"#
            + #""skips":["2026-12-25","2026-12-24","2026-12-25"],"exceptions":["2027-01-01","2026-12-24/2026-12-26"]},"#
            + #""targets":{"nodes":["kitchen","bedroom","kitchen"]}}}]}"#
        let request = try WireCodec.decode(ChangeRequest.self, from: bytes(text))
        guard case .addAlarm(let draft) = request.changes[0] else {
            Issue.record("not an alarm")
            return
        }
        #expect(draft.schedule.skips == [date("2026-12-24"), date("2026-12-25")])
        #expect(draft.schedule.exceptions == [span("2026-12-24/2026-12-26"), span("2027-01-01")])
        #expect(draft.targets.nodes == [bedroom, kitchen])
    }

    @Test func whatANewerNodeSaysOfARingDoesNotHoldUpItsLedger() throws {
        func ring(_ source: String, _ outcome: String, _ reason: String, _ rest: String = "") -> String {
            #""kind":"ring","ring":{"occurrence":{"source":"\#(source)","due":"2026-11-21T12:00:00Z"},"#
                + #""outcome":"\#(outcome)","reason":"\#(reason)","ended_at":"2026-11-21T12:00:09Z"\#(rest)}"#
        }
        let at = #""at":"2026-11-21T12:00:09Z""#
        let payload =
            #"{"v":1,"epoch":"e","oldest":1,"entries":[{"seq":1,\#(at),\#(ring("a7", "whispered", "stopped"))},"#
            + #"{"seq":2,\#(at),\#(ring("a7", "rang", "eclipse", #","detail":"dark","snoozes":-1,"silent_ms":-1"#))},"#
            + #"{"seq":3,\#(at),\#(ring("w5", "rang", "stopped"))}]}"#
        let entries = try WireCodec.decode(LedgerBatch.self, from: bytes(payload)).entries
        #expect(entries[0].event == .unknown(kind: "ring:whispered"))
        #expect(
            entries[1].event
                == .ring(
                    RingRecord(
                        occurrence: Samples.alarmRing, label: "", outcome: .rang, reason: .unknown, detail: "dark",
                        endedAt: noon + .seconds(9))))
        #expect(entries[2].event == .unknown(kind: "ring:w5"))
    }

    @Test func longTextsOfARecordAreCutToOneLine() throws {
        var record = Samples.ringRecord
        record.label = String(repeating: "ü", count: 500)
        record.detail = "one\ntwo " + String(repeating: "x", count: 500)
        record.by = String(repeating: "b", count: 200) + "\u{1B}"
        let batch = LedgerBatch(
            epoch: "e", oldest: 1, entries: [LedgerEntry(sequence: 1, at: noon, event: .ring(record))])
        let read = try WireCodec.decode(LedgerBatch.self, from: WireCodec.encode(batch))
        guard case .ring(let cut) = read.entries[0].event else {
            Issue.record("no ring")
            return
        }
        #expect(cut.label.utf8.count <= 256 && cut.label.hasSuffix("…"))
        #expect(cut.detail?.hasPrefix("one two x") == true && cut.detail?.utf8.count == 300)
        #expect(cut.by?.utf8.count == 128)
    }

    /// A document of a thousand alarms, as people have them and with all that a year of exceptions can add, must pass.
    @Test func aThousandAlarmsFitIntoADocument() throws {
        func desired(_ alarm: Alarm) -> Desired {
            let alarms = (1...Desired.maximumAlarms).map { number in
                var copy = alarm
                copy.id = AlarmID(number: 9_000 + number)!
                return copy
            }
            return Desired(revision: 1, store: "0123456789abcdef", room: "Hall", settings: .standard, alarms: alarms)
        }
        var typical = Samples.plainAlarm
        typical.label = "Early shift"
        typical.schedule.repetition = .weekly(WeekdaySet(from: .monday, through: .friday))
        let typicalBytes = WireCodec.encode(desired(typical)).count / Desired.maximumAlarms
        #expect((300...450).contains(typicalBytes), "\(typicalBytes) bytes an alarm")

        var full = Samples.alarm
        full.label = String(repeating: "L", count: 64)
        full.schedule.skips = [date("2026-11-23"), date("2026-11-24")]
        full.schedule.holidays = (1...30).map { span("2027-06-\($0 < 10 ? "0" : "")\($0)") }
        let payload = WireCodec.encode(desired(full))
        #expect(payload.count < Desired.maximumBytes, "\(payload.count / 1000) bytes an alarm")
        #expect(try WireCodec.decode(Desired.self, from: payload) == desired(full))
    }

    @Test func aThousandRingsAtOnceFitIntoAReport() throws {
        var reported = Samples.reported
        reported.rings = (1...Desired.maximumAlarms).map { number in
            var ring = Samples.ringing
            ring.occurrence.source = .alarm(AlarmID(number: 900_000_000 + number)!)
            ring.label = String(repeating: "ü", count: 64)
            return ring
        }
        #expect(WireCodec.encode(reported).count < Reported.maximumBytes)
        try check(reported)
    }
}
