internal import ClockDomain
internal import ClockWire

/// Takes over definitions of another store: asks the nodes that hold them, one store at a time.
struct Adoption: Sendable {
    /// The nodes of one store that were asked, and the documents that they have shown.
    struct Run: Sendable {
        let origin: RequestOrigin
        let store: String
        let request: AdoptRequest
        fileprivate var awaited: Set<NodeID>
        fileprivate(set) var held = HeldDefinitions()
    }

    private enum State: Sendable {
        case idle
        case asking(Run)
    }

    /// The time that nodes have to answer.
    static let patience: Duration = .seconds(10)

    private var state = State.idle

    /// Begins a person's decision about the definitions that nodes hold of another store.
    ///
    /// - Returns: the store whose definitions are replaced at once; `nil` when the nodes must answer first.
    /// - Throws: the reason for a refusal.
    mutating func begin(
        _ request: AdoptRequest, origin: RequestOrigin, _ nodes: Nodes, at now: Now, _ out: inout Outbox
    ) throws(RequestError) -> ForeignStore? {
        guard case .idle = state else {
            throw RequestError(.unavailable, "definitions are being taken over already: ask again in a moment")
        }
        let foreign = nodes.foreignStores
        guard var chosen = request.store.map({ name in foreign.first { $0.store == name } }) ?? foreign.first else {
            let what = request.store.map { "store \($0.line(maximumBytes: 64))" } ?? "another store"
            throw RequestError(.unknownObject, "no node holds what people defined in \(what)")
        }
        guard request.store != nil || foreign.count == 1 else {
            let all = foreign.map { "\($0.store) (\($0.nodes.inWords))" }.joined(separator: ", ")
            throw RequestError(.invalid, "nodes hold what people defined in several stores: name one of \(all)")
        }
        if let named = request.nodes {
            if let stranger = named.first(where: { !chosen.nodes.contains($0) }) {
                throw RequestError(
                    .unknownObject,
                    "node \(stranger) holds nothing of store \(chosen.store): \(chosen.nodes.inWords) do")
            }
            chosen.nodes = chosen.nodes.filter(named.contains)
        }
        guard !request.replace else { return chosen }
        let online = nodes.online(of: chosen.nodes)
        guard !online.isEmpty else {
            throw RequestError(
                .unavailable,
                "cannot ask \(chosen.nodes.inWords) for what people defined in store \(chosen.store): not online")
        }
        state = .asking(Run(origin: origin, store: chosen.store, request: request, awaited: Set(online)))
        for node in online { out.command(.show, to: node, before: now.wall + Self.patience, at: now) }
        out.setTimer(.adoption, .boot(now.boot + Self.patience))
        return nil
    }

    /// Accepts the document that a node obeys, if it was asked for and belongs to that store.
    ///
    /// - Returns: true if all nodes have shown theirs.
    mutating func receive(_ document: Desired, of node: NodeID) -> Bool {
        guard case .asking(var run) = state else { return false }
        // With no second reference to the collected documents, the change copies nothing.
        state = .idle
        if document.store == run.store, run.awaited.contains(node), run.held.add(document, of: node) {
            run.awaited.remove(node)
        }
        state = .asking(run)
        return run.awaited.isEmpty
    }

    /// Ends the wait.
    mutating func finish(_ out: inout Outbox) -> Run? {
        guard case .asking(let run) = state else { return nil }
        state = .idle
        out.cancelTimer(.adoption)
        return run
    }
}
