/// The state of other machines, for the moment of one decision. Nobody keeps it: a later change in place would have to
/// copy the state.
struct SiteView: Sendable {
    let nodes: Nodes
    let definitions: Definitions
    let link: BrokerLink

    /// True when the store has no definitions and no node ever obeyed it: the store would know that node's zone.
    var isStoreNew: Bool { definitions.committed.isEmpty && nodes.all.allSatisfy { $0.zone == nil } }
}
