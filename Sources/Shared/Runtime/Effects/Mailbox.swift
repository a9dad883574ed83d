import DequeModule
import Synchronization

/// A bounded queue of events with many producers on any thread and one consumer in a task.
///
/// Overflow policy: when full, a new event is refused and counted, what is queued stays. The producer is told and says
/// so in the log; events that must not be lost have another way to come back (a ledger, a retained message).
public final class Mailbox<Event: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Event

    /// What the consumer finds.
    enum Item {
        case event(Event)
        /// Passed through the queue to prove that it moves; see ``postTick()``.
        case tick
    }

    private struct State {
        var items: Deque<Item> = []
        var waiter: CheckedContinuation<Item?, Never>?
        var tickIsQueued = false
        var isClosed = false
        var refused = 0
    }

    /// The most events that wait at any time.
    public let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: at least 1.
    public init(capacity: Int) {
        precondition(capacity > 0, "a mailbox needs room for an event")
        self.capacity = capacity
    }

    /// Queues an event. Never blocks; from any thread.
    ///
    /// - Returns: false when the mailbox is full or closed: the event was not taken.
    public func post(_ event: Event) -> Bool {
        let (accepted, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Item?, Never>?) in
            let count = state.items.count - (state.tickIsQueued ? 1 : 0)
            guard !state.isClosed, count < capacity else {
                state.refused += 1
                return (false, nil)
            }
            if let waiter = state.waiter.take() { return (true, waiter) }
            state.items.append(.event(event))
            return (true, nil)
        }
        waiter?.resume(returning: .event(event))
        return accepted
    }

    /// No more events are taken; the consumer gets those already queued and then the end. From any thread.
    public func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            return state.waiter.take()
        }
        waiter?.resume(returning: nil)
    }

    /// Whether ``close()`` was called.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How many events were refused since the start.
    public var refused: Int { state.withLock { $0.refused } }

    /// How many events wait now.
    public var count: Int { state.withLock { $0.items.count - ($0.tickIsQueued ? 1 : 0) } }

    /// The next event, waiting for it; nil at the end or when the task is cancelled. One caller at a time.
    public func next() async -> Event? {
        while let item = await nextItem() {
            if case .event(let event) = item { return event }
        }
        return nil
    }

    /// Queues a mark that only ``nextItem()`` shows; at most one at a time, outside the capacity.
    func postTick() {
        let waiter = state.withLock { state -> CheckedContinuation<Item?, Never>? in
            guard !state.isClosed, !state.tickIsQueued else { return nil }
            if let waiter = state.waiter.take() { return waiter }
            state.tickIsQueued = true
            state.items.append(.tick)
            return nil
        }
        waiter?.resume(returning: .tick)
    }

    func nextItem() async -> Item? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready: Item?? = state.withLock { state in
                    if Task.isCancelled { return .some(nil) }
                    if let item = state.items.popFirst() {
                        if case .tick = item { state.tickIsQueued = false }
                        return item
                    }
                    if state.isClosed { return .some(nil) }
                    precondition(state.waiter == nil, "a mailbox has one consumer")
                    state.waiter = continuation
                    return .none
                }
                if case .some(let item) = ready { continuation.resume(returning: item) }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume(returning: nil)
        }
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let mailbox: Mailbox

        public func next() async -> Event? { await mailbox.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(mailbox: self) }
}
