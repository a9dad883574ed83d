import ClockDomain
import Testing

@Suite struct RateLimitsTests {
    private func at(_ milliseconds: Int64) -> BootTime { BootTime(nanoseconds: milliseconds * 1_000_000) }

    @Test("a sender has a burst at once, then its rate, and a rested one its burst again")
    func rate() {
        var limits = RateLimits<String>(perSecond: 10, burst: 5, capacity: 4)
        #expect((0..<8).count { _ in limits.allows("a", at: at(1_000)) } == 5)
        #expect((0..<3_000).count { limits.allows("a", at: at(1_000 + Int64($0))) } == 29)
        #expect((0..<8).count { _ in limits.allows("a", at: at(60_000)) } == 5)
    }

    @Test("what costs more uses more up, and a refusal nothing")
    func cost() {
        var limits = RateLimits<String>(perSecond: 10, burst: 10, capacity: 4)
        #expect(limits.allows("a", cost: 11, at: at(0)) == false)
        #expect(limits.allows("a", cost: 8, at: at(0)) == true)
        #expect(limits.allows("a", cost: 3, at: at(0)) == false)
        #expect(limits.allows("a", cost: 2, at: at(0)) == true)
    }

    @Test("one sender takes nothing of another's; who invents names shares one burst")
    func senders() {
        var limits = RateLimits<Int>(perSecond: 1, burst: 2, capacity: 3)
        #expect((0..<100).count { limits.allows($0, at: at(0)) } == 3 + 2)
        #expect(limits.allows(0, at: at(0)) == true)
        // All rested: names are told apart again.
        #expect((100..<106).count { limits.allows($0 / 2, at: at(10_000)) } == 6)
    }
}
