import Glibc

/// Waits until `condition` holds, looking every 5 ms. After a look that takes longer it rests for as long, so that the
/// tests beside it get on.
///
/// - Parameters:
///   - timeout: bound of the wait; generous, since it is only used up by a failure.
///   - what: the awaited condition, for the error's text.
/// - Throws: `TestFailure` after `timeout`, what the condition throws, `CancellationError`.
public func waitUntil(
    _ what: String, timeout: Duration = .seconds(10), _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    while true {
        let began = clock.now
        if try await condition() { return }
        let now = clock.now
        if now >= deadline { throw TestFailure("not within \(timeout): \(what)") }
        try await Task.sleep(for: max(.milliseconds(5), now - began))
    }
}
