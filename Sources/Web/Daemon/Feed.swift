internal import ClockDomain
internal import ClockSite
internal import ClockWebCore
internal import NIOCore
internal import Synchronization

/// The messages to pages: the events since the start, and the snapshot for a page that connects now. It writes each as
/// JSON once, into bytes that all streams share.
final class Feed: Sendable {
    /// A stream of one page.
    struct Subscription: Sendable {
        fileprivate let id: Int
        /// A signal to read again, or that the stream has ended.
        let wakes: AsyncStream<Void>
    }

    fileprivate struct Reader {
        var wake: AsyncStream<Void>.Continuation
        /// `nil` for the server itself, which waits for rooms to obey.
        var session: SessionID?
        /// The last message; the stream reads nothing after it.
        var farewell: ByteBuffer?
    }

    fileprivate struct State {
        var log = EventLog<ByteBuffer>(maximumEvents: 1_000, maximumBytes: 2 << 20)
        var snapshot: SiteSnapshot
        /// The last written snapshot event, with its place.
        var written: (bytes: ByteBuffer, place: Int)?
        /// The number of the last event.
        var lastID = 0
        var readers: [Int: Reader] = [:]
        var lastReader = 0
        var isClosed = false
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> Now

    init(_ snapshot: SiteSnapshot, now: @escaping @Sendable () -> Now) {
        state = Mutex(State(snapshot: snapshot))
        self.now = now
    }

    var snapshot: SiteSnapshot { state.withLock { $0.snapshot } }

    /// The site's clock.
    var siteNow: WallTime { snapshot.siteNow(now().wall) }

    /// Sends the changes to every stream.
    func send(_ events: [SiteEvent], _ snapshot: SiteSnapshot) {
        state.withLock { state in
            state.snapshot = snapshot
            state.written = nil
            for event in events {
                state.lastID += 1
                if case .snapshot = event {
                    state.append(write(snapshot, id: state.lastID))
                } else {
                    state.append(Self.event(event.name, id: state.lastID, JSONOutput.line(event)))
                }
            }
            if !events.isEmpty { state.wakeAll() }
        }
    }

    /// Sends a heartbeat to every stream.
    func beat() {
        state.withLock { state in
            state.append(heartbeat(state.snapshot))
            state.wakeAll()
        }
    }

    // MARK: Streams

    /// - Parameter session: the stream ends with it; `nil` for a reader within the server.
    /// - Returns: `nil` once the server ends.
    func open(_ session: SessionID?) -> Subscription? {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        return state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastReader += 1
            state.readers[state.lastReader] = Reader(wake: wake, session: session)
            wake.yield()
            return Subscription(id: state.lastReader, wakes: wakes)
        }
    }

    func close(_ subscription: Subscription) {
        state.withLock { $0.readers.removeValue(forKey: subscription.id) }?.wake.finish()
    }

    /// Returns the next bytes of a stream, and the place after them; `nil` once the stream has ended.
    ///
    /// - Parameter place: `nil` for a stream that has read nothing yet.
    func read(_ subscription: Subscription, from place: Int?) -> (bytes: [ByteBuffer], place: Int)? {
        state.withLock { state in
            guard let reader = state.readers[subscription.id] else { return nil }
            if let farewell = reader.farewell {
                state.readers.removeValue(forKey: subscription.id)?.wake.finish()
                return ([farewell], state.log.end)
            }
            switch state.log.read(from: place) {
            case .nothing: return ([], state.log.end)
            case .event(let event, let place): return ([event], place)
            case .snapshot(let end):
                if state.written?.place != end { state.written = (write(state.snapshot, id: state.lastID), end) }
                let beat = place == nil ? [heartbeat(state.snapshot)] : []
                return (beat + (state.written.map { [$0.bytes] } ?? []), end)
            }
        }
    }

    func end(_ session: SessionID) {
        state.withLock { state in
            for (id, reader) in state.readers where reader.session == session {
                state.readers[id]?.farewell = Self.event("session-ended", id: nil, "{}\n")
                reader.wake.yield()
            }
        }
    }

    /// Ends all streams when the server ends; pages connect again.
    func endAll() {
        state.withLock { state in
            state.isClosed = true
            for reader in state.readers.values { reader.wake.finish() }
            state.readers = [:]
        }
    }

    // MARK: Writing

    private func write(_ snapshot: SiteSnapshot, id: Int) -> ByteBuffer {
        let document = SnapshotDocument(snapshot, now: snapshot.siteNow(now().wall))
        return Self.event("snapshot", id: id, JSONOutput.line(document))
    }

    private func heartbeat(_ snapshot: SiteSnapshot) -> ByteBuffer {
        Self.event("heartbeat", id: nil, JSONOutput.line(["now": snapshot.siteNow(now().wall)]))
    }

    /// - Parameter line: one line of JSON with its end.
    private static func event(_ name: String, id: Int?, _ line: String) -> ByteBuffer {
        ByteBuffer(string: "\(id.map { "id: \($0)\n" } ?? "")event: \(name)\ndata: \(line)\n")
    }
}

extension Feed.State {
    fileprivate mutating func append(_ event: ByteBuffer) { log.append(event, size: event.readableBytes) }

    fileprivate func wakeAll() {
        for reader in readers.values { reader.wake.yield() }
    }
}
