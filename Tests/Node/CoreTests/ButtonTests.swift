import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// The room's button, without a broker.
struct ButtonTests {
    private let due = noon + .minutes(1)
    private let noonDate = TimeZoneRules.utc.localTime(at: noon).date

    private func ringing(at count: Int = 1, connected: Bool = false, _ change: (inout Alarm) -> Void = { _ in })
        -> NodeDriver
    {
        let alarms = (1...count).map { alarm($0, at: "12:01", change: change) }
        var node = NodeDriver(
            at: noon - .minutes(1), state: state(document(alarms: alarms), through: noon - .minutes(1)))
        node.start(connected: connected)
        node.run(until: due + .seconds(20))
        node.forgetLog()
        return node
    }

    private func press(_ node: inout NodeDriver, for span: Duration = .milliseconds(150)) {
        node.send(.button(isDown: true, at: node.now.boot))
        node.run(for: span)
        node.send(.button(isDown: false, at: node.now.boot))
    }

    private func soundLines(_ node: NodeDriver) -> [SoundRecord] {
        node.state.ledger.pending.compactMap { if case .sound(let record) = $0.event { record } else { nil } }
    }

    private func spoken(_ node: NodeDriver) -> [(plan: AnnouncementPlan, target: WallTime)] {
        node.effects.compactMap { if case .play(let order) = $0 { (order.plan, order.target) } else { nil } }
    }

    @Test func aShortPressSaysTheTimeWithinASecond() throws {
        var node = NodeDriver(at: noon + .minutes(5))
        node.start(connected: false)
        node.forgetLog()
        press(&node)
        let released = node.now.wall
        node.run(for: .seconds(8))
        let said = try #require(spoken(node).first)
        #expect(spoken(node).count == 1)
        #expect(said.target > released && said.target <= released + .seconds(1))
        #expect(said.plan == .spokenTime(LocalTime(hourAndMinute: "12:05")!, chime: .none))
        let lines = soundLines(node)
        #expect(lines.map(\.outcome) == [.played] && lines.allSatisfy { $0.sound == nil && $0.order.hasPrefix("b") })
    }

    @Test func aTouchSnoozesWhatRingsAtOnceAndSaysNoTime() {
        var node = ringing()
        node.send(.button(isDown: true, at: node.now.boot))
        #expect(node.soundingRings.isEmpty)
        node.run(for: .milliseconds(200))
        node.send(.button(isDown: false, at: node.now.boot))
        node.run(for: .seconds(5))
        #expect(spoken(node).isEmpty && node.lines.isEmpty)
        node.run(for: .minutes(9))
        #expect(node.soundingRings.count == 1)
    }

    @Test func whatCannotBeSnoozedIsStopped() {
        var node = ringing { $0.ring.snoozeMinutes = 0 }
        press(&node)
        #expect(node.soundingRings.isEmpty)
        #expect(node.lines.map(\.reason) == [.stopped])
        #expect(node.lines.map(\.by) == ["the button in kitchen"])
    }

    @Test func heldItEndsWhatRingsAndWhatIsSnoozedAndTellsTheOtherRooms() {
        var node = ringing(at: 2, connected: true)
        press(&node, for: .seconds(2))
        #expect(node.lines.map(\.reason) == [.stopped, .stopped])
        let told = node.effects.compactMap { if case .publish(.ringActions(let list)) = $0 { list } else { nil } }
        #expect(told.last?.actions.suffix(2).map(\.kind) == [.stop, .stop])
        node.run(for: .minutes(10))
        #expect(node.soundingRings.isEmpty && spoken(node).isEmpty)
    }

    @Test func aTouchWhoseEndWasHandledLateHoldsNothing() {
        var node = ringing()
        node.send(.button(isDown: true, at: node.now.boot))
        // The disk was slow: the key went up long ago.
        let up = node.now.boot + .milliseconds(200)
        node.run(for: .milliseconds(900))
        node.send(.button(isDown: false, at: up))
        node.run(for: .seconds(5))
        #expect(node.lines.isEmpty && node.soundingRings.isEmpty)
    }

    @Test func theNextRingMayBeASnoozeOrATimerAndIsWithinADay() {
        var node = ringing()
        press(&node)
        node.run(for: .minutes(1))
        node.forgetLog()
        press(&node)
        press(&node)
        node.run(for: .seconds(20))
        // Snoozed at 12:01:20.
        #expect(spoken(node).last?.plan == .spokenDay(noonDate, next: LocalTime(secondOfDay: 12 * 3_600 + 620)))
        var far = NodeDriver(
            at: noon + .minutes(5),
            state: state(
                document(alarms: [alarm(at: "12:00", .weekly(WeekdaySet(rawValue: 1)))]), through: noon + .minutes(5)))
        far.start(connected: false)
        press(&far)
        press(&far)
        far.run(for: .seconds(20))
        #expect(spoken(far).last?.plan == .spokenDay(noonDate, next: nil))
    }

