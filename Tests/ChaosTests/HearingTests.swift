import ClockDomain
import Testing

@testable import chaos

/// The checks of a room's sounds against its lines, and the excuses.
struct HearingTests {
    private let target = WallTime(rfc3339: "2027-03-01T10:45:00Z")!
    private var began: WallTime { target - .seconds(20) }

    /// Both in seconds after the quarter hour.
    private func span(_ start: Double, _ end: Double) -> Span { Span(start: at(start), end: at(end)) }

    private func at(_ seconds: Double) -> WallTime { target + .milliseconds(Int64(seconds * 1000)) }

    /// A line that something rang from then to then; not at all, with `nil`.
    private func ring(_ start: Double?, _ end: Double) -> StoreContents.Ring {
        StoreContents.Ring(
            node: "room1", source: "a1", due: at(start ?? end).nanoseconds, outcome: start == nil ? "skipped" : "rang",
            reason: start == nil ? "stopped-elsewhere" : "stopped", rangAt: start.map { at($0).nanoseconds },
            endedAt: at(end).nanoseconds, epoch: "e")
    }

    private func quarter(_ outcome: String, _ reason: String? = nil) -> StoreContents.Quarter {
        StoreContents.Quarter(
            node: "room1", seconds: target.seconds, outcome: outcome, reason: reason, epoch: "e",
            onsetErrorMicroseconds: nil)
    }

    /// At the room, from then to then in seconds after the quarter hour.
    private func fault(_ kind: Fault.Kind, _ from: Double, _ to: Double) -> Fault {
        Fault(kind: kind, host: "room1", from: at(from) - began, to: at(to) - began)
    }

    private func judge(
        sounds: [Span] = [], rings: [StoreContents.Ring] = [], earlier: Set<StoreContents.Ring> = [],
        quarter: StoreContents.Quarter? = nil, faults: [Fault] = []
    ) -> Hearing.Findings {
        var findings = Hearing.Findings()
        let room = Room(
            node: "room1", sounds: sounds, rings: rings, earlier: earlier, quarter: quarter, faults: faults)
        Hearing(target: target, began: began).judge(room, &findings)
        return findings
    }

    @Test func whatWasHeardAndToldIsRight() {
        let findings = judge(
            sounds: [span(0.004, 3), span(30, 45.1)], rings: [ring(30, 45)], quarter: quarter("announced"))
        #expect(findings.wrong.isEmpty)
        #expect(findings.onsets == [.milliseconds(4)])
        #expect((findings.sounds, findings.rings) == (2, 1))
    }

    @Test(arguments: [0.1, 0.9, 5.0])
    func aRingThatIsToldAndWasSilentIsWrongHoweverShort(length: Double) {
        #expect(judge(rings: [ring(30, 30 + length)]).wrong.count == 1)
        #expect(judge(sounds: [span(30, 30.04)], rings: [ring(30, 30 + length)]).wrong.isEmpty)
        // Another one's.
        #expect(judge(sounds: [span(20, 21)], rings: [ring(30, 30 + length), ring(20, 21)]).wrong.count == 1)
    }

    @Test func aRingThatWasStoppedJustBeforeItsFirstFrameIsTold() {
        #expect(judge(sounds: [span(30, 30.06)], rings: [ring(30, 29.993)]).wrong.isEmpty)
        #expect(judge(rings: [ring(30, 29.993)]).wrong.count == 1)
    }

    @Test func aSoundThatNoLineTellsOfIsWrong() {
        #expect(judge(sounds: [span(30, 31)]).wrong.count == 1)
        #expect(judge(sounds: [span(30, 31)], rings: [ring(nil, 31)]).wrong.count == 1)
        // It went on after its end, or began before it.
        #expect(judge(sounds: [span(30, 41)], rings: [ring(30, 40)]).wrong.count == 1)
        #expect(judge(sounds: [span(29, 40)], rings: [ring(30, 40)]).wrong.count == 1)
        #expect(judge(sounds: [span(0, 3)], quarter: quarter("missed", "untrusted")).wrong.count == 1)
    }

