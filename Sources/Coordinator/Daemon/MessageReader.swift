internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import Dispatch
internal import Synchronization

/// Reads messages beside the network thread, each at its sender's cost: see ``SenderLine``.
final class MessageReader<Sender: Hashable & Sendable, Message: Sendable>: Sendable {
    private struct State {
        var line: SenderLine<Sender, Message>
        /// True while a turn of reading is under way or scheduled.
        var isReading = false
    }

    private let state: Mutex<State>
    private let queue: DispatchQueue
    private let clock: SystemClock
    private let hasRoom: @Sendable () -> Bool
    private let read: @Sendable (Message) -> Void
    private let whileLight: @Sendable () -> Void

    /// The pauses: for room, which is soon there, and for a sender's rate.
    private static var forRoom: DispatchTimeInterval { .milliseconds(1) }
    private static var forRates: DispatchTimeInterval { .milliseconds(5) }

    /// - Parameters:
    ///   - hasRoom: true if the results of reading have room now.
    ///   - read: decodes a message and passes on its content; one at a time.
    ///   - whileLight: called with each read message while few wait.
    init(
        _ name: String, _ limits: SenderLine<Sender, Message>.Limits, clock: SystemClock,
        hasRoom: @escaping @Sendable () -> Bool, read: @escaping @Sendable (Message) -> Void,
        whileLight: @escaping @Sendable () -> Void = {}
    ) {
        state = Mutex(State(line: SenderLine(limits)))
        queue = DispatchQueue(label: name)
        self.clock = clock
        self.hasRoom = hasRoom
        self.read = read
        self.whileLight = whileLight
    }

    /// Queues a message, from any thread.
    ///
    /// - Returns: false when there is no room for it.
    func enqueue(_ message: Message, of sender: Sender, bytes: Int) -> Bool {
        let (isTaken, begins) = state.withLock { state in
            guard state.line.add(message, of: sender, bytes: bytes) else { return (false, false) }
            defer { state.isReading = true }
            return (true, !state.isReading)
        }
        if begins { queue.async { self.readOn() } }
        return isTaken
    }

    /// The load: so heavy that input must stop, or so light that it may continue.
    var load: SenderLine<Sender, Message>.Load { state.withLock { $0.line.load } }

    private func readOn() {
        var pause = Self.forRoom
        while hasRoom() {
            let boot = clock.now().boot
            let (message, isDone, isLight) = state.withLock { state in
                let message = state.line.next(at: boot)
                if message == nil, state.line.count == 0 { state.isReading = false }
                return (message, !state.isReading, state.line.load == .light)
            }
            if isDone { return }
            guard let message else {
                pause = Self.forRates
                break
            }
            read(message)
            if isLight { whileLight() }
        }
        queue.asyncAfter(deadline: .now() + pause) { self.readOn() }
    }
}
