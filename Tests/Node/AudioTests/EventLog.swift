import ClockNodeAudio
import Glibc
import Synchronization
import Testing

/// The events of an output, filled by the audio thread and awaited by a test.
final class EventLog: Sendable {
    private let state = Mutex<[(event: AudioEvent, nanoseconds: Int64)]>([])
    /// Kept, so that its folder stays as long as the output that tells its events here.
    private let device: PacedDevice

    init(of device: PacedDevice) { self.device = device }

    func append(_ event: AudioEvent) {
        let now = MonotonicClock.nanoseconds
        state.withLock { $0.append((event, now)) }
    }

    var all: [AudioEvent] { state.withLock { $0.map(\.event) } }

    /// The instants of the events, in the same order.
    var moments: [Int64] { state.withLock { $0.map(\.nanoseconds) } }

    /// The first `count` events, waiting for them at most `seconds`.
    func wait(for count: Int = 1, seconds: Int = 20) async throws -> [AudioEvent] {
        let deadline = MonotonicClock.nanoseconds + Int64(seconds) * 1_000_000_000
        while all.count < count, MonotonicClock.nanoseconds < deadline {
            try await Task.sleep(for: .milliseconds(5))
        }
        try #require(all.count >= count, "only \(all.count) of \(count) events came: \(all)")
        return Array(all.prefix(count))
    }

    func report() async throws -> PlayReport {
        let event = try await wait()[0]
        guard case .finished(_, let report) = event else {
            Issue.record("not finished but \(event)")
            throw UnexpectedEvent()
        }
        return report
    }

    func failure() async throws -> AudioFailure {
        let event = try await wait()[0]
        guard case .failed(_, let failure) = event else {
            Issue.record("not failed but \(event)")
            throw UnexpectedEvent()
        }
        return failure
    }

    /// The report of a ring's start, waiting for it.
    func started(_ id: UInt64 = 1) async throws -> RingReport {
        try await first { if case .ringStarted(id, let report) = $0 { report } else { nil } }
    }

    /// The outcome of a play, waiting for it.
    func finished(_ id: UInt64) async throws -> PlayReport {
        try await first { if case .finished(id, let report) = $0 { report } else { nil } }
    }

    /// The failure of a sound, waiting for it.
    func failure(of id: UInt64) async throws -> AudioFailure {
        try await first { if case .failed(id, let failure) = $0 { failure } else { nil } }
    }

    func waitForEnd(of id: UInt64 = 1) async throws {
        _ = try await first { if case .ringEnded(id) = $0 { true } else { nil } }
    }

    func first<Value>(_ find: (AudioEvent) -> Value?) async throws -> Value {
        let deadline = MonotonicClock.nanoseconds + 20_000_000_000
        while MonotonicClock.nanoseconds < deadline {
            if let value = all.lazy.compactMap(find).first { return value }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("it did not come: \(all)")
        throw UnexpectedEvent()
    }

    struct UnexpectedEvent: Error {}
}

func monotonic(inMilliseconds milliseconds: Int64) -> Int64 {
    MonotonicClock.nanoseconds + milliseconds * 1_000_000
}
