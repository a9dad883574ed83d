public import ClockDomain

/// Coordinator to one node, with a message expiry: do this now.
public struct Command: WireMessage, Hashable {
    /// Names this command; a repeated delivery is done once.
    public var id: String
    public var action: Action
    /// Not to be acted on after this instant.
    public var notAfter: WallTime

    public enum Action: Hashable, Sendable {
        /// Say the time that it will be at `target`, the first word exactly then. Mute and quiet hours do not silence
        /// it: somebody asked for it.
        case announce(target: WallTime)
        /// Play a carried sound, its first frame exactly at its target. Not silenced by mute or quiet hours either.
        case play(SoundOrder)
        /// Take back the order of this id to play a carried sound; one that is being heard is silenced.
        case cancel(order: String)
        /// Look at the output and the voice again and report.
        case probe
        /// Publish the document that the node obeys, for a store that shall take it over.
        case show
    }

    public init(id: String, action: Action, notAfter: WallTime) {
        self.id = id
        self.action = action
        self.notAfter = notAfter
    }
}

extension Command {
    enum CodingKeys: String, CodingKey {
        case id, action, target, order
        case notAfter = "not_after"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decodeCommandID(forKey: .id)
        notAfter = try container.decode(WallTime.self, forKey: .notAfter)
        let name = try container.decode(String.self, forKey: .action)
        switch name {
        case "announce": action = .announce(target: try container.decode(WallTime.self, forKey: .target))
        case "play":
            let order = try SoundOrder(from: decoder)
            try container.require(order.sound != nil, .action, "names no sound")
            action = .play(order)
        case "cancel": action = .cancel(order: try container.decodeCommandID(forKey: .order))
        case "probe": action = .probe
        case "show": action = .show
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .action, in: container, debugDescription: "action \"\(name.prefix(40))\" is not known")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(notAfter, forKey: .notAfter)
        switch action {
        case .announce(let target):
            try container.encode("announce", forKey: .action)
            try container.encode(target, forKey: .target)
        case .play(let order):
            try container.encode("play", forKey: .action)
            try order.encode(to: encoder)
        case .cancel(let order):
            try container.encode("cancel", forKey: .action)
            try container.encode(order, forKey: .order)
        case .probe: try container.encode("probe", forKey: .action)
        case .show: try container.encode("show", forKey: .action)
        }
    }
}
