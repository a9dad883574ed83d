import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// The sound before the instant: the melody that ends with the first stroke of the hour.
struct ChimeTests {
    private static let melody = ChimeSpan(lead: .seconds(22), tail: .milliseconds(35_500))
    private static let local = LocalTime(hour: 12, minute: 0)!
    private static let whole = AnnouncementPlan.spokenTime(local, chime: .westminster)

    private func westminster(_ change: (inout NodeSettings) -> Void = { _ in }) -> NodeState {
        state {
            $0.chime = .westminster
            change(&$0)
        }
    }

    /// The times at which the node handed over the plans, as seconds before noon.
    private func orders(_ node: NodeDriver) -> [Double] {
        node.log.compactMap { line in
            if case .play = line.effect { (noon - line.at.wall).secondsWithFraction } else { nil }
        }
    }

    @Test func theMelodyOfNoonIsAsLongAsThisPageTakesIt() {
        #expect(Chime.westminster.span(at: Self.local) == Self.melody)
    }

    @Test func beginsBeforeTheHourAndMarksItWithTheFirstStroke() {
        var node = NodeDriver(at: noon - .minutes(2), state: westminster())
        node.start()
        node.run(until: noon + .minutes(2))
        #expect(node.plays.map(\.plan) == [Self.whole])
        #expect(node.plays.map(\.target) == [noon])
        #expect(orders(node) == [24])
        #expect(node.records.map(\.outcome) == [.announced])
        #expect(node.records.map(\.source) == [.self])
        #expect(node.records.map(\.detail) == [nil])
    }

    @Test func aWakeFarEnoughAheadIsKeptForTheMelody() {
        var node = NodeDriver(at: noon - .seconds(37), state: westminster())
        node.start()
        node.send(.wake(wake(sent: noon - .seconds(37), budget: .seconds(52))))
        node.run(for: .minutes(2))
        #expect(node.plays.map(\.plan) == [Self.whole])
        #expect(node.records.map(\.source) == [.wake])
    }

    @Test func aQuarterWithoutMelodyBeforeItIsOrderedAtItsLeadIn() {
        var node = NodeDriver(at: noon + .minutes(14), state: westminster())
        node.start()
        node.run(for: .minutes(2))
        let quarter = AnnouncementPlan.spokenTime(LocalTime(hour: 12, minute: 15)!, chime: .westminster)
        #expect(node.plays.map(\.plan) == [quarter])
        #expect(orders(node) == [2 - 900])
    }

    @Test(
        "What there is no time for is left out, and the strokes are on the hour",
        arguments: [
            (24_000, true), (22_500, true), (22_499, false), (10_000, false), (2_000, false), (1_000, false),
        ])
    func startedLate(ahead: Int, isWhole: Bool) {
        var node = NodeDriver(at: noon - .milliseconds(ahead), state: westminster())
        node.start()
        node.run(for: .minutes(2))
        #expect(node.plays.map(\.plan) == [isWhole ? Self.whole : Self.whole.withoutLead])
        #expect(node.plays.map(\.target) == [noon])
        #expect(orders(node) == [isWhole ? Double(ahead) / 1000 : min(2, Double(ahead) / 1000)])
        #expect(node.records.map(\.outcome) == [.announced])
        let said = "the melody was left out: \(ahead) ms were left, and it begins 22000 ms ahead"
        #expect(node.records.map(\.detail) == [isWhole ? nil : said])
    }

    @Test func aLateWakeOfANodeThatDoesNotWakeItselfLeavesTheMelodyOut() {
        var node = NodeDriver(at: noon - .minutes(1), state: westminster { $0.selfWake = false })
        node.start()
        node.run(until: noon - .seconds(15))
        node.send(.wake(wake()))
        node.run(for: .minutes(2))
        #expect(node.plays.map(\.plan) == [Self.whole.withoutLead])
        #expect(node.records.first?.detail?.hasPrefix("the melody was left out") == true)
    }

    @Test func aClockThatIsNotTrustedAnyMoreAtTheLeadInTakesTheMelodyBack() {
        var node = NodeDriver(at: noon - .minutes(1), state: westminster())
        node.start(connected: false)
        node.run(until: noon - .seconds(15))
        #expect(node.plays.map(\.plan) == [Self.whole])
        node.now.sync = .unsynchronised
        node.run(until: noon + .minutes(1))
        #expect(node.cancelledPlays == [1])
        #expect(node.records.map(\.reason) == [.untrusted])
    }

