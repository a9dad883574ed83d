package import ClockDomain
package import ClockWire

/// The line about a site that has answered.
package struct SiteSummary: Sendable {
    /// Something that rings, in how many rooms.
    package struct Ringing: Hashable, Sendable, Encodable {
        package var source: RingSource
        package var label: String
        package var rooms: Int
    }

    package var status: SiteStatus
    package var fine: Int
    /// Ascending by source.
    package var ringing: [Ringing]
    /// The faults of the coordinator, in sentences.
    package var problems: [StyledText]

    package var rooms: Int { status.nodes.count }
    package var isFine: Bool { fine == rooms && problems.isEmpty }

    package init(_ status: SiteStatus, zones: Zones) {
        self.status = status
        let words = TimeWords(zone: zones.local, now: status.now)
        let found = NodeProblems(status: status, words: words, localOffset: nil)
        fine = status.nodes.count { found.troubles(of: $0).isEmpty }
        problems = found.ofSite()
        var rings: [RingSource: Ringing] = [:]
        for ring in status.nodes.flatMap(\.rings) where ring.state == .ringing {
            let source = ring.occurrence.source
            rings[source, default: Ringing(source: source, label: ring.label, rooms: 0)].rooms += 1
        }
        ringing = rings.values.sorted { $0.source < $1.source }
    }
}