    @Test func justBeforeAnAlarmTheTimeIsSaidAllTheSame() {
        var node = NodeDriver(
            at: noon - .seconds(20), state: state(document(alarms: [alarm(at: "12:00")]), through: noon - .seconds(20)))
        node.start(connected: false)
        node.run(for: .seconds(15))
        node.forgetLog()
        press(&node)
        node.run(for: .seconds(3))
        #expect(spoken(node).count == 1 && soundLines(node).isEmpty)
    }

    @Test func aPressWhileTheDateIsSaidTakesItsPlace() {
        var node = NodeDriver(at: noon + .minutes(5))
        node.start(connected: false)
        press(&node)
        press(&node)
        node.run(for: .seconds(2))
        press(&node)
        node.run(for: .seconds(12))
        #expect(soundLines(node).map(\.outcome) == [.withdrawn, .withdrawn, .played])
    }

    @Test func heldWhileNothingRingsItDoesNothing() {
        var node = NodeDriver(at: noon + .minutes(5))
        node.start(connected: false)
        node.forgetLog()
        press(&node, for: .seconds(5))
        node.run(for: .seconds(5))
        #expect(spoken(node).isEmpty)
        // A key that only goes up was down before the program began.
        node.send(.button(isDown: false, at: node.now.boot))
        node.run(for: .seconds(5))
        #expect(spoken(node).isEmpty)
    }

    @Test func twoPressesSayTheDateAndWhatRingsNext() {
        for count in 0...1 {
            let alarms = (0..<count).map { alarm($0 + 1, at: "07:00") }
            var node = NodeDriver(
                at: noon + .minutes(5), state: state(document(alarms: alarms), through: noon + .minutes(5)))
            node.start(connected: false)
            node.forgetLog()
            press(&node)
            node.run(for: .milliseconds(200))
            press(&node)
            node.run(for: .seconds(8))
            let next = count == 0 ? nil : LocalTime(hourAndMinute: "07:00")
            #expect(
                spoken(node).map(\.plan).last == .spokenDay(noonDate, next: next))
            #expect(soundLines(node).map(\.outcome) == [.withdrawn, .played])
        }
    }

    @Test func twoPressesWithAPauseBetweenAskForTheTimeTwice() {
        var node = NodeDriver(at: noon + .minutes(5))
        node.start(connected: false)
        for _ in 0..<3 {
            press(&node)
            node.run(for: .seconds(9))
        }
        #expect(soundLines(node).map(\.outcome) == [.played, .played, .played])
        #expect(spoken(node).map(\.plan.clips.count) == [1, 1, 1])
    }

    @Test(arguments: [1, 2])
    func whatCameTooLateIsSaidAMomentLater(presses: Int) {
        var node = NodeDriver(at: noon + .minutes(5))
        node.start(connected: false)
        node.forgetLog()
        node.output = .fails(.late, message: "it is 40 ms late")
        for _ in 0..<presses { press(&node) }
        node.run(for: .seconds(20))
        let spoken = spoken(node)
        let plans = Set(spoken.suffix(3).map(\.plan.clips.count))
        #expect(spoken.count == presses + 2 && plans == [1], "three tries, each with more time")
        #expect(zip(spoken, spoken.dropFirst()).allSatisfy { $0.target < $1.target })
        node.output = .plays()
        press(&node)
        node.run(for: .seconds(8))
        #expect(soundLines(node).last?.outcome == .played)
    }

    @Test func nearAQuarterHourTheQuarterHourSaysIt() {
        var node = NodeDriver(at: noon - .seconds(5))
        node.start(connected: false)
        press(&node)
        node.run(for: .seconds(30))
        #expect(spoken(node).map(\.target) == [noon])
        // The date comes after it and its stroke.
        node = NodeDriver(at: noon - .seconds(5))
        node.start(connected: false)
        press(&node)
        press(&node)
        node.run(for: .seconds(30))
        let targets = spoken(node).map(\.target)
        #expect(targets.count == 2 && targets[0] == noon && targets[1] >= noon + .milliseconds(5_500), "\(targets)")
    }
}