    @Test func aBudgetThatWouldRunOutMeanwhileIsSpentOnTheHour() {
        var node = NodeDriver(at: noon - .seconds(24), state: westminster { $0.selfWake = false })
        node.start()
        node.send(.wake(wake(sent: noon - .seconds(24), budget: .seconds(28), notAfter: noon + .seconds(2))))
        node.run(for: .minutes(1))
        // Of 28 s, 4 are left at the target: under the reserve already at the lead-in.
        #expect(node.plays.allSatisfy { $0.plan != Self.whole })
    }

    @Test(arguments: [Duration.seconds(5), .milliseconds(-300)])
    func aClockSetDuringTheMelodyTakesItBackAndStrikesOnTheNewHour(step: Duration) {
        var node = NodeDriver(at: noon - .minutes(1), state: westminster())
        node.start()
        node.run(until: noon - .seconds(15))
        node.setClock(to: node.now.wall + step)
        node.run(for: .minutes(2))
        #expect(node.cancelledPlays == [1])
        #expect(node.plays.map(\.plan) == [Self.whole, Self.whole.withoutLead])
        #expect(node.plays.map(\.target) == [noon, noon])
        #expect(orders(node).last == 2)
        #expect(node.records.map(\.outcome) == [.announced])
        #expect(node.records.first?.detail?.hasPrefix("the melody was left out") == true)
    }

    @Test func aClockSetAnHourBackDuringTheMelodyPlaysItAgainThen() {
        var node = NodeDriver(at: noon - .minutes(1), state: westminster())
        node.start()
        node.run(until: noon - .seconds(15))
        node.setClock(to: node.now.wall - .hours(1))
        node.run(until: noon + .minutes(1))
        #expect(node.plays.filter { $0.target == noon }.map(\.plan) == [Self.whole, Self.whole])
        #expect(node.records.map(\.target) == (0...4).map { noon + .minutes(15 * $0 - 60) })
        #expect(node.records.allSatisfy { $0.outcome == .announced })
    }

    @Test(arguments: [false, true]) func aNodeKilledDuringTheMelodyStillStrikes(reboots: Bool) {
        var node = NodeDriver(at: noon - .minutes(1), state: westminster())
        node.start()
        node.run(until: noon - .seconds(23))
        node.crash(for: .seconds(20), reboots: reboots)
        node.run(for: .minutes(2))
        #expect(node.plays.map(\.plan) == [Self.whole, Self.whole.withoutLead])
        #expect(node.records.map(\.outcome) == [.announced])
    }

    @Test func anOutputThatFailsAtTheMelodyIsTriedAgainForTheHour() {
        var node = NodeDriver(at: noon - .minutes(1), state: westminster())
        node.output = .fails(.late, message: "it took 3 s to open")
        node.start()
        node.run(until: noon - .seconds(20))
        node.output = .plays()
        node.run(for: .minutes(2))
        #expect(node.plays.map(\.plan) == [Self.whole, Self.whole.withoutLead])
        #expect(orders(node) == [24, 2])
        #expect(node.records.map(\.outcome) == [.announced])
        #expect(node.records.map(\.detail) == ["the melody was left out: it took 3 s to open"])
    }

    @Test func anOutputThatFailsForTheHourAsWellHasFailed() {
        var node = NodeDriver(at: noon - .minutes(1), state: westminster())
        node.output = .fails(.deviceBusy, message: "somebody has it")
        node.start()
        node.run(until: noon + .seconds(1))
        #expect(node.plays.count == 2)
        #expect(node.records.map(\.reason) == [.deviceBusy])
    }

    @Test func mutingDuringTheMelodySilencesIt() {
        var node = NodeDriver(at: noon - .minutes(1), state: westminster())
        node.start()
        node.run(until: noon - .seconds(10))
        node.send(
            .desired(
                desired(2) {
                    $0.chime = .westminster
                    $0.mute = .on
                }))
        node.run(for: .minutes(2))
        #expect(node.cancelledPlays == [1])
        #expect(node.plays.count == 1)
        #expect(node.records.map(\.reason) == [.muted])
    }

    @Test func unmutingAfterTheMelodyWouldHaveBegunSpeaksTheHour() {
        var node = NodeDriver(
            at: noon - .minutes(1),
            state: westminster { $0.mute = .on })
        node.start()
        node.send(.wake(wake(sent: noon - .seconds(37), budget: .seconds(90))))
        node.run(until: noon - .seconds(10))
        node.send(.desired(desired(2) { $0.chime = .westminster }))
        node.run(for: .minutes(2))
        #expect(node.plays.map(\.plan) == [Self.whole.withoutLead])
        #expect(node.records.first?.detail?.contains("the node was to be silent when it would have begun") == true)
    }

