internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockWire
internal import ClockctlKit

/// The site's nodes, to choose those that click. A train has the order of the nodes' ids, in whatever order a person
/// names them, so that the same names give the same train again.
struct CalibrationRooms {
    private let known: [NodeStatus]
    private let site: SiteID

    init(_ known: [NodeStatus], _ site: SiteID) {
        self.known = known
        self.site = site
    }

    /// - Throws: ``FatalError`` with the nearest name for an unknown one.
    func find(_ name: String) throws(FatalError) -> NodeStatus {
        guard let node = known.first(where: { $0.id.rawValue == name }) else {
            throw NodeNames.unknown(name, among: known, site: site)
        }
        return node
    }

    /// - Throws: ``FatalError`` for an unknown name, and for too few or too many.
    func named(_ words: [String]) throws(FatalError) -> [NodeStatus] {
        try ordered(NodeWords.names(words).map { name throws(FatalError) in try find(name) })
    }

    /// - Throws: ``FatalError`` for too few or too many.
    func online() throws(FatalError) -> [NodeStatus] { try ordered(known.filter { $0.availability == .online }) }

    private func ordered(_ nodes: [NodeStatus]) throws(FatalError) -> [NodeStatus] {
        guard ClickTrain.roomRange.contains(nodes.count) else { throw Self.wrongNumber(nodes.count) }
        return nodes.sorted { $0.id < $1.id }
    }

    static func wrongNumber(_ count: Int) -> FatalError {
        guard count < ClickTrain.roomRange.lowerBound else {
            return FatalError(
                .usage,
                "\(count) rooms are too many to click in turn; name at most \(ClickTrain.roomRange.upperBound) at a "
                    + "time, one of them each time")
        }
        return FatalError(
            .usage,
            (count == 0 ? "no node is online" : "one room alone has nothing to be compared with")
                + "; name at least \(ClickTrain.roomRange.lowerBound) nodes that are online")
    }
}
