import Testing

@testable import ClockMQTT

@Suite struct BackoffTests {
    private let range: ClosedRange<Duration> = .milliseconds(500)...(.seconds(60))

    @Test func growsFromTheLowerBoundToTheUpperAndStaysWithin() {
        var longest: [Duration] = Array(repeating: .zero, count: 12)
        var shortest: [Duration] = Array(repeating: .seconds(1_000), count: 12)
        for seed in UInt64(0)..<200 {
            var backoff = MQTTBackoff(delay: range, seed: seed)
            for attempt in 0..<12 {
                let delay = backoff.failed(mendsByItself: true)
                #expect(range.contains(delay))
                longest[attempt] = max(longest[attempt], delay)
                shortest[attempt] = min(shortest[attempt], delay)
            }
        }
        #expect(longest[0] == .milliseconds(500))
        #expect(longest[2] > .milliseconds(1_500) && longest[2] <= .seconds(2))
        #expect(longest[11] > .seconds(50))
        #expect(shortest[11] < .seconds(5), "full jitter spreads clients over the whole range")
    }

    @Test func waitsAtTheLongEndForWhatDoesNotMendByItself() {
        var backoff = MQTTBackoff(delay: range, seed: 1)
        for _ in 0..<100 {
            #expect((Duration.seconds(30)...Duration.seconds(60)).contains(backoff.failed(mendsByItself: false)))
        }
        backoff.reset()
        #expect(backoff.failed(mendsByItself: true) == .milliseconds(500))
    }
}
