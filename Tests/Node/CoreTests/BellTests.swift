import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Bells: sounds with an end that nobody answers, on the days of their program.
struct BellTests {
    private let due = noon + .minutes(1)

    private func bell(_ days: [BellDays], at time: String = "12:01", plays: Int = 2) -> Alarm {
        var ring = RingStyle.bell
        ring.plays = plays
        return alarm(
            at: time, .program(ProgramName(coded: "school/regular")!, on: days), ring: ring,
            misfire: .ring(withinMinutes: 1))
    }

    private func days(_ texts: String...) -> [BellDays] { texts.map { BellDays(coded: $0)! } }

    private func driver(_ alarms: [Alarm]) -> NodeDriver {
        NodeDriver(at: noon - .minutes(1), state: state(document(alarms: alarms), through: noon - .minutes(1)))
    }

    /// The local date of most tests.
    private var today: String { CivilDate(daysSinceEpoch: noon.seconds / 86_400).iso8601 }

    @Test("it is played as often as asked, is over by itself, and says so in one line")
    func played() {
        var node = driver([bell(days(today))])
        node.start()
        node.run(until: due + .seconds(5))
        #expect(node.rings.map(\.order.plays) == [2])
        #expect(node.soundingRings.count == 1)
        node.endRing()
        #expect(node.soundingRings.isEmpty)
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.reason) == [.played])
        #expect(node.lines.map(\.endedAt) == [due + .seconds(5)])
        node.run(for: .hours(48))
        #expect(node.rings.count == 1)
    }

    @Test("it rings on the days of its program alone, with their delays")
    func programs() {
        let first = noon.seconds / 86_400
        func day(_ offset: Int64) -> String { CivilDate(daysSinceEpoch: first + offset).iso8601 }
        var node = driver([bell(days("\(day(0))", "\(day(2))+20", "\(day(3))/\(day(4))-1"))])
        node.start()
        node.run(for: .hours(24 * 7))
        #expect(
            node.onsets == [
                due, due + .hours(48) + .minutes(20), due + .hours(72) - .minutes(1), due + .hours(96) - .minutes(1),
            ])
    }

    @Test("a day that is taken away in time does not ring, and has no line")
    func withdrawn() {
        var node = driver([bell(days(today))])
        node.start()
        node.run(until: due - .seconds(30))
        node.send(.desired(document(2, alarms: [bell([])])))
        node.run(for: .hours(3))
        #expect(node.onsets == [])
        #expect(node.lines.isEmpty)
    }

    @Test("a program that begins in the middle of a day misses none of its earlier bells")
    func begun() {
        var node = driver([bell(days(today), at: "11:00")])
        node.start()
        node.run(until: due)
        node.send(
            .desired(document(2, alarms: [bell(days(today), at: "11:00"), bell(days(today), at: "12:03")].numbered)))
        node.run(for: .hours(1))
        #expect(node.onsets == [due + .minutes(2)])
        #expect(node.lines.map(\.occurrence.due) == [due + .minutes(2)])
    }

    @Test("a crash in the middle plays it no second time")
    func crash() {
        var node = driver([bell(days(today))])
        node.start()
        node.run(until: due + .seconds(2))
        node.crash(for: .seconds(3))
        node.run(for: .minutes(5))
        #expect(node.rings.count == 1)
        #expect(node.lines.map(\.reason) == [.played])
        #expect(node.lines.first?.detail == "the node went down while it played")
    }

    @Test("an output that is lost in the middle plays it no second time")
    func lost() {
        var node = driver([bell(days(today))])
        node.start()
        node.run(until: due + .seconds(2))
        node.breakOutput(.deviceMissing, message: "the device is gone")
        node.run(for: .minutes(5))
        #expect(node.rings.count == 1)
        #expect(node.lines.map(\.reason) == [.played])
    }

    @Test("an output that was never there fails within its window, not for ten minutes")
    func failed() {
        var node = driver([bell(days(today))])
        node.ringOutput = .fails(.deviceMissing, message: "no device")
        node.start()
        node.run(for: .minutes(30))
        #expect(node.lines.map(\.outcome) == [.failed])
        #expect(node.lines.first.map { $0.endedAt <= due + .minutes(1) + .seconds(1) } == true)
    }
}

extension [Alarm] {
    /// The alarms with ids in their order.
    fileprivate var numbered: [Alarm] {
        enumerated().map { index, alarm in
            var alarm = alarm
            alarm.id = AlarmID(number: index + 1)!
            return alarm
        }
    }
}
