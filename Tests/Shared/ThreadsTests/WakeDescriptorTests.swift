import ClockThreads
import Testing

struct WakeDescriptorTests {
    @Test func isReadableFromTheSignalUntilItIsDrained() throws {
        let wake = try WakeDescriptor()
        #expect(!wake.wait(upTo: 0))
        wake.signal()
        wake.signal()
        #expect(wake.wait(upTo: nil))
        #expect(wake.wait(upTo: 0))
        wake.drain()
        #expect(!wake.wait(upTo: 0))
        // Nothing to drain is no error.
        wake.drain()
    }

    @Test func anotherThreadEndsTheWait() throws {
        let wake = try WakeDescriptor()
        let thread = try OwnedThread(name: "test", stackBytes: 64 << 10) { wake.signal() }
        #expect(wake.wait(upTo: 10_000_000_000))
        thread.join()
    }

    @Test(arguments: [20_000_000, 0, -1, .min])
    func waitsNoLongerThanAskedFor(nanoseconds: Int64) throws {
        let wake = try WakeDescriptor()
        let took = ContinuousClock().measure { #expect(!wake.wait(upTo: nanoseconds)) }
        #expect(took >= .nanoseconds(max(0, nanoseconds)) && took < .seconds(10))
    }
}
