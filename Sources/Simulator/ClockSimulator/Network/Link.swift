internal import ClockDomain
internal import DequeModule

/// The present state of a host's way to the broker, in whole nanoseconds: a duration has 128 bits, and each message
/// asks several times.
struct Link {
    let outwardDelay, homewardDelay, jitter, reorderDelay: Int64
    let lossPerMillion, duplicatePerMillion, reorderPerMillion: Int

    init(_ plan: LinkPlan) {
        outwardDelay = plan.outwardDelay.nanoseconds
        homewardDelay = plan.homewardDelay.nanoseconds
        jitter = plan.jitter.nanoseconds
        reorderDelay = plan.reorderDelay.nanoseconds
        lossPerMillion = plan.lossPerMillion
        duplicatePerMillion = plan.duplicatePerMillion
        reorderPerMillion = plan.reorderPerMillion
    }
}

/// One direction of the way between a host and the broker.
struct LinkDirection {
    var random: SplitMix64
    /// True while nothing comes through: the way holds each message.
    var isCut = false
    var cutSince: Int64 = 0
    /// Nanoseconds between two messages that come through; `nil` without such a limit.
    var clogInterval: Int64?
    var cloggedSince: Int64 = 0
    /// True while the next release of a clogged way is in the heap. An empty way has none.
    var awaitsRelease = false
    /// The held parcels in order, by their places in the list of parcels.
    var held: Deque<Int32> = []
    /// Numbers the clogs, so that a release of an earlier clog is void.
    var clogGeneration: Int32 = 0
    private var lastArrival: Int64 = .min
    /// The arrival of the last message of each topic; kept only once a message was reordered.
    private var topicArrivals: [Int64] = []

    init(random: SplitMix64) { self.random = random }

    var isHolding: Bool { isCut || clogInterval != nil }

    /// The instant of a clogged way's next release, if a message waits and no release is scheduled.
    mutating func nextRelease(after now: Int64) -> Int64? {
        guard let interval = clogInterval, !isCut, !held.isEmpty, !awaitsRelease else { return nil }
        awaitsRelease = true
        return now + interval - (now - cloggedSince) % interval
    }

    /// Removes and returns the next message of a clogged way.
    mutating func release() -> Int32? {
        awaitsRelease = false
        return isCut ? nil : held.popFirst()
    }

    /// The network's treatment of a message that is sent now.
    struct Way {
        var arrival: Int64
        var isDuplicated = false
        /// True if the network lost it so often that the host gives up the connection.
        var isGivenUp = false
    }

    /// - Parameter topic: the message's; `nil` for a packet of the protocol itself.
    mutating func way(at now: Int64, delay: Int64, _ link: Link, topic: Int?, isAtLeastOnce: Bool) -> Way {
        var arrival = now + delay
        if link.jitter > 0 { arrival += random.below(link.jitter + 1) }
        var way = Way(arrival: arrival)
        var losses = 0
        while losses < Self.mostLosses, random.isHit(perMillion: link.lossPerMillion) { losses += 1 }
        way.arrival += ((1 << losses) - 1) * Self.firstRetransmission
        way.isGivenUp = losses == Self.mostLosses
        guard let topic else { return inOrder(way) }
        way.isDuplicated = isAtLeastOnce && random.isHit(perMillion: link.duplicatePerMillion)
        if random.isHit(perMillion: link.reorderPerMillion) {
            if topicArrivals.count <= topic {
                topicArrivals.append(contentsOf: repeatElement(.min, count: topic + 1 - topicArrivals.count))
            }
            // Later messages overtake it, but not those of its own topic.
            way.arrival = max(way.arrival, lastArrival) + random.below(link.reorderDelay + 1)
            topicArrivals[topic] = max(topicArrivals[topic], way.arrival)
            way.arrival = topicArrivals[topic]
            return way
        }
        way = inOrder(way)
        if topic < topicArrivals.count { way.arrival = max(way.arrival, topicArrivals[topic]) }
        return way
    }

    private mutating func inOrder(_ way: Way) -> Way {
        var way = way
        way.arrival = max(way.arrival, lastArrival)
        lastArrival = way.arrival
        return way
    }

    /// The instant at which a protocol packet that is sent now arrives: no sooner than earlier packets and no later
    /// than later ones, as they share a connection.
    mutating func arrivalInOrder(at now: Int64, delay: Int64) -> Int64 {
        lastArrival = max(now + delay, lastArrival)
        return lastArrival
    }

    /// The instant at which a held message, released at `time`, arrives: after all earlier messages. Messages sent from
    /// now on arrive later still.
    mutating func arrivalOfHeld(at time: Int64) -> Int64 {
        lastArrival = max(time, lastArrival, topicArrivals.max() ?? time)
        return lastArrival
    }

    /// Forgets the order of the earlier connection.
    mutating func startOver() {
        lastArrival = .min
        topicArrivals.removeAll(keepingCapacity: true)
    }

    private static let firstRetransmission: Int64 = 200_000_000
    private static let mostLosses = 6
}

/// A packet under way between a host and the broker.
struct Parcel {
    enum Kind {
        // From the host.
        case connect, subscribe, goodbye
        // From the broker.
        case accepted, refused
        // Both ways.
        case message
        /// The other end has closed the connection.
        case closed
        /// The other end has closed it because another client came with the same identifier.
        case takenOver
    }

    var kind: Kind
    /// True for a message that the broker retained.
    var isRetained = false
    /// The connection that it belongs to; a parcel of another than the current one is void.
    var connection: Int32
    var message: Message?
    /// The id by which the receiver acknowledges a message at least once; 0 for at most once.
    var id: UInt32 = 0
}
