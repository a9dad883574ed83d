import ClockDomain
import ClockWire
import Testing

struct RoundTripTests {
    private func check<Message: WireMessage & Equatable>(
        _ message: Message, _ text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let payload = WireCodec.encode(message)
        #expect(try WireCodec.decode(Message.self, from: payload) == message, sourceLocation: sourceLocation)
        #expect(WireCodec.encode(message) == payload, sourceLocation: sourceLocation)
        if let text { #expect(String(decoding: payload, as: UTF8.self) == text, sourceLocation: sourceLocation) }
        #expect(Availability(payload: payload) == nil, sourceLocation: sourceLocation)
    }

    @Test func messagesBetweenCoordinatorAndNodesKeepTheirBytes() throws {
        try check(
            Samples.wake,
            #"{"budget_ms":30000,"lead_ms":15000,"not_after":"2026-11-21T12:00:02.000Z","#
                + #""sent":"2026-11-21T11:59:45.000Z","started":"2026-11-21T11:00:00.000Z","#
                + #""store":"0123456789abcdef","target":"2026-11-21T12:00:00.000Z","v":1}"#)
        try check(
            Samples.presence,
            #"{"answers":"2026-11-21T11:59:00.000Z","changes":31,"generation":"5-kfdp","#
                + #""sent":"2026-11-21T12:00:03.000Z","started":"2026-11-21T12:00:00.000Z","#
                + #""store":"0123456789abcdef","through":"2026-11-21T12:00:00.000Z","v":1}"#)
        try check(
            Samples.desired,
            #"{"alarms":[],"lineage":[],"packs":[],"replaces":[],"revision":3,"room":"Küche","#
                + #""settings":{"chime":"none","every":"30","holidays":[],"#
                + #""muted":true,"quiet":["22:00-07:00"],"self_wake":false,"#
                + #""trim_us":0,"voice":"english","volume":35,"volume_ceiling":100,"volume_floor":0},"#
                + #""store":"0123456789abcdef","timers":[],"v":1}"#)
        try check(
            Samples.batch,
            #"{"entries":[{"at":"2026-11-21T12:00:03.000Z","kind":"quarter","quarter":{"detail":"the output ran dry","#
                + #""onset_error_us":12,"outcome":"announced","reason":"underrun","source":"wake","#
                + #""target":"2026-11-21T12:00:00.000Z","trips":13,"wake_latency_ms":-3},"seq":7},"#
                + #"{"at":"2026-11-21T12:15:03.000Z","kind":"quarter","quarter":{"outcome":"missed","#
                + #""target":"2026-11-21T12:15:00.000Z"},"seq":8}],"epoch":"0123456789abcdef","oldest":5,"v":1}"#)
        try check(Acked(epoch: "e", sequence: 0), #"{"epoch":"e","sequence":0,"v":1}"#)
        try check(
            Command(id: "c", action: .announce(target: noon), notAfter: noon),
            #"{"action":"announce","id":"c","not_after":"2026-11-21T12:00:00.000Z","#
                + #""target":"2026-11-21T12:00:00.000Z","v":1}"#)
        try check(
            Command(id: "c", action: .probe, notAfter: noon),
            #"{"action":"probe","id":"c","not_after":"2026-11-21T12:00:00.000Z","v":1}"#)
        try check(TimeRequest(originNanoseconds: .min), #"{"origin_ns":-9223372036854775808,"v":1}"#)
        try check(
            TimeReply(originNanoseconds: .max, receivedNanoseconds: 0, transmittedNanoseconds: -1),
            #"{"origin_ns":9223372036854775807,"received_ns":0,"transmitted_ns":-1,"v":1,"vouched":false}"#)
        try check(Samples.reported)
        try check(
            Desired(revision: 3, store: "0", room: "Kitchen", settings: Samples.rareSettings),
            #"{"alarms":[],"lineage":[],"packs":[],"replaces":[],"revision":3,"room":"Kitchen","#
                + #""settings":{"chime":"cuckoo","every":"15","holidays":[],"#
                + #""muted":false,"quiet":[],"#
                + #""self_wake":true,"trim_us":-12500,"voice":"english","volume":80,"volume_ceiling":70,"#
                + #""volume_floor":20},"store":"0","timers":[],"v":1}"#)
    }

    @Test func anOlderCoordinatorsClockIsNotVouchedFor() throws {
        let reply: TimeReply = try WireCodec.decode(
            from: Array(#"{"origin_ns":1,"received_ns":2,"transmitted_ns":3,"v":1}"#.utf8))
        #expect(reply == TimeReply(originNanoseconds: 1, receivedNanoseconds: 2, transmittedNanoseconds: 3))
        #expect(!reply.isVouched)
    }

    @Test func aReportNamesTheClockThatTheNodeGoesBy() throws {
        var reported = Samples.reported
        #expect(String(decoding: WireCodec.encode(reported), as: UTF8.self).contains(#""source":"system""#))
        reported.clock = ClockReport(
            trusted: true, reason: "follows the coordinator's clock", offsetMilliseconds: nil, delayMilliseconds: nil,
            source: .coordinator, errorMilliseconds: 0.37)
        try check(reported)
        let text = String(decoding: WireCodec.encode(reported), as: UTF8.self)
        #expect(text.contains(#""clock":{"coordinator_vouched":false,"error_ms":0.37,"reason""#))
        #expect(text.contains(#""source":"coordinator""#))
        #expect(reported.clock.finding == "follows the coordinator's clock, ±0.4 ms")
        reported.clock.errorMilliseconds = 12.2
        #expect(reported.clock.finding == "follows the coordinator's clock, ±13 ms")
        reported.clock.errorMilliseconds = -1
        #expect(reported.clock.finding == "follows the coordinator's clock")
    }

    @Test func aNodeOfBeforeTellsNeitherALeadNorSoundsNorDurations() throws {
        var old = Samples.reported
        old.leadMilliseconds = 0
        old.sounds = nil
        old.voice.saysDurations = false
        let text = String(decoding: WireCodec.encode(old), as: UTF8.self)
        #expect(text.contains(#""lead_ms":0,"#) && !text.contains("sounds"))
        let before = text.replacing(#""lead_ms":0,"#, with: "").replacing(#""durations":false,"#, with: "")
        #expect(try WireCodec.decode(Reported.self, from: bytes(before)) == old && !before.contains("durations"))
    }

    @Test func pagesOfTheStatusEndWhereOneDoesNotGoOn() {
        var (status, page) = (Samples.status, Samples.status)
        status.nextPage = bedroom
        page.nextPage = kitchen
        status.append(page)
        #expect(status.nextPage == kitchen && status.nodes.count == 2 * page.nodes.count)
        status.append(page)
        #expect(status.nextPage == nil)
    }

    @Test func requestsAndRepliesComeBackAsTheyWere() throws {
        try check(StatusRequest(), #"{"limit":1000,"v":1}"#)
        try check(StatusRequest(after: kitchen, limit: 20))
        try check(WakeRequest())
        try check(DoctorRequest())
        try check(HistoryRequest())
        try check(
            HistoryRequest(
                node: kitchen, since: noon, before: HistoryCursor(target: noon, node: bedroom), limit: 500))
        try check(SetRequest(nodes: [kitchen, bedroom], change: SettingsPatch(mute: .off)))
        try check(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .off), by: "anna"))
        try check(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .until(noon))))
        var muteSoLong = SettingsPatch()
        muteSoLong.muteSeconds = 7_200
        try check(
            SetRequest(nodes: [kitchen], change: muteSoLong),
            #"{"change":{"muted_for_s":7200},"nodes":["kitchen"],"v":1}"#)
        try check(
            SetRequest(
                nodes: [kitchen],
                change: SettingsPatch(
                    volume: .standard, mute: .on, quiet: [], every: .off, chime: .strike, voice: "x", selfWake: true,
                    trimMicroseconds: 1_000_000, volumeFloor: .silent, volumeCeiling: .full))
        )
        try check(AnnounceRequest(nodes: [kitchen]))
        try check(RenameRequest(node: kitchen, room: "Living room \u{1F3B6}"))
        try check(ForgetRequest(node: kitchen))
        try check(UndoRequest(), #"{"v":1}"#)
        try check(UndoRequest(change: 41, by: "anna"), #"{"by":"anna","change":41,"v":1}"#)
        try check(Reply(result: Samples.status))
        try check(
            Reply(
                result: HistoryPage(
                    lines: [HistoryLine(node: kitchen, event: .quarter(Samples.record))],
                    next: HistoryCursor(target: noon, node: kitchen))))
        try check(
            Reply(result: SetResult(nodes: [.init(node: kitchen, revision: 4, settings: Samples.settings)])))
        try check(
            Reply(
                result: PlayResult(
                    id: "p1", sound: nil, milliseconds: 5_500, target: noon, nodes: [kitchen], offline: [bedroom])))
        try check(Reply(result: WakeResult(target: noon)))
        try check(Reply(result: ForgetResult(node: kitchen)))
        try check(
            Reply(
                result: DoctorReport(checks: [
                    DoctorCheck(subject: "store", verdict: .failed, finding: "read-only", fix: "remount")
                ])))
        for code: RequestError.Code in [.invalid, .unknownNode, .storeFailed, .unavailable] {
            try check(Reply<WakeResult>(error: RequestError(code, "no node \"loft\"")))
        }
    }

    @Test func everyOutcomeReasonAndSourceHasAName() throws {
        for outcome in QuarterOutcome.allCases {
            for reason in QuarterReason.allCases.map(Optional.some) + [nil] {
                for source in WakeSource.allCases.map(Optional.some) + [nil] {
                    let record = QuarterRecord(target: noon, outcome: outcome, reason: reason, source: source)
                    try check(
                        LedgerBatch(
                            epoch: "e", oldest: 1,
                            entries: [LedgerEntry(sequence: 1, at: noon, event: .quarter(record))]))
                }
            }
        }
    }

    @Test func instantsFinerThanAMillisecondAreKept() throws {
        var wake = Samples.wake
        wake.sent = WallTime(nanoseconds: noon.nanoseconds - 1)
        try check(wake)
    }

    @Test func fieldsFromANewerPeerAreIgnored() throws {
        let text = String(decoding: WireCodec.encode(Samples.wake), as: UTF8.self)
        let newer = "{\"zzz\":{\"deep\":[1,2,{}]},\"group\":null," + text.dropFirst()
        #expect(try WireCodec.decode(Wake.self, from: bytes(newer)) == Samples.wake)
    }

    @Test func aLedgerEventOfAnUnknownKindIsKeptByItsName() throws {
        let text =
            #"{"entries":[{"at":"2026-11-21T12:00:03Z","kind":"alarm-rang","alarm":{"id":5},"seq":1},"#
            + #"{"at":"2026-11-21T12:00:03Z","kind":"\#(String(repeating: "k", count: 99))","seq":2}],"epoch":"e","oldest":1,"v":1}"#
        let batch = try WireCodec.decode(LedgerBatch.self, from: bytes(text))
        #expect(batch.entries[0].event == .unknown(kind: "alarm-rang"))
        #expect(batch.entries[1].kind.utf8.count == 32)
        try check(batch)
    }

    @Test func whatANewerNodeSaysOfAQuarterHourDoesNotHoldUpItsLedger() throws {
        let payload = """
            {"v":1,"epoch":"e","oldest":1,"entries":[
            {"seq":1,"at":"2026-11-21T12:00:01.000Z","kind":"quarter",
             "quarter":{"target":"2026-11-21T12:00:00.000Z","outcome":"whispered"}},
            {"seq":2,"at":"2026-11-21T12:15:01.000Z","kind":"quarter",
             "quarter":{"target":"2026-11-21T12:15:00.000Z","outcome":"missed","reason":"eclipse","detail":"dark"}}]}
            """
        let batch = try WireCodec.decode(LedgerBatch.self, from: Array(payload.utf8))
        #expect(batch.entries[0].event == .unknown(kind: "quarter:whispered"))
        let second = WallTime(rfc3339: "2026-11-21T12:15:00.000Z").map {
            QuarterRecord(target: $0, outcome: .missed, detail: "dark")
        }
        #expect(batch.entries[1].event == second.map(LedgerEvent.quarter))
    }

    @Test func longDetailsAreCutToOneLine() throws {
        var batch = Samples.batch
        var record = Samples.record
        record.detail = "one\ntwo " + String(repeating: "👩‍👩‍👧‍👦", count: 200)
        batch.entries[0].event = .quarter(record)
        let read = try WireCodec.decode(LedgerBatch.self, from: WireCodec.encode(batch))
        guard case .quarter(let cut) = read.entries[0].event, let detail = cut.detail else {
            Issue.record("no detail")
            return
        }
        #expect(detail.hasPrefix("one two 👩‍👩‍👧‍👦"))
        #expect(detail.utf8.count <= QuarterRecord.maximumDetailBytes && detail.utf8.count > 280)
        #expect(detail.hasSuffix("…"))
    }

    @Test(arguments: [
        ("plain", 5, "plain"), ("plain", 4, "p…"), ("a\u{0}b\u{1B}c\u{7F}\u{85}\u{2028}d", 20, "a b c   d"),
        ("äöü", 5, "ä…"), ("", 0, ""), ("e\u{301}e\u{301}e\u{301}", 8, "e\u{301}e…"),
    ])
    func aLineIsCutAtACharacter(text: String, maximumBytes: Int, line: String) {
        #expect(text.line(maximumBytes: maximumBytes) == line)
    }

    @Test func availabilityIsOneOfTwoWords() {
        #expect(Availability(payload: bytes("online")) == .online)
        #expect(Availability(payload: Availability.offline.payload) == .offline)
        for text in [
            "", "Online", "online\n", " online", "online\0", "offlineoffline", String(repeating: "o", count: 1 << 20),
        ] {
            #expect(Availability(payload: bytes(text)) == nil)
        }
        #expect(Availability(payload: [0xFF, 0xFE, 0x6F]) == nil)
    }

    @Test func aReplyIsAResultOrAnError() throws {
        let both = bytes(
            #"{"v":1,"error":{"code":"invalid","message":"no"},"result":{"target":"2026-11-21T12:00:00Z"}}"#)
        let reply = try WireCodec.decode(Reply<WakeResult>.self, from: both)
        #expect(reply.error?.message == "no")
        #expect(reply.result == nil)
        #expect(throws: WireError(.invalid, "\"result\" is missing")) {
            try WireCodec.decode(Reply<WakeResult>.self, from: bytes(#"{"v":1}"#))
        }
    }
}
