public import ClockDomain
import DequeModule
import Synchronization

/// A bounded queue of events with many producers on any thread and one consumer in a task.
///
/// The program's own events have a lane of their own, which is served first: a timer never waits behind messages. The
/// messages and the connection's events share the other lane, in their order, and the last places there are for
/// the connection alone.
///
/// Overflow policy: the mailbox refuses and counts a new event when a lane is full, and keeps the queued ones. The
/// producer learns of it and logs it. A message that must not be lost has another way to come back (a ledger, a
/// retained message).
public final class Mailbox<Event: SourcedEvent>: AsyncSequence, Sendable {
    public typealias Element = Event

    /// The next thing for the consumer.
    enum Item {
        case event(Event)
        /// Passed through the queue to prove that it moves; see ``postTick()``.
        case tick
    }

    private enum Phase {
        case open
        /// The mailbox accepts nothing more from outside.
        case closed
        /// Nothing is.
        case over
    }

    private struct State {
        var own: Deque<Item> = []
        var network: Deque<Event> = []
        var waiter: CheckedContinuation<Item?, Never>?
        var tickIsQueued = false
        var phase = Phase.open
        var refused = 0

        /// True when the mailbox still accepts events of that source.
        func takes(_ source: EventSource) -> Bool { phase == .open || (phase == .closed && source == .program) }

        mutating func popFirst() -> Item? {
            guard let item = own.popFirst() else { return network.popFirst().map { .event($0) } }
            if case .tick = item { tickIsQueued = false }
            return item
        }
    }

    /// A client reports its connection twice a second at most, however often it breaks.
    private static var connectionCapacity: Int { 64 }

    private let ownCapacity: Int
    private let messageCapacity: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - own: the most events of the program itself that wait at any time, at least 1.
    ///   - messages: the most messages that wait at any time, at least 1.
    public init(own: Int, messages: Int) {
        precondition(own > 0 && messages > 0, "each lane of a mailbox needs room for an event")
        ownCapacity = own
        messageCapacity = messages
    }

    /// Queues an event. Never blocks; from any thread.
    ///
    /// - Returns: false when its lane is full, or the mailbox takes no more of the kind: the event was not taken.
    public func post(_ event: Event) -> Bool {
        let source = event.source
        let (accepted, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Item?, Never>?) in
            let hasRoom =
                switch source {
                case .program: state.own.count - (state.tickIsQueued ? 1 : 0) < ownCapacity
                case .connection: state.network.count < messageCapacity + Self.connectionCapacity
                case .message: state.network.count < messageCapacity
                }
            guard state.takes(source), hasRoom else {
                state.refused += 1
                return (false, nil)
            }
            if let waiter = state.waiter.take() { return (true, waiter) }
            switch source {
            case .program: state.own.append(.event(event))
            case .connection, .message: state.network.append(event)
            }
            return (true, nil)
        }
        waiter?.resume(returning: .event(event))
        return accepted
    }

    /// Accepts no more from outside. The consumer receives the queued events, and the program's own until it has had
    /// all of those: the report of an output is not lost while a slow disk holds the consumer up. Then it receives the
    /// end. From any thread.
    public func close() {
        let waiter = state.withLock { state in
            guard state.phase == .open else { return nil as CheckedContinuation<Item?, Never>? }
            let waiter = state.waiter.take()
            // A waiting consumer has had all of it.
            state.phase = waiter == nil ? .closed : .over
            return waiter
        }
        waiter?.resume(returning: nil)
    }

    /// True after ``close()``.
    public var isClosed: Bool { state.withLock { $0.phase != .open } }

    /// The number of events refused since the start.
    public var refused: Int { state.withLock { $0.refused } }

    /// The number of events that wait now.
    public var count: Int { state.withLock { $0.own.count + $0.network.count - ($0.tickIsQueued ? 1 : 0) } }

    /// The number of them that are messages, or news of the connection.
    public var messagesWaiting: Int { state.withLock { $0.network.count } }

    /// Waits for the next event and returns it; nil at the end, or when the task is cancelled while the mailbox is
    /// open. A task that is cancelled later still receives the queued events, and the mailbox accepts no more. One
    /// caller at a time.
    public func next() async -> Event? {
        while let item = await nextItem() {
            if case .event(let event) = item { return event }
        }
        return nil
    }

    /// Queues a mark that only ``nextItem()`` shows, in the program's own lane; at most one at a time, outside the
    /// capacity.
    func postTick() {
        let waiter = state.withLock { state -> CheckedContinuation<Item?, Never>? in
            guard state.takes(.program), !state.tickIsQueued else { return nil }
            if let waiter = state.waiter.take() { return waiter }
            state.tickIsQueued = true
            state.own.append(.tick)
            return nil
        }
        waiter?.resume(returning: .tick)
    }

    func nextItem() async -> Item? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready: Item?? = state.withLock { state in
                    if Task.isCancelled {
                        guard state.phase != .open else { return .some(nil) }
                        state.phase = .over
                    }
                    if let item = state.popFirst() { return item }
                    if state.phase != .open {
                        state.phase = .over
                        return .some(nil)
                    }
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
