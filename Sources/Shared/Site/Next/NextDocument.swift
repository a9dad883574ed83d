package import ClockDomain

/// The output of `next --json`.
package struct NextDocument: Encodable {
    package var now: WallTime
    /// The beginning, if that is not now.
    package var from: WallTime?
    package var nodes: [NodeOutlook]

    package init(now: WallTime, from: WallTime?, nodes: [NodeOutlook]) {
        self.now = now
        self.from = from
        self.nodes = nodes
    }
}

extension NodeOutlook: Encodable {
    package enum CodingKeys: String, CodingKey {
        case node, room, zone, rings, announcements, plays, doubts
        case whyNot = "why_not"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(node, forKey: .node)
        try container.encode(room, forKey: .room)
        try container.encodeIfPresent(zone, forKey: .zone)
        try container.encode(rings, forKey: .rings)
        try container.encode(announcements, forKey: .announcements)
        try container.encode(plays, forKey: .plays)
        try container.encode(whyNot, forKey: .whyNot)
        try container.encode(doubts, forKey: .doubts)
    }
}

extension AnnouncementOutlook.Entry: Encodable {
    package enum CodingKeys: String, CodingKey {
        case target, through, silence, until
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .spoken(let target): try container.encode(target, forKey: .target)
        case .silent(let first, let last, let reason, let end):
            try container.encode(first, forKey: .target)
            try container.encode(last, forKey: .through)
            try container.encode(reason, forKey: .silence)
            try container.encodeIfPresent(end, forKey: .until)
        }
    }
}