    @Test func anAnnouncementIsHeardOnceAndOnItsInstant() {
        #expect(judge(quarter: quarter("announced")).wrong.count == 1)
        #expect(judge(sounds: [span(0.05, 3)], quarter: quarter("announced")).wrong.count == 1)
        #expect(judge(sounds: [span(-0.05, 3)], quarter: quarter("announced")).wrong.count == 1)
        #expect(judge(sounds: [span(0, 3), span(5, 8)], quarter: quarter("announced")).wrong.count == 1)
        #expect(judge(sounds: [span(0, 1), span(4, 8)], quarter: quarter("missed", "interrupted")).wrong.count == 1)
        // A ring in between is none of it.
        let ringing = judge(
            sounds: [span(0, 3), span(5, 8)], rings: [ring(5, 8)], quarter: quarter("announced"))
        #expect(ringing.wrong.isEmpty)
    }

    /// The sound's beginning before kill -9.
    @Test(arguments: [(0.3, true), (0.7, true), (0.9, false), (2.0, false)])
    func whatBeginsJustBeforeAKillMayBeUntold(seconds: Double, isExcused: Bool) {
        let findings = judge(sounds: [span(30 - seconds, 30)], faults: [fault(.kill, 30, 32)])
        #expect(findings.wrong.isEmpty == isExcused)
        #expect(findings.cutShort == (isExcused ? 1 : 0))
        // It is the kill that ends it.
        #expect(judge(sounds: [span(30 - seconds, 31)], faults: [fault(.kill, 30, 32)]).wrong.count == 1)
    }

    /// The disk is full from 10 to 20 s.
    @Test(arguments: [(12.0, 15.0, true), (12, 40, true), (5, 15, false), (12, 55, false)])
    func whatAFullDiskDidNotTakeIsLostByAKill(heard: Double, killed: Double, isExcused: Bool) {
        let findings = judge(
            sounds: [span(heard, heard + 2)], faults: [fault(.disk, 10, 20), fault(.kill, killed, killed + 1)])
        #expect(findings.wrong.isEmpty == isExcused)
        #expect(findings.unsaved == (isExcused ? 1 : 0))
        #expect(judge(sounds: [span(heard, heard + 2)], faults: [fault(.disk, 10, 20)]).wrong.count == 1)
    }

    @Test(arguments: [300, -300, 7])
    func aWrongClocksLinesMayBeByEitherClock(error: Int) {
        let ahead = Double(error)
        let clock = fault(.clock(error), 10, 40)
        for (start, end) in [(20.0, 25.0), (20 + ahead, 25 + ahead), (20, 25 + ahead), (20 + ahead, 25)] {
            #expect(judge(sounds: [span(20, 25)], rings: [ring(start, end)], faults: [clock]).wrong.isEmpty)
        }
        #expect(
            judge(sounds: [span(20, 25)], rings: [ring(20 + 2 * ahead, 25 + 2 * ahead)], faults: [clock]).wrong != [])
        #expect(judge(sounds: [span(20, 25)], faults: [clock]).wrong.count == 1)
        #expect(judge(rings: [ring(20, 25)], faults: [clock]).wrong.count == 1)
        #expect(judge(sounds: [span(0.1, 3)], quarter: quarter("announced"), faults: [clock]).wrong.count == 1)
    }

    @Test func aWrongClockHasNoPartInWhatRangBefore() {
        // By that clock it would be four seconds after the power's return, when it was still right.
        let clock = fault(.clock(-871), 23, 42)
        #expect(judge(rings: [ring(-867, -866.8)], faults: [clock]).wrong.isEmpty)
        #expect(judge(rings: [ring(30 - 871, 31 - 871)], faults: [clock]).wrong.count == 1)
    }

    @Test func aLineOfAnEarlierRoundIsNotHeldAgainstThisOne() {
        // By the clock that is wrong now it would be of a moment when that was so.
        let clock = fault(.clock(-882), 23, 42)
        let line = ring(30 - 882, 31 - 882)
        #expect(judge(rings: [line], earlier: [line], faults: [clock]).wrong.isEmpty)
        #expect(judge(rings: [line], faults: [clock]).wrong.count == 1)
        // It does not explain a sound of this one either.
        #expect(judge(sounds: [span(30, 31)], rings: [line], faults: [clock]).wrong.isEmpty)
        #expect(judge(sounds: [span(30, 31)], rings: [line], earlier: [line], faults: [clock]).wrong.count == 1)
        #expect(judge(sounds: [span(50, 51)], rings: [line], earlier: [line], faults: [clock]).wrong.count == 1)
    }
}
