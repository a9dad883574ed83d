internal import ClockDomain

/// Draws the parts of a random plan. Whole numbers only, so that every machine draws the same.
struct RandomDraws {
    private var generator: SplitMix64

    /// The draws of one purpose. `words` distinguish it from all others, so that the draws of one purpose do not change
    /// when another draws more, or is left out.
    init(seed: UInt64, _ words: UInt64...) {
        var mixed = seed
        for word in words {
            var mixer = SplitMix64(seed: mixed ^ word &* 0x9E37_79B9_7F4A_7C15)
            mixed = mixer.next()
        }
        generator = SplitMix64(seed: mixed)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(generator.below(Int64(range.upperBound - range.lowerBound) + 1))
    }

    mutating func hits(percent: Int) -> Bool { generator.below(100) < Int64(percent) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(generator.below(Int64(elements.count)))]
    }

    /// One of `choices`, as often as its weight demands.
    mutating func weighted<Choice>(_ choices: [(weight: Int, Choice)]) -> Choice {
        var left = number(0...(choices.reduce(0) { $0 + $1.weight } - 1))
        for (weight, choice) in choices {
            if left < weight { return choice }
            left -= weight
        }
        preconditionFailure("no choice has a weight")
    }

    /// Evenly in the range.
    mutating func duration(_ range: ClosedRange<Duration>) -> Duration {
        .nanoseconds(generator.within(range.lowerBound.nanoseconds, range.upperBound.nanoseconds))
    }

    /// Of any scale in the range: each doubling is equally likely. Both ends are positive.
    mutating func scale(_ range: ClosedRange<Duration>) -> Duration {
        let (low, high) = (range.lowerBound.nanoseconds, range.upperBound.nanoseconds)
        let doublings = Int64(low.leadingZeroBitCount - high.leadingZeroBitCount)
        let from = low << generator.within(0, max(0, doublings))
        return .nanoseconds(min(high, generator.within(from, from.multipliedReportingOverflow(by: 2).partialValue - 1)))
    }

    mutating func signed(_ duration: Duration) -> Duration { generator.tossesCoin() ? duration : .zero - duration }

    mutating func tossesCoin() -> Bool { generator.tossesCoin() }

    /// The number of events with this mean: the mean, give or take its half.
    mutating func count(meanThousandths: Int) -> Int {
        let drawn = meanThousandths / 2 + number(0...max(0, meanThousandths))
        return drawn / 1_000 + (number(0...999) < drawn % 1_000 ? 1 : 0)
    }
}
