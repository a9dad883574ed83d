import ClockDomain
import ClockWire
import Testing

/// True while somebody still waits for the answer to a request.
struct RequestStampTests {
    private static let now = WallTime(seconds: 1_800_000_000)

    /// The asker's patience, and the time since it asked by the coordinator's clock.
    @Test(
        arguments: [
            (.seconds(4), .zero, true), (.seconds(4), .seconds(5), true), (.seconds(4), .seconds(6), false),
            (.minutes(10), .seconds(60), true), (.minutes(10), .seconds(61), false),
            (.seconds(4), .seconds(-10), true), (.seconds(4), .seconds(-11), false),
        ] as [(Duration, Duration, Bool)])
    func aRequestIsInTimeWhileItsAskerWaits(wait: Duration, age: Duration, isInTime: Bool) {
        let refusal = RequestStamp(sent: Self.now - age, wait: wait).lateness(at: Self.now)
        #expect((refusal == nil) == isInTime)
        if let refusal { #expect(refusal.code == .late && refusal.now == Self.now) }
    }
}
