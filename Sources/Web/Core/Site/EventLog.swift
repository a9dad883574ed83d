/// The newest events, written once for all streams that carry them.
///
/// A stream has nothing but its place in it, so one that is not read costs nothing. Overflow policy: the oldest are dropped,
/// and a stream that has not had them gets a snapshot in place of all that it missed.
package struct EventLog<Event: Sendable>: Sendable {
    /// What a stream is to send next.
    package enum Reading: Sendable {
        case nothing
        /// An event, and where it is then. One at a time: a stream that is not read holds no more than that one.
        case event(Event, place: Int)
        /// A snapshot of everything up to this place.
        case snapshot(place: Int)
    }

    private var events: [(event: Event, bytes: Int)] = []
    /// Of the first event that is kept.
    private var first = 0
    private var bytes = 0

    private let maximumEvents: Int
    private let maximumBytes: Int

    package init(maximumEvents: Int, maximumBytes: Int) {
        self.maximumEvents = maximumEvents
        self.maximumBytes = maximumBytes
    }

    /// After the newest event.
    package var end: Int { first + events.count }

    /// - Parameter size: in bytes.
    package mutating func append(_ event: Event, size: Int) {
        events.append((event, size))
        bytes += size
        var dropped = 0
        while events.count - dropped > maximumEvents || bytes > maximumBytes, dropped < events.count {
            bytes -= events[dropped].bytes
            dropped += 1
        }
        events.removeFirst(dropped)
        first += dropped
    }

    /// What a stream that is at `place` is to send; `nil` for one that has had nothing yet.
    package func read(from place: Int?) -> Reading {
        guard let place, place >= first, place <= end else { return .snapshot(place: end) }
        return place == end ? .nothing : .event(events[place - first].event, place: place + 1)
    }
}

extension EventLog.Reading: Equatable where Event: Equatable {}
