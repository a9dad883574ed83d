public import ClockDomain

/// Answered by ``SetResult``.
public struct RenameRequest: PersonalRequest {
    public typealias Result = SetResult

    public static let verb = RequestVerb("rename")
    public static let role = ClientRole.admin
    public static let summary = "gives a node's room another name"
    public static let fields = "`node`, `room`, `by`"
    public static let resultFields = "as `set`"

    public var node: NodeID
    /// 1...64 characters, no control characters.
    public var room: String
    /// As ``PersonalRequest/by``.
    public var by: String?

    public init(node: NodeID, room: String) {
        self.node = node
        self.room = room
    }

    public static func isRoomName(_ name: String) -> Bool {
        (1...64).contains(name.count) && name.utf8.count <= 256
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}
