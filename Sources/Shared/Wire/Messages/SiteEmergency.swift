public import ClockDomain

/// The site's last word on an emergency, and the rooms' answers to it.
public struct SiteEmergency: Hashable, Sendable, Codable {
    public struct Room: Hashable, Sendable, Codable {
        public var node: NodeID
        public var isOnline: Bool
        public var report: EmergencyReport?
        /// True when an emergency is heard there that is on; after an end, when the room reports none any more.
        public internal(set) var hasObeyed = false

        public init(node: NodeID, isOnline: Bool, report: EmergencyReport?) {
            self.node = node
            self.isOnline = isOnline
            self.report = report
        }

        enum CodingKeys: String, CodingKey {
            case node, report
            case isOnline = "online"
            case hasObeyed = "obeyed"
        }
    }

    /// `nil` without one.
    public let emergency: Emergency?
    /// The rooms that it concerns: those that have not obeyed first, then by node.
    public private(set) var rooms: [Room] = []

    /// - Parameter known: the rooms of the site.
    public init(_ kept: Emergency?, _ known: some Sequence<Room>) {
        emergency = kept
        let concerned = known.filter { $0.report != nil || kept?.sounds(in: $0.node) == true }
        let strangers = Set(kept?.ended == nil ? kept?.nodes ?? [] : []).subtracting(concerned.map(\.node))
        rooms = concerned + strangers.map { Room(node: $0, isOnline: false, report: nil) }
        rooms.sort { $0.node < $1.node }
        for index in rooms.indices { rooms[index].hasObeyed = obeys(rooms[index]) }
        rooms = silent + rooms.filter(\.hasObeyed)
    }

    public init(_ status: SiteStatus) {
        self.init(
            status.emergency,
            status.nodes.map { Room(node: $0.id, isOnline: $0.availability == .online, report: $0.emergency) })
    }

    private func obeys(_ room: Room) -> Bool {
        guard let emergency, emergency.ended == nil, emergency.sounds(in: room.node) else { return room.report == nil }
        return room.isOnline && room.report?.id == emergency.id && room.report?.heard != nil
            && room.report?.problem == nil
    }

    /// The rooms that have not obeyed.
    public var silent: [Room] { rooms.filter { !$0.hasObeyed } }

    public var isSettled: Bool { rooms.allSatisfy { !$0.isOnline || $0.hasObeyed } }

    /// True if it is on, and no room that is online reports it, though some are.
    public var isUnheard: Bool {
        let online = rooms.filter(\.isOnline)
        return emergency?.ended == nil && !online.isEmpty && online.allSatisfy { $0.report?.id != emergency?.id }
    }

    /// True while it is to be heard, or still is heard, in a room.
    public func isOn(at now: WallTime) -> Bool {
        rooms.contains { $0.isOnline && $0.report != nil } || end.map { now < $0 } ?? false
    }

    /// The instant at which it is over by itself; `nil` when none is on by the last word.
    public var end: WallTime? { emergency.flatMap { $0.ended == nil ? $0.begun.at + Emergency.limit : nil } }

    /// The one that is to be ended: by the broker's memory, else by a room's own word.
    public var ongoing: Emergency? {
        if let emergency, emergency.ended == nil { return emergency }
        return rooms.lazy.compactMap(\.report).first.map {
            Emergency(id: $0.id, begun: Emergency.Word(at: $0.begun, by: nil))
        }
    }

    /// The instant of the last word that was said; `nil` where nobody has said any.
    public var lastWord: WallTime? {
        (rooms.compactMap { $0.report?.begun } + [emergency?.spokenAt].compactMap(\.self)).max()
    }
}