    @Test(
        "What rings meanwhile takes as much of the chime as it is in the way of",
        arguments: [
            ("11:59:40", nil, QuarterReason?.some(.ringing)),
            ("12:00:03", nil, .some(.ringing)),
            ("12:00:20", AnnouncementPlan.spokenTime(local, chime: .none), nil),
            ("12:01:00", whole, nil),
        ])
    func aTimerMeanwhile(ends: String, plan: AnnouncementPlan?, reason: QuarterReason?) {
        var document = document(timers: [timer(ends: utc("2026-11-21T\(ends)Z"))])
        document.settings.chime = .westminster
        var node = NodeDriver(at: noon - .minutes(1), state: state(document))
        node.start()
        node.run(until: noon + .minutes(2))
        #expect(node.plays.map(\.plan) == (plan.map { [$0] } ?? []))
        #expect(node.records.map(\.reason) == [reason])
        if plan?.clips.count == 1 {
            #expect(node.records.first?.detail == "the chime was left out: t1 runs out at 2026-11-21T12:00:20.000Z")
        }
    }

    @Test func somebodysOwnChimeHasTheLeadThatTheShellTells() {
        var node = NodeDriver(at: noon - .minutes(2), state: state { $0.chime = .own("cuckoo") })
        node.start()
        #expect(node.effects.contains(.loadVoice(name: "english", chime: .own("cuckoo"))))
        let spans = [
            ChimeSpan(lead: .seconds(48), tail: .seconds(4)), .zero, ChimeSpan(lead: .seconds(3), tail: .seconds(1)),
            .zero,
        ]
        node.send(.voice(VoiceReport(name: "english", problems: []), chime: spans))
        #expect(node.reports.last?.leadMilliseconds == 48_000)
        node.run(until: noon + .minutes(31))
        #expect(orders(node) == [50, 2 - 900, 5 - 1800])
        #expect(
            node.plays.map(\.plan)
                == [0, 15, 30].map { .spokenTime(LocalTime(hour: 12, minute: $0)!, chime: .own("cuckoo")) })
    }

    @Test func aLongerChimeThatTheShellTellsDuringAWakeIsInTime() {
        var node = NodeDriver(at: noon - .minutes(2), state: state { $0.chime = .own("cuckoo") })
        node.start()
        node.send(.voice(VoiceReport(name: "english", problems: []), chime: [.zero, .zero, .zero, .zero]))
        node.run(until: noon - .seconds(55))
        node.send(.wake(wake(sent: noon - .seconds(55), budget: .seconds(70))))
        node.run(until: noon - .seconds(52))
        let spans = [ChimeSpan(lead: .seconds(48), tail: .seconds(4)), .zero, .zero, .zero]
        node.send(.voice(VoiceReport(name: "english", problems: []), chime: spans))
        node.run(until: noon + .minutes(1))
        #expect(orders(node) == [50])
    }

    @Test func anOutputIsWaitedForUntilTwelveStrokesAreOver() {
        var node = NodeDriver(at: noon - .seconds(15), state: westminster())
        node.output = .neverAnswers
        node.start()
        node.run(until: noon + .seconds(65))
        #expect(node.records.isEmpty)
        node.run(for: .seconds(2))
        #expect(node.records.map(\.reason) == [.deviceFailed])
    }

    @Test func theTimeAskedForDuringTheMelodyGivesWay() {
        var node = NodeDriver(at: noon - .minutes(1), state: westminster())
        node.start()
        node.run(until: noon - .seconds(26))
        let target = noon - .seconds(23)
        node.send(.command(Command(id: "1", action: .announce(target: target), notAfter: target)))
        #expect(node.plays.isEmpty)
        node.run(for: .minutes(2))
        #expect(node.plays.map(\.plan) == [Self.whole])
        #expect(node.soundRecords.map(\.reason) == [.quarterHour])
    }

    @Test func theReportTellsTheLongestLeadOfWhatIsAnnounced() {
        func lead(_ change: (inout NodeSettings) -> Void) -> Int? {
            var node = NodeDriver(at: noon + .minutes(1), state: state(change))
            node.start()
            return node.reports.last?.leadMilliseconds
        }
        #expect(lead { _ in } == 0)
        #expect(lead { $0.chime = .count } == 0)
        #expect(lead { $0.chime = .westminster } == 22_000)
        #expect(lead { ($0.chime, $0.every) = (.westminster, .hour) } == 22_000)
        #expect(lead { ($0.chime, $0.every) = (.westminster, .off) } == 0)
    }

    @Test func aChimeSetMeanwhileIsPlayedAtTheNextHour() {
        var node = NodeDriver(at: noon - .minutes(5))
        node.start()
        node.run(for: .minutes(1))
        node.send(.desired(desired(2) { $0.chime = .westminster }))
        node.run(until: noon + .minutes(1))
        #expect(node.plays.map(\.plan) == [Self.whole])
        #expect(orders(node) == [24])
    }
}
