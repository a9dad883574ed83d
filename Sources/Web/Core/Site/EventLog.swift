/// The newest events, written once for all streams that carry them.
///
/// A stream has nothing but its place in it, so one that is not read costs nothing. Overflow policy: the oldest are dropped,
/// and a stream that has not had them gets a snapshot in place of all that it missed.
package struct EventLog: Sendable {
    /// What a stream is to send next.
    package enum Reading: Hashable, Sendable {
        case nothing
        /// An event's bytes, and where it is then. One at a time: a stream that is not read holds no more than that one.
        case event([UInt8], place: Int)
        /// A snapshot of everything up to this place.
        case snapshot(place: Int)
    }

    private var events: [[UInt8]] = []
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

    package mutating func append(_ event: [UInt8]) {
        events.append(event)
        bytes += event.count
        var dropped = 0
        while events.count - dropped > maximumEvents || bytes > maximumBytes, dropped < events.count {
            bytes -= events[dropped].count
            dropped += 1
        }
        events.removeFirst(dropped)
        first += dropped
    }

    /// What a stream that is at `place` is to send; `nil` for one that has had nothing yet.
    package func read(from place: Int?) -> Reading {
        guard let place, place >= first, place <= end else { return .snapshot(place: end) }
        return place == end ? .nothing : .event(events[place - first], place: place + 1)
    }
}
