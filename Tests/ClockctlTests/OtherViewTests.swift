import ClockDomain
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

@Suite("History, nodes and the doctor as text")
struct OtherViewTests {
    private let words = TimeWords(zone: Zones.berlin.local, now: Sample.now)

    @Test("A reason is told once: where the node's own words say it, the general sentence is left out")
    func reasonsOnce() {
        func quarter(_ outcome: QuarterOutcome, _ reason: QuarterReason, _ detail: String) -> String? {
            OutcomeWords.why(QuarterRecord(target: Sample.now, outcome: outcome, reason: reason, detail: detail))
        }
        #expect(quarter(.silent, .muted, "the node is muted") == "The node is muted.")
        #expect(
            quarter(.silent, .quietHours, "23:00 is within the quiet hours 22:00-07:00")
                == "23:00 is within the quiet hours 22:00-07:00.")
        #expect(
            quarter(.silent, .ringing, "a1 rings")
                == "An alarm or a timer rang there, and goes before the time. a1 rings.")
        func ring(_ outcome: RingOutcome, _ reason: RingReason, _ detail: String) -> String {
            RingOutcomeWords.why(
                RingRecord(
                    occurrence: Occurrence(source: RingSource("a1")!, due: Sample.now), label: "", outcome: outcome,
                    reason: reason, detail: detail, endedAt: Sample.now))
        }
        #expect(
            ring(.missed, .late, "the node got to it 3 h after it was due")
                == "The node got to it 3 h after it was due.")
        #expect(ring(.skipped, .holiday, "2026-12-25 is left out") == "It fell on a holiday.")
    }

    @Test("History is shown as checked in", arguments: [60, 80, nil] as [Int?], [false, true])
    func history(width: Int?, why: Bool) throws {
        let view = HistoryView(
            lines: Sample.history, words: words, width: width, why: why, hasMore: why, joinsRooms: true)
        let name = "history-\(width.map(String.init) ?? "wide")\(why ? "-why" : "").txt"
        try Fixtures.expect(view.rendered().rendered(coloured: false), equals: name)
        if let width { #expect(view.rendered().allSatisfy { $0.width <= width }) }
    }

    @Test("An empty history says so")
    func emptyHistory() {
        let view = HistoryView(lines: [], words: words, width: 80, why: true, hasMore: false, joinsRooms: true)
        #expect(view.rendered().map(\.plain) == ["Nothing is on record for this."])
    }

    @Test("What rang stands among the quarter hours, with how it ended", arguments: [80, nil] as [Int?])
    func rings(width: Int?) throws {
        func line(_ node: String, _ change: (inout RingRecord) -> Void) -> HistoryLine {
            var record = RingRecord(
                occurrence: Occurrence(source: .alarm(AlarmID(uncheckedNumber: 3)), due: Sample.quarter),
                label: "Work", outcome: .rang, reason: .stopped, rangAt: Sample.quarter,
                endedAt: Sample.quarter + .seconds(620))
            change(&record)
            return HistoryLine(node: Sample.id(node), event: .ring(record))
        }
        let lines = [
            line("bedroom") {
                ($0.snoozes, $0.onsetErrorMicroseconds, $0.by) = (1, 31, "anna@laptop (clockctl)")
            },
            line("hall") {
                ($0.onsetErrorMicroseconds, $0.silentMilliseconds) = (12, 6_300)
                $0.detail = "no sound server; silent for 6.3 s in between"
            },
            Sample.line("bedroom", 0, .init(target: Sample.quarter, outcome: .silent, reason: .ringing, source: .wake)),
            line("kitchen") {
                $0.occurrence.source = .timer(TimerID(uncheckedNumber: 6))
                ($0.label, $0.outcome, $0.reason, $0.rangAt) = ("", .missed, .late, nil)
                $0.detail = "It was due while the node was off, 31 min before it could have rung."
            },
            line("office") { ($0.outcome, $0.reason, $0.rangAt) = (.skipped, .holiday, nil) },
            HistoryLine(
                node: Sample.id("office"),
                event: .sound(
                    SoundRecord(
                        order: "pgx4k2", sound: Digest(of: [1]), label: "Dinner is ready", target: Sample.quarter,
                        outcome: .missed, reason: .incomplete, detail: "1 of 3 parts had come at the instant"))),
        ]
        let view = HistoryView(lines: lines, words: words, width: width, why: true, hasMore: false, joinsRooms: true)
        try Fixtures.expect(
            view.rendered().rendered(coloured: false), equals: "history-rings-\(width.map(String.init) ?? "wide").txt")
        if let width { #expect(view.rendered().allSatisfy { $0.width <= width }) }
    }

    @Test("Every outcome and reason of what rings has words")
    func ringReasons() {
        for reason in RingReason.allCases {
            let record = RingRecord(
                occurrence: Occurrence(source: .alarm(AlarmID(uncheckedNumber: 3)), due: Sample.quarter), label: "",
                outcome: .rang, reason: reason, endedAt: Sample.quarter)
            #expect(RingOutcomeWords.why(record).hasSuffix("."))
            #expect(!RingOutcomeWords.short(record).plain.contains("-"))
        }
    }

    @Test("Every outcome and reason has words")
    func reasons() {
        for outcome in QuarterOutcome.allCases {
            for reason in QuarterReason.allCases {
                let record = QuarterRecord(target: Sample.quarter, outcome: outcome, reason: reason)
                #expect(OutcomeWords.why(record)?.hasSuffix(".") ?? false)
                #expect(!OutcomeWords.short(record).plain.contains("-"))
            }
        }
    }

    @Test("Nodes are listed as checked in", arguments: [80, nil] as [Int?])
    func nodes(width: Int?) throws {
        let view = NodeListView(nodes: Sample.troubled.nodes, words: words, width: width)
        try Fixtures.expect(
            view.lines().rendered(coloured: false), equals: "nodes-\(width.map(String.init) ?? "wide").txt")
    }

    @Test("The doctor's report is shown as checked in", arguments: [60, nil] as [Int?])
    func doctor(width: Int?) throws {
        let view = DoctorView(report: Sample.report, width: width, words: words)
        try Fixtures.expect(
            view.lines().rendered(coloured: false), equals: "doctor-\(width.map(String.init) ?? "wide").txt")
    }

    @Test(
        "Spans are told to the unit that matters",
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min"), (192, "3 min 12 s"), (600, "10 min"), (3599, "59 min"),
            (3600, "1 h"), (7500, "2 h 5 min"), (90_000, "1 d 1 h"), (-90, "1 min 30 s"),
        ])
    func spans(seconds: Int, text: String) {
        #expect(TimeWords.span(.seconds(seconds)) == text)
    }

    @Test(
        "Moments are as short as the distance allows",
        arguments: [
            ("2026-11-21T13:02:05.000Z", "14:02"), ("2026-11-20T23:30:00.000Z", "00:30"),
            ("2026-11-20T22:30:00.000Z", "yesterday 23:30"), ("2026-11-22T11:00:00.000Z", "tomorrow 12:00"),
            ("2026-07-01T12:00:00.000Z", "1 Jul 14:00"), ("2025-12-31T22:59:00.000Z", "2025-12-31 23:59"),
        ])
    func moments(instant: String, text: String) {
        #expect(words.moment(Sample.instant(instant)) == text)
    }

    @Test("Instants in another machine's sentences are told by this zone, and nothing else is changed")
    func localized() {
        let sentence = "lines of 2026-11-21T13:30:00.000Z and 2026-07-01T10:00:00Z are kept; see ZONE 13:30Z"
        #expect(
            words.localized(sentence) == "lines of 2026-11-21 14:30 and 2026-07-01 12:00 are kept; see ZONE 13:30Z")
        let check = DoctorCheck(subject: "store", verdict: .warning, finding: "full since 2026-11-21T13:30:00.000Z")
        let lines = DoctorView(report: DoctorReport(checks: [check]), width: nil, words: words).lines()
        #expect(lines.first?.plain == "! store  full since 2026-11-21 14:30")
    }

    @Test("What is not today is told with its day")
    func days() {
        let tomorrow = Sample.now + .seconds(30 * 3600)
        #expect(words.atTimeOrDay(Sample.now + .seconds(60)) == "at 14:42:33")
        #expect(words.atTimeOrDay(tomorrow) == "tomorrow 20:41")
        let timer = Sample.timer(3, "bread", 108_000, .running(ends: tomorrow), nodes: ["kitchen"])
        #expect(TimerSentence.counting(timer, words: words).plain.hasSuffix(" in kitchen, rings tomorrow 20:41"))
    }

    @Test(
        "Offsets are told in the unit that fits",
        arguments: [
            (0.31, "+0.3 ms"), (-0.04, "−0.0 ms"), (9.96, "+10 ms"), (-12.4, "−12 ms"), (2400, "+2.4 s"),
            (-3_600_000, "−1 h"), (1e300, "+years"), (.nan, "?"),
        ] as [(Double, String)])
    func offsets(milliseconds: Double, text: String) {
        #expect(QuantityWords.offset(milliseconds: milliseconds) == text)
    }

    @Test(
        arguments: [
            (0, "±0.0 ms"), (0.31, "±0.4 ms"), (9.94, "±10.0 ms"), (12.2, "±13 ms"), (999.5, "±1.0 s"),
            (.infinity, "±?"),
            (-.infinity, "±?"), (.nan, "±?"), (1e300, "±?"),
        ] as [(Double, String)])
    func aBoundIsRoundedUp(milliseconds: Double, text: String) {
        #expect(QuantityWords.bound(milliseconds: milliseconds) == text)
    }

    @Test("Wide characters are counted as the terminal counts them")
    func width() {
        #expect("Küche".terminalWidth == 5)
        #expect("e\u{301}".terminalWidth == 1)
        #expect("台所".terminalWidth == 4)
        #expect("👩‍🍳".terminalWidth == 2)
        #expect(StyledText("台所 kitchen").truncated(to: 4).plain == "台…")
        #expect("a verylongword b".wrapped(to: 6) == ["a", "verylo", "ngword", "b"])
        #expect(StyledText("台所").padded(to: 6, .right).plain == "  台所")
    }
}
