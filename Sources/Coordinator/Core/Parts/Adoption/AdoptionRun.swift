internal import ClockDomain
internal import ClockWire

/// An adoption under way: the nodes that hold another store's definitions are asked for them.
struct AdoptionRun: Sendable {
    static let patience: Duration = .seconds(10)

    let origin: RequestOrigin
    let store: String
    private var awaited: Set<NodeID>
    private(set) var held = HeldDefinitions()

    init(origin: RequestOrigin, store: String, asked: [NodeID]) {
        self.origin = origin
        self.store = store
        awaited = Set(asked)
    }

    var isComplete: Bool { awaited.isEmpty }

    /// Takes a document that was asked for, if it is that store's.
    mutating func take(_ document: Desired, of node: NodeID) {
        guard document.store == store, awaited.contains(node), held.add(document, of: node) else { return }
        awaited.remove(node)
    }
}
