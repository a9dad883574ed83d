import ClockDomain
import Testing

@testable import ClockNodeCore

/// The region against what it is by definition: for each rate, the offsets that no bound forbids, summed up in fine steps.
struct OffsetRegionTests {
    private struct Exchange {
        var sent: Double
        var most: Double
        var received: Double
        var least: Double
    }

    /// Exchanges that one clock allows, which was ahead by `offset` at the moment of reference and gains `rate`; each a
    /// second after the one before, the last at the moment of reference.
    private static func exchanges(_ count: Int, offset: Double, rate: Double, seed: UInt64) -> [Exchange] {
        var random = SplitMix64(seed: seed)
        func wait() -> Double { Double(random.next() % 1_000_000) }
        return (0..<count).map { index in
            let sent = Double(index - count + 1) - 0.01
            let received = sent + 0.01
            return Exchange(
                sent: sent, most: offset + rate * sent + wait(), received: received,
                least: offset + rate * received - wait())
        }
    }

    private static func region(_ exchanges: [Exchange], rates: ClosedRange<Double>) -> OffsetRegion {
        var (top, bottom) = (BoundChain(capacity: exchanges.count), BoundChain(capacity: exchanges.count))
        for (place, exchange) in exchanges.enumerated() {
            top.add(BoundChain.Bound(offset: exchange.most, seconds: exchange.sent, place: place))
        }
        for (place, exchange) in exchanges.enumerated().reversed() {
            bottom.add(BoundChain.Bound(offset: -exchange.least, seconds: -exchange.received, place: place))
        }
        return OffsetRegion(top, bottom, rates: rates)
    }

    @Test(arguments: [1, 2, 3, 8, 20, 50], 1...5 as ClosedRange<UInt64>)
    func isWhatNoBoundForbids(count: Int, seed: UInt64) {
        let (offset, rate) = (12_345.0, -67_890.0)
        let exchanges = Self.exchanges(count, offset: offset, rate: rate, seed: seed)
        let rates = -200_000.0...200_000.0
        let region = Self.region(exchanges, rates: rates)
        #expect(region.hasArea)
        #expect(region.offsets.least <= offset && offset <= region.offsets.most)
        #expect(region.rates.least <= rate && rate <= region.rates.most)

        let steps = 40_000
        // A little more than the region, so that the sum shows it if the region lacks something.
        let margin = (region.rates.most - region.rates.least) / 100
        let from = max(rates.lowerBound, region.rates.least - margin)
        let to = min(rates.upperBound, region.rates.most + margin)
        var (area, offsetMoment, rateMoment) = (0.0, 0.0, 0.0)
        var (lowest, highest) = (Double.infinity, -Double.infinity)
        for step in 0..<steps {
            let rate = from + (to - from) * (Double(step) + 0.5) / Double(steps)
            let most = exchanges.map { $0.most - rate * $0.sent }.min() ?? 0
            let least = exchanges.map { $0.least - rate * $0.received }.max() ?? 0
            guard most > least else { continue }
            area += most - least
            offsetMoment += (most - least) * (most + least) / 2
            rateMoment += (most - least) * rate
            (lowest, highest) = (min(lowest, least), max(highest, most))
        }
        let offsetSize = region.offsets.most - region.offsets.least
        let rateSize = region.rates.most - region.rates.least
        #expect((region.centre.offset - offsetMoment / area).magnitude < offsetSize / 1_000)
        #expect((region.centre.rate - rateMoment / area).magnitude < rateSize / 1_000)
        #expect((region.offsets.least - lowest).magnitude < offsetSize / 100)
        #expect((region.offsets.most - highest).magnitude < offsetSize / 100)
    }

    /// Bounds that it does not name could be left out, and nothing would change.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func namesTheBoundsThatItLiesBetween(seed: UInt64) {
        let exchanges = Self.exchanges(30, offset: 0, rate: 100, seed: seed)
        let region = Self.region(exchanges, rates: -200_000...200_000)
        let named = exchanges.indices.filter { region.touching >> UInt64($0) & 1 == 1 }
        #expect(named.count < 20)
        let again = Self.region(named.map { exchanges[$0] }, rates: -200_000...200_000)
        #expect((again.centre.offset - region.centre.offset).magnitude < 1e-3)
        #expect((again.centre.rate - region.centre.rate).magnitude < 1e-3)
        for leftOut in named {
            let fewer = Self.region(named.filter { $0 != leftOut }.map { exchanges[$0] }, rates: -200_000...200_000)
            #expect((fewer.centre.offset - region.centre.offset).magnitude > 1e-3)
        }
    }

    @Test func contradictionsLeaveNothing() {
        var exchanges = Self.exchanges(10, offset: 0, rate: 0, seed: 3)
        exchanges[5].most = exchanges[5].least - 1
        #expect(!Self.region(exchanges, rates: -200_000...200_000).hasArea)
        // Possible, but by no rate that clocks have.
        let fast = Self.exchanges(10, offset: 0, rate: 900_000, seed: 3)
        #expect(Self.region(fast, rates: -2_000_000...2_000_000).hasArea)
        #expect(!Self.region(fast, rates: -200_000...200_000).hasArea)
    }

    /// Answers may overtake each other: a bound that is out of order is not known then, which widens the region only.
    @Test func aBoundThatIsOutOfOrderOnlyWidens() {
        var exchanges = Self.exchanges(12, offset: 500, rate: 40, seed: 8)
        exchanges.swapAt(4, 9)
        let region = Self.region(exchanges, rates: -200_000...200_000)
        #expect(region.offsets.least <= 500 && 500 <= region.offsets.most)
        #expect(region.rates.least <= 40 && 40 <= region.rates.most)
    }
}
