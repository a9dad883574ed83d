/// What machines look at of others, for the moment of one decision. Nobody keeps it: what it shows is being changed in
/// place, and would be copied.
struct SiteView: Sendable {
    let nodes: Nodes
    let definitions: Definitions
    let link: BrokerLink

    /// Whether nobody has defined anything in this store, and no node ever obeyed it: its zone would be known.
    var isStoreNew: Bool { definitions.committed.isEmpty && nodes.all.allSatisfy { $0.zone == nil } }
}
