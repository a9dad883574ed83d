import ClockDomain
import ClockThreads
import Synchronization

/// The requests of other threads to the audio thread, and the means to wake it.
///
/// The thread sleeps in ``wait(upTo:)`` on an eventfd: without an order it never wakes. Both descriptors live as long
/// as the last owner, so a thread that is stuck in a device may outlive its ``AudioOutput``.
final class AudioMailbox: Sendable {
    /// The requests since the last ``drain()``. Bounded, because the thread may be stuck in a device for hours.
    struct Requests: Sendable {
        /// In the order of arrival; at most ``AudioOutput/maximumPendingOrders``, the mailbox refuses more.
        fileprivate(set) var orders: [SourceOrder] = []
        /// Come after the orders. At most ``mostCancellations``; one more drops the oldest, which is of an order long
        /// gone, since far fewer can be alive.
        fileprivate(set) var cancellations: [UInt64] = []
        /// Come after the orders, the last for each sound. At most ``mostCancellations``, as of cancellations.
        fileprivate(set) var volumes: [VolumeChange] = []
        fileprivate(set) var probe = false
        /// The last rate of the instants' clock; `nil` when it is as before.
        fileprivate(set) var ratePPB: Int64?
        /// Stays true once set.
        fileprivate(set) var stop = false
    }

    /// Another volume for a sound.
    struct VolumeChange: Sendable {
        var id: UInt64
        var volume: Volume
        var floor: Volume
    }

    private struct State {
        var requests = Requests()
        var isSilenced = false
    }

    private static let mostCancellations = 64

    private let state = Mutex(State())
    private let wake: WakeDescriptor
    private let end: WakeDescriptor

    /// - Throws: ``ThreadError`` when the process has no file descriptor left.
    init() throws(ThreadError) {
        wake = try WakeDescriptor()
        end = try WakeDescriptor()
    }

    /// Returns `false` when too many orders are waiting already, or the thread has been told to stop.
    func post(_ order: SourceOrder) -> Bool {
        let isAccepted = state.withLock { state in
            guard !state.requests.stop, state.requests.orders.count < AudioOutput.maximumPendingOrders else {
                return false
            }
            state.requests.orders.append(order)
            return true
        }
        if isAccepted { wake.signal() }
        return isAccepted
    }

    func postCancellation(of id: UInt64) {
        state.withLock { state in
            if state.requests.cancellations.count >= Self.mostCancellations {
                state.requests.cancellations.removeFirst()
            }
            state.requests.cancellations.append(id)
        }
        wake.signal()
    }

    func post(_ change: VolumeChange) {
        state.withLock { state in
            state.requests.volumes.removeAll { $0.id == change.id }
            if state.requests.volumes.count >= Self.mostCancellations { state.requests.volumes.removeFirst() }
            state.requests.volumes.append(change)
        }
        wake.signal()
    }

    func postProbe() {
        state.withLock { $0.requests.probe = true }
        wake.signal()
    }

    func postRate(_ ratePPB: Int64) {
        state.withLock { $0.requests.ratePPB = ratePPB }
        wake.signal()
    }

    func postStop() {
        state.withLock { $0.requests.stop = true }
        wake.signal()
    }

    /// Returns all requests since the last call.
    func drain() -> Requests {
        wake.drain()
        return state.withLock { state in
            let requests = state.requests
            state.requests = Requests()
            state.requests.stop = requests.stop
            return requests
        }
    }

    /// True when an order, a cancellation or the end waits.
    var hasOrders: Bool {
        state.withLock { !$0.requests.orders.isEmpty || !$0.requests.cancellations.isEmpty || $0.requests.stop }
    }

    var hasProbe: Bool { state.withLock { $0.requests.probe } }

    /// Sleeps until a request comes, at most `nanoseconds`; without a bound when that is `nil`.
    func wait(upTo nanoseconds: Int64?) { _ = wake.wait(upTo: nanoseconds) }

    /// The thread's last act.
    func markEnded() { end.signal() }

    /// Waits at most `nanoseconds` for the thread's end; returns true when it has ended.
    func waitForEnd(upTo nanoseconds: Int64) -> Bool {
        let deadline = MonotonicClock.nanoseconds + nanoseconds
        while true {
            let left = deadline - MonotonicClock.nanoseconds
            if end.wait(upTo: left) { return true }
            if left <= 0 { return false }
        }
    }

    /// After this the handler receives no more events.
    func silence() { state.withLock { $0.isSilenced = true } }

    var isSilenced: Bool { state.withLock { $0.isSilenced } }
}
