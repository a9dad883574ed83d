internal import ClockDomain

/// A change of the site: an element of the stream for machines that show the site to others and decide nothing in it.
///
/// The router collects the changes of an event and hands them to these readers at its end. Each change is committed, or
/// is a node's own word. A reader looks up the details in the ``SiteView`` that it also receives.
enum SiteEvent: Sendable, Hashable {
    /// A node has reported, its definition or a line of its history is stored, or people have forgotten it.
    case node(NodeID)
    /// The store has a new version of a definition, or has deleted it.
    case object(SiteObjectID)
    /// The store has a node's line of a quarter hour.
    case quarter(NodeID, QuarterRecord)
    /// The store has all lines of a span of quarter hours, with the coordinator's own for silent nodes.
    case quartersClosed(QuarterClosing)
    /// The store has deleted the coordinator's lines of the quarter hours after this one.
    case quartersReopened(after: WallTime)
    /// The store has a line of an occurrence: the node's own, or the coordinator's for a silent node.
    case ring(NodeID, RingRecord)
    /// The store has a line of an order to sound: the node's own, or the coordinator's for a silent node.
    case sound(NodeID, SoundRecord)
    /// Alarms may be due at other instants: a zone has other rules, or the clock was set.
    case times
}
