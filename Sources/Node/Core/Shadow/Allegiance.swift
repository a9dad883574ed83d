internal import ClockDomain
internal import ClockWire

/// Which store's documents the node obeys.
///
/// It holds on to what people defined in one store. A coordinator with an empty disk, another one's, or a second one that
/// somebody started by mistake knows nothing of that, and must not take it away by publishing its own. The same goes for a
/// coordinator whose store was turned back to an older copy: its documents do not go on from the one that the node holds.
/// So the node obeys a document that continues its own. It obeys any other one only in place of a document that says
/// nothing, or when the document names the origin whose place it takes, which it does because a person told its
/// coordinator so.
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
        guard let held else {
            refused = nil
            return .obey
        }
        if document.continues(held) {
            refused = nil
            // A coordinator that lost a commit gives a revision a second time.
            let isTwin = isAwaited && held.revision == document.revision && !held.asks(forTheSameAs: document)
            return held.revision < document.revision || isTwin ? .obey : .ignore
        }
        // A broker may send an earlier document once more.
        if held.continues(document) { return .ignore }
        if document.mayReplace(held, on: node) {
            refused = nil
            return .obey
        }
        let origin = document.origin(in: held.store)
        guard refused?.store != origin else { return .refuse(isNew: false) }
        refused = RefusedStore(store: origin, since: now.wall.truncatedToMilliseconds.clampedToValid)
        return .refuse(isNew: true)
    }
}
