import ClockDomain
import Testing

@testable import ClockSimulator

/// One direction of a link keeps the order of messages, as TCP does.
struct LinkTests {
    private let local = Link(.local)

    private func arrival(_ link: inout LinkDirection, at now: Int64, topic: Int = 0) -> Int64 {
        link.way(at: now, delay: 1_000_000, local, topic: topic, isAtLeastOnce: true).arrival
    }

    /// After a partition TCP waits for its next retransmission: later messages must not overtake the held ones.
    @Test func whatIsSentAfterACutComesAfterWhatWasHeldByIt() {
        var link = LinkDirection(random: SplitMix64(seed: 1))
        let held = link.arrivalOfHeld(at: 20_000_000_000)
        #expect(held == 20_000_000_000)
        #expect(arrival(&link, at: 5_000_000_000) >= held)
    }

    @Test func whatWasHeldComesAfterWhatWasUnderWay() {
        var link = LinkDirection(random: SplitMix64(seed: 1))
        let under = arrival(&link, at: 7_000_000_000)
        #expect(link.arrivalOfHeld(at: 1_000_000_000) >= under)
    }

    @Test func aNewConnectionOwesNothingToAnEarlierOne() {
        var link = LinkDirection(random: SplitMix64(seed: 1))
        _ = link.arrivalOfHeld(at: 60_000_000_000)
        link.startOver()
        #expect(arrival(&link, at: 5_000_000_000) < 6_000_000_000)
    }
}
