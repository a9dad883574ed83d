internal import ClockDomain
internal import DequeModule

/// How a host's way to the broker is now, in whole nanoseconds: a duration has 128 bits, and each message asks several
/// times.
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
    /// Nothing comes through: what is sent is held.
    var isCut = false
    var cutSince: Int64 = 0
    /// Nanoseconds between two messages that come through; `nil` where there is no such limit.
    var clogInterval: Int64?
    var cloggedSince: Int64 = 0
    /// Whether the next release of a clogged way is in the heap. There is none for a way on which nothing waits.
    var awaitsRelease = false
    /// What is held, by its place in the list of parcels, in order.
    var held: Deque<Int32> = []
    /// Numbers the clogs, so that a release for an earlier one is not taken for this one's.
    var clogGeneration: Int32 = 0
    private var lastArrival: Int64 = .min
    /// When the last message of a topic arrives; only kept once something was reordered.
    private var topicArrivals: [Int64] = []

    init(random: SplitMix64) {
        self.random = random
    }

    var isHolding: Bool { isCut || clogInterval != nil }

    /// When the next message comes through a clogged way that is not cut, if one waits and nobody has asked before.
    mutating func nextRelease(after now: Int64) -> Int64? {
        guard let interval = clogInterval, !isCut, !held.isEmpty, !awaitsRelease else { return nil }
        awaitsRelease = true
        return now + interval - (now - cloggedSince) % interval
    }

    /// What comes through a clogged way now.
    mutating func release() -> Int32? {
        awaitsRelease = false
        return isCut ? nil : held.popFirst()
    }

    /// What the network does with a message that is sent now.
    struct Way {
        var arrival: Int64
        var isDuplicated = false
        /// It was lost so often that the connection is given up.
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
            // Overtaken by what comes after, but not by its own topic.
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

    /// When a word of the protocol that is sent now arrives: no sooner than what was sent before it, and no later than
    /// what is sent after it, as they share a connection.
    mutating func arrivalInOrder(at now: Int64, delay: Int64) -> Int64 {
        lastArrival = max(now + delay, lastArrival)
        return lastArrival
    }

    /// When what was held and is let go at `time` arrives: after all that was sent before it. What is sent from now on
    /// comes later still.
    mutating func arrivalOfHeld(at time: Int64) -> Int64 {
        lastArrival = max(time, lastArrival, topicArrivals.max() ?? time)
        return lastArrival
    }

    /// A new connection owes nothing to the order of an earlier one.
    mutating func startOver() {
        lastArrival = .min
        topicArrivals.removeAll(keepingCapacity: true)
    }

    private static let firstRetransmission: Int64 = 200_000_000
    private static let mostLosses = 6
}

/// What is under way between a host and the broker.
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
    /// The broker kept the message from before.
    var isRetained = false
    /// The connection it belongs to; what belongs to another than the current one is void.
    var connection: Int32
    var message: Message?
    /// What a message at least once is acknowledged by; 0 for at most once.
    var id: UInt32 = 0
}
