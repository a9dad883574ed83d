internal import ClockDomain
internal import ClockWire

/// Something that became known of the site: the stream for machines that show the site to others and decide nothing in it.
///
/// The router collects what an event brings, and hands it to these readers at the end of the event. What is told is
/// committed, or is a node's own word. A reader looks up the rest in the ``SiteView`` that it is handed as well.
enum SiteEvent: Sendable, Hashable {
    /// A node has reported, its definition or a line of its history is in the store, or it is forgotten.
    case node(NodeID)
    /// Something that people define is in the store as it is now, or is gone from it.
    case object(SiteObjectID)
    /// A node's line of a quarter hour is in the store.
    case quarter(NodeID, QuarterRecord)
    /// Every quarter hour of a span has its lines in the store, the coordinator's own where a node was silent.
    case quartersClosed(QuarterClosing)
    /// The coordinator's lines of the quarter hours after this one are gone from the store.
    case quartersReopened(after: WallTime)
    /// A line of an occurrence is in the store: the node's own, or the coordinator's for a node that was silent.
    case ring(NodeID, RingRecord)
    /// A node's line of an order to sound is in the store.
    case sound(NodeID, SoundRecord)
    /// When alarms are due may be another time: a zone has other rules, or the clock was set.
    case times
}
