import ClockDomain
import ClockWire
import Testing

@testable import ClockCoordinatorCore

/// Where nodes are by what several brokers say, as tables of words and what counts.
@Suite struct BrokersTests {
    private enum Word {
        case online(Int), keptOnline(Int), offline(Int), keptOffline(Int)
        /// Something else that the node says.
        case heard(Int)
        /// Nodes are heard at the broker no more, or again.
        case deaf(Int), hears(Int)
    }

    /// - Parameter steps: words, whether each counts, and where the node is then.
    private func play(_ steps: [(Word, Bool, Int?)]) {
        var brokers = Brokers(["a:1", "b:1", "c:1"], at: instant("12:00:00"))
        for broker in 0..<3 { _ = brokers.beginHearing(at: broker) }
        for (index, (word, counts, place)) in steps.enumerated() {
            var verdict: Brokers.Verdict?
            func take(_ availability: Availability, _ isRetained: Bool, _ broker: Int) {
                verdict = brokers.take(availability, of: kitchen, isRetained: isRetained, from: broker)
            }
            switch word {
            case .online(let broker): take(.online, false, broker)
            case .keptOnline(let broker): take(.online, true, broker)
            case .offline(let broker): take(.offline, false, broker)
            case .keptOffline(let broker): take(.offline, true, broker)
            case .heard(let broker): verdict = brokers.hear(kitchen, at: broker)
            case .deaf(let broker): _ = brokers.stopHearing(at: broker)
            case .hears(let broker): _ = brokers.beginHearing(at: broker)
            }
            if let verdict { #expect((verdict != .stale) == counts, "step \(index)") }
            #expect(brokers.place(of: kitchen) == place, "step \(index)")
        }
    }

    @Test func atTheStartTheLastWillAtTheFirstDoesNotHideThatItIsAtTheSecond() {
        play([(.keptOffline(0), true, nil), (.keptOnline(1), true, 1)])
        play([(.keptOnline(1), true, 1), (.keptOffline(0), false, 1)])
    }

    @Test func theFarewellAtTheBrokerThatItLeftDoesNotHideThatItIsAtTheOther() {
        play([(.online(0), true, 0), (.online(1), true, 1), (.offline(0), false, 1)])
        play([(.online(1), true, 1), (.offline(1), true, nil), (.online(0), true, 0)])
    }

    @Test func whatABrokerThatIsBackKeptDoesNotCountAgainstWhatWasHeardMeanwhile() {
        play([
            (.online(0), true, 0), (.deaf(0), true, 0), (.online(1), true, 1), (.hears(0), true, 1),
            (.keptOnline(0), false, 1), (.online(0), true, 0), (.offline(1), false, 0),
        ])
    }

    @Test func aNodeThatSaidGoodbyeElsewhereIsNotBackByWhatAnotherBrokerKept() {
        play([
            (.online(0), true, 0), (.deaf(0), true, 0), (.online(1), true, 1), (.offline(1), true, nil),
            (.hears(0), true, nil), (.keptOnline(0), false, nil), (.online(0), true, 0),
        ])
    }

    @Test func aNodeOfABrokerThatWasAwayForThisCoordinatorAloneIsStillThere() {
        play([(.online(1), true, 1), (.deaf(1), true, 1), (.hears(1), true, 1), (.keptOnline(1), true, 1)])
    }

    @Test func aBrokerThatIsNotHeardIsBelievedLessThanOneThatKeptSomething() {
        play([(.online(0), true, 0), (.deaf(0), true, 0), (.keptOnline(1), true, 1)])
    }

    @Test func whateverItSaysAtABrokerItIsThere() {
        play([(.online(0), true, 0), (.heard(1), true, 1), (.offline(0), false, 1), (.offline(1), true, nil)])
    }

    @Test func reportsThatWereKeptCountUnlessTheNodeIsHeardElsewhere() {
        var brokers = Brokers(["a:1", "b:1"], at: instant("12:00:00"))
        _ = brokers.beginHearing(at: 0)
        _ = brokers.beginHearing(at: 1)
        #expect(brokers.takesReport(of: kitchen, isRetained: true, from: 0))
        brokers.hear(kitchen, at: 1)
        #expect(!brokers.takesReport(of: kitchen, isRetained: true, from: 0))
        #expect(brokers.takesReport(of: kitchen, isRetained: false, from: 0))
        #expect(brokers.takesReport(of: kitchen, isRetained: true, from: 1))
        let silence = brokers.stopHearing(at: 1)
        #expect(silence == .of([kitchen]))
        #expect(brokers.takesReport(of: kitchen, isRetained: true, from: 0))
        let end = brokers.stopHearing(at: 0)
        #expect(end == .everywhere)
    }

    @Test func whatEachHasDroppedIsCountedTogether() {
        var brokers = Brokers(["a:1", "b:1"], at: instant("12:00:00"))
        func expect(_ counted: (total: Int, isFirst: Bool), _ total: Int, isFirst: Bool) {
            #expect(counted.total == total)
            #expect(counted.isFirst == isFirst)
        }
        expect(brokers.count(dropped: 5, by: 0), 5, isFirst: true)
        expect(brokers.count(dropped: 7, by: 1), 12, isFirst: true)
        expect(brokers.count(dropped: 6, by: 0), 13, isFirst: false)
        brokers.connected(to: 1, at: instant("12:00:01"))
        expect(brokers.count(dropped: 0, by: 1), 6, isFirst: true)
    }
}
