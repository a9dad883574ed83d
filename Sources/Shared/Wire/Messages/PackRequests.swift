public import ClockDomain

/// `pack`: tell the coordinator of a version of a voice pack. Answered by ``PackResult``, which says what of it is to be
/// uploaded; when nothing is, nodes can be given it with ``PushRequest``.
public struct PackRequest: WireMessage, Hashable {
    public var list: PackList

    /// The list, and its envelope.
    public static var maximumBytes: Int { PackLimits.listBytes + 1024 }

    public init(list: PackList) {
        self.list = list
    }
}

/// Answer to ``PackRequest``.
public struct PackResult: Hashable, Sendable, Codable {
    /// The digest of the list.
    public var pack: SoundID
    /// Contents that the coordinator has not, in the order of the list.
    public var missing: [SoundID]

    public init(pack: SoundID, missing: [SoundID]) {
        self.pack = pack
        self.missing = missing
    }
}

/// `push`: these nodes shall have a version of a voice pack, in place of any other of its name. Answered by ``SetResult``.
public struct PushRequest: WireMessage, Hashable {
    /// The digest of the list.
    public var pack: SoundID
    /// Empty: every node that is known.
    public var nodes: [NodeID]

    public init(pack: SoundID, nodes: [NodeID]) {
        self.pack = pack
        self.nodes = nodes
    }
}

/// `withdraw`: these nodes shall no longer have a voice pack that they were given. Answered by ``SetResult``.
public struct WithdrawRequest: WireMessage, Hashable {
    /// The pack's name.
    public var name: String
    /// Empty: every node that was given it.
    public var nodes: [NodeID]

    public init(name: String, nodes: [NodeID]) {
        self.name = name
        self.nodes = nodes
    }
}
