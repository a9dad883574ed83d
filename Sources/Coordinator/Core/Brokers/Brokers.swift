internal import ClockDomain
internal import ClockWire

/// The brokers of a site: which can be reached, and, where there are several, at which of them each node is.
///
/// A node is at one broker at a time, and each broker has its own last word on it: the will of a connection that broke when
/// the node went elsewhere stays retained there. So a word counts by the broker that it comes from. What a node says while
/// this coordinator hears it counts whatever is known. `offline` counts only from the broker where the node is. What a
/// broker kept from before the connection counts where nothing later is known: neither that the node is elsewhere, nor
/// that it said goodbye elsewhere.
///
/// Over the ``bridge``, what people stop and snooze comes from one to the others.
struct Brokers: Sendable {
    /// `host:port` of each, in their order.
    private let addresses: [String]
    private var links: [BrokerLink]
    /// Whether any can be reached.
    private(set) var link: BrokerLink
    /// Whether nodes are heard at each.
    private var isHearing: [Bool]
    /// How many messages each has dropped since its start.
    private var dropped: [Int?]
    /// Where nodes are that are online.
    private var places: [NodeID: Int] = [:]
    /// Where nodes have said goodbye, or the broker in their place.
    private var goodbyes: [NodeID: Int] = [:]
    var bridge = RingBridge()

    init(_ addresses: [String], at now: WallTime) {
        self.addresses = addresses
        link = .down(since: now, reason: nil)
        links = Array(repeating: .down(since: now, reason: nil), count: addresses.count)
        isHearing = Array(repeating: false, count: addresses.count)
        dropped = Array(repeating: nil, count: addresses.count)
    }

    // MARK: Looking

    /// Whether there are several.
    var areSeveral: Bool { addresses.count > 1 }

    func address(of broker: Int) -> String { addresses[broker] }

    /// Those that can be reached, besides `broker`.
    func reachable(besides broker: Int? = nil) -> [Int] {
        links.indices.filter { links[$0].isUp && $0 != broker }
    }

    /// Those that cannot be reached while another can, in order.
    var away: [BrokerAway] {
        guard areSeveral, links.contains(where: \.isUp) else { return [] }
        return zip(addresses, links).compactMap { address, link in
            switch link {
            case .up: nil
            case .down(let since, let reason):
                BrokerAway(broker: address, since: since.truncatedToMilliseconds, reason: reason)
            }
        }
    }

    /// Where a node is that is online.
    func place(of node: NodeID) -> Int? { places[node] }

    /// The broker of a node that is at another than the first.
    func otherBroker(of node: NodeID) -> String? {
        places[node].flatMap { $0 > 0 ? addresses[$0] : nil }
    }

    private func isHeardElsewhere(_ node: NodeID, than broker: Int) -> Bool {
        guard let place = places[node], place != broker else { return false }
        return isHearing[place]
    }

    // MARK: Connections

    mutating func connected(to broker: Int, at now: WallTime) {
        links[broker] = .up(since: now)
        if !link.isUp { link = .up(since: now) }
        dropped[broker] = nil
    }

    /// - Returns: what is to be logged; `nil` when nothing is new.
    mutating func disconnected(from broker: Int, reason: String, at now: WallTime) -> String? {
        if !links.indices.contains(where: { $0 != broker && links[$0].isUp }) {
            link.disconnect(from: addresses[broker], reason: reason, at: now)
        }
        return links[broker].disconnect(from: addresses[broker], reason: reason, at: now)
    }

    /// - Returns: whether nodes were heard nowhere.
    mutating func beginHearing(at broker: Int) -> Bool {
        defer { isHearing[broker] = true }
        return !isHearing.contains(true)
    }

    enum Silence: Equatable {
        /// Nodes are heard nowhere.
        case everywhere
        /// These nodes were heard there, and may say elsewhere that they are online. In order.
        case of([NodeID])
    }

    /// - Returns: `nil` where nodes were not heard there anyhow.
    mutating func stopHearing(at broker: Int) -> Silence? {
        let wasHearing = isHearing[broker]
        isHearing[broker] = false
        if !isHearing.contains(true) { return .everywhere }
        return wasHearing ? .of(places.filter { $0.value == broker }.keys.sorted()) : nil
    }

    /// - Returns: how many all have dropped, and whether this broker is new in the sum: what it had dropped before is no news.
    mutating func count(dropped total: Int, by broker: Int) -> (total: Int, isFirst: Bool) {
        let isFirst = dropped[broker] == nil
        dropped[broker] = total
        return (dropped.compactMap(\.self).reduce(0, +), isFirst)
    }

    // MARK: Nodes

    enum Verdict: Equatable {
        /// - Parameter isElsewhere: whether the node was not known to be at that broker.
        case counts(isElsewhere: Bool)
        /// Something later is known.
        case stale
    }

    mutating func take(_ availability: Availability, of node: NodeID, isRetained: Bool, from broker: Int) -> Verdict {
        switch availability {
        case .online: return isRetained ? takeRetained(node, at: broker) : hear(node, at: broker)
        case .offline:
            if let place = places[node], place != broker { return .stale }
            places[node] = nil
            if !isRetained { goodbyes[node] = broker }
            return .counts(isElsewhere: false)
        }
    }

    private mutating func takeRetained(_ node: NodeID, at broker: Int) -> Verdict {
        if isHeardElsewhere(node, than: broker) { return .stale }
        if places[node] == nil, let goodbye = goodbyes[node], goodbye != broker { return .stale }
        return hear(node, at: broker)
    }

    /// A node says something at a broker, so it is there.
    @discardableResult
    mutating func hear(_ node: NodeID, at broker: Int) -> Verdict {
        goodbyes[node] = nil
        let before = places.updateValue(broker, forKey: node)
        return .counts(isElsewhere: before != broker)
    }

    /// Whether a report is a node's last one as far as is known.
    func takesReport(of node: NodeID, isRetained: Bool, from broker: Int) -> Bool {
        !isRetained || !isHeardElsewhere(node, than: broker)
    }

    /// Nothing was heard of the node for too long, or it was forgotten.
    mutating func lose(_ node: NodeID) {
        places[node] = nil
        goodbyes[node] = nil
    }
}
