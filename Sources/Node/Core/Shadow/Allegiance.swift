internal import ClockDomain
internal import ClockWire

/// Decides which store's documents the node obeys.
///
/// The node holds on to the definitions that people made in one store. A coordinator with an empty disk, another one's,
/// or a second one that somebody started by mistake has none of them, and must not remove them by publishing its own.
/// The same goes for a coordinator whose store was turned back to an older copy: its documents do not continue the one
/// that the node holds. So the node obeys a document that continues its own. It obeys any other one only in place of a
/// document without definitions, or when the document names the origin that it replaces, because a person ordered its
/// coordinator to.
struct Allegiance: Sendable {
    enum Verdict: Sendable, Equatable {
        case obey
        /// The node has it already, or a newer one.
        case ignore
        /// - Parameter isNew: true when documents of that store were not refused before.
        case refuse(isNew: Bool)
    }

    /// The other store that sends documents, until one of the node's own store comes.
    private(set) var refused: RefusedStore?

    /// Judges a document that has come.
    ///
    /// - Parameters:
    ///   - held: the document in force, or about to be; `nil` before the first.
    ///   - isAwaited: true while that still waits for the disk, so that no report has named it.
    mutating func evaluate(
        _ document: Desired, held: Desired?, isAwaited: Bool, on node: NodeID, at now: Now
    ) -> Verdict {
        guard let held else {
            refused = nil
            return .obey
        }
        if document.continues(held) {
            refused = nil
            // A coordinator that lost a commit uses a revision number a second time.
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
