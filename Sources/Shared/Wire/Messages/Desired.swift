public import ClockDomain

/// Coordinator to one node, retained: what the node shall be. The node stores it before it obeys it.
public struct Desired: WireMessage, Hashable {
    /// Grows by one with every change, starting at 1. A node ignores a revision that is not above its own,
    /// unless the document comes from another store.
    public var revision: Int
    /// Random name of the coordinator's store. A node that meets another one starts over with its revisions.
    public var store: String
    /// The name of the room for people.
    public var room: String
    public var settings: NodeSettings

    public init(revision: Int, store: String, room: String, settings: NodeSettings) {
        self.revision = revision
        self.store = store
        self.room = room
        self.settings = settings
    }
}
