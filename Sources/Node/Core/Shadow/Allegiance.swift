internal import ClockDomain
internal import ClockWire

/// Which store's documents the node obeys.
///
/// It holds on to what people defined in one store. A coordinator with an empty disk, another one's, or a second one that
/// somebody started by mistake knows nothing of that, and must not take it away by publishing what it has. So a document
/// of another store is obeyed only in place of one that says nothing, or when it names the store whose place it takes,
/// which it does because a person told its coordinator so.
struct Allegiance: Sendable {
    enum Verdict: Sendable, Equatable {
        case obey
        /// It is known already.
        case ignore
        /// - Parameter isNew: whether documents of that store were not refused before.
        case refuse(isNew: Bool)
    }

    /// The other store that sends documents, until one of the node's own store comes.
    private(set) var refused: RefusedStore?

    /// Judges a document that has come.
    ///
    /// - Parameters:
    ///   - held: the one that the node obeys, or is about to; `nil` before the first.
    ///   - isAwaited: whether that still waits for the disk, so that nobody was told of it.
    mutating func judge(
        _ document: Desired, held: Desired?, isAwaited: Bool, on node: NodeID, at now: Now
    ) -> Verdict {
        guard let held, held.store != document.store else {
            refused = nil
            guard let held, held.revision >= document.revision else { return .obey }
            // A store that was set back gives a revision a second time.
            let isOther = held.revision == document.revision && !held.asks(forTheSameAs: document)
            return isAwaited && isOther ? .obey : .ignore
        }
        if document.mayReplace(held, on: node) {
            refused = nil
            return .obey
        }
        guard refused?.store != document.store else { return .refuse(isNew: false) }
        refused = RefusedStore(store: document.store, since: now.wall.truncatedToMilliseconds.clampedToValid)
        return .refuse(isNew: true)
    }
}
