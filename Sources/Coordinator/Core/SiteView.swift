internal import ClockDomain
internal import ClockWire

/// The state of other machines, for the moment of one decision. Nobody keeps it: a later change in place would have to
/// copy the state.
struct SiteView: Sendable {
    let nodes: Nodes
    let definitions: Definitions
    let link: BrokerLink
    /// The site's last word on an emergency.
    let emergencyWord: Emergency?

    /// True when the store has no definitions and no node ever obeyed it: the store would know that node's zone.
    var isStoreNew: Bool { definitions.committed.isEmpty && nodes.all.allSatisfy { $0.zone == nil } }

    /// The emergency that is on by its last word; `nil` while none is.
    func emergency(at now: WallTime) -> SiteEmergency? {
        // One that ran out is the last word until the next, and each event asks for it.
        guard let emergencyWord, emergencyWord.ended == nil,
            now < emergencyWord.begun.at + Emergency.limit
                || nodes.all.contains(where: { $0.availability == .online && $0.reported?.emergency != nil })
        else { return nil }
        let known = SiteEmergency(
            emergencyWord,
            nodes.all.map {
                .init(node: $0.id, isOnline: $0.availability == .online, report: $0.reported?.emergency)
            })
        return known.isOn(at: now) ? known : nil
    }
}
