/// The newest events, written once for all streams that carry them.
///
/// A stream holds only its place in the log, so an idle reader costs nothing. Overflow policy: the log drops the
/// oldest, and a stream that has not read those gets a snapshot in place of all that it missed.
package struct EventLog<Event: Sendable>: Sendable {
    /// The next message of a stream.
    package enum Reading: Sendable {
        case nothing
        /// An event, and the place after it. One at a time: a stream with an idle reader holds no more than that one.
        case event(Event, place: Int)
        /// A snapshot of everything up to this place.
        case snapshot(place: Int)
    }

    private var events: [(event: Event, bytes: Int)] = []
    /// Place of the first event in the log.
    private var first = 0
    private var bytes = 0

    private let maximumEvents: Int
    private let maximumBytes: Int

    package init(maximumEvents: Int, maximumBytes: Int) {
        self.maximumEvents = maximumEvents
        self.maximumBytes = maximumBytes
    }

    /// The place after the newest event.
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

    /// Returns the next message of a stream at `place`, which is `nil` for a stream that has read nothing yet.
    package func read(from place: Int?) -> Reading {
        guard let place, place >= first, place <= end else { return .snapshot(place: end) }
        return place == end ? .nothing : .event(events[place - first].event, place: place + 1)
    }
}

extension EventLog.Reading: Equatable where Event: Equatable {}
