import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Messages about what rings: told at once where it is not heard, and by the alarm's wish where nobody answers; and when a
/// receiver is asked again.
@Suite struct NoticeRingTests {
    private static let settings = NoticeSettings(
        address: NoticeAddress("https://ntfy.example.org/clock")!, quiet: QuietPeriod("22:00-06:30"))
    private var store = MemoryStore.empty()
    private var harness: CoreHarness

    init() {
        harness = CoreHarness(at: "17:31:00", notices: Self.settings, store: store)
        harness.settleIn(kitchen)
        _ = harness.answerZones()
    }

    private var waiting: [[String]] { store.contents.notices.waiting.map(\.lines) }

    private func sent(_ effects: [CoordinatorEffect]) -> [Int] {
        effects.compactMap { if case .sendNotice(let attempt, _) = $0 { attempt } else { nil } }
    }

    private let occurrence = Occurrence(source: .alarm(a1), due: instant("17:31:00"))

    private mutating func reportRing(problem: String?) {
        var report = reported()
        report.rings = [
            RingReport(
                occurrence: occurrence, label: "Work", state: .ringing, since: instant("17:31:00"), until: nil,
                snoozes: 0, snoozeMinutes: 9, problem: problem)
        ]
        harness.send(.reported(kitchen, report))
        harness.commitAll()
    }

    private mutating func record(_ outcome: RingOutcome, _ reason: RingReason) {
        let record = RingRecord(
            occurrence: occurrence, label: "Work", outcome: outcome, reason: reason, endedAt: harness.now.wall)
        let entry = LedgerEntry(sequence: 1, at: harness.now.wall, event: .ring(record))
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "n", oldest: 1, entries: [entry])))
        harness.commitAll()
    }

    @Test mutating func whatCannotBePlayedIsToldAtOnceAndOnce() {
        reportRing(problem: nil)
        #expect(waiting.isEmpty)
        reportRing(problem: "audio device hw:0 is not there")
        let told = [["“Work” of 18:31 in kitchen cannot be played: audio device hw:0 is not there"]]
        #expect(waiting == told)
        #expect(sent(harness.advance(.seconds(11))).count == 1)
        reportRing(problem: "audio device hw:0 is busy")
        record(.failed, .deviceMissing)
        #expect(waiting == told)
        #expect(store.contents.notices.unheard.isEmpty)
    }

    @Test(arguments: [true, false]) mutating func nobodyAnsweredIsToldWhereTheAlarmSaysSo(tells: Bool) {
        var asked = draft("18:40", .weekly(.everyDay), nodes: [kitchen])
        asked.ring.tellsUnanswered = tells
        harness.made(.addAlarm(asked))
        record(.rang, .unanswered)
        #expect(waiting.isEmpty == !tells)
    }

    @Test mutating func aReceiverIsLeftAloneForAsLongAsItAsks() throws {
        record(.missed, .late)
        let first = try #require(sent(harness.advance(.seconds(20))).first)
        harness.send(.noticeAnswered(attempt: first, .failed("429", retryAfter: .minutes(4))))
        harness.commitAll()
        #expect(sent(harness.advance(.minutes(3) + .seconds(59))).isEmpty)
        #expect(sent(harness.advance(.seconds(2))).count == 1)
    }

    @Test mutating func aTestIsTriedAtOnceThoughTheReceiverIsLeftAlone() throws {
        record(.missed, .late)
        let first = try #require(sent(harness.advance(.seconds(20))).first)
        harness.send(.noticeAnswered(attempt: first, .failed("429", retryAfter: .minutes(30))))
        harness.commitAll()
        let tried = sent(harness.request(NoticeTestRequest()) + harness.commitAll())
        #expect(tried.count == 1)
        harness.send(.noticeAnswered(attempt: tried[0], .failed("503")))
        harness.commitAll()
        #expect(sent(harness.advance(.seconds(5))).isEmpty)
    }

    @Test(
        arguments: [
            ("120", Duration.seconds(120)), ("Sat, 21 Nov 2026 17:33:00 GMT", .seconds(60)),
            ("Sat, 21 Nov 2026 17:00:00 GMT", .zero), ("-1", nil), ("soon", nil),
            ("Sat, 99999999999999999999 Nov 2026 17:00:00 GMT", nil), ("Sat, 21 Nov 99999999999 17:00:00 GMT", nil),
            ("Wed, 31 Feb 2027 17:00:00 GMT", nil), ("Mon, 29 Feb 2027 17:00:00 GMT", nil),
            ("Tue, 31 Nov 2026 17:00:00 GMT", nil), ("Sat, 00 Nov 2026 17:00:00 GMT", nil),
            ("Sat, 21 Nov 2026 24:00:00 GMT", nil), ("Sat, 21 Nov 2026 17:60:00 GMT", nil),
            ("Mon, 30 Nov 2026 17:32:00 GMT", .hours(9 * 24)),
        ] as [(String, Duration?)])
    func theFieldIsReadAsSecondsOrAsADate(text: String, pause: Duration?) {
        #expect(RetryAfter.pause(text, at: instant("17:32:00")) == pause)
    }
}
