public import ClockDomain

/// Answered by ``PackResult``, which lists the parts of the pack that the asker must upload. Without any,
/// ``PushRequest`` can give the pack to nodes.
public struct PackRequest: SiteRequest {
    public typealias Result = PackResult

    public static let verb = RequestVerb("pack")
    public static let role = ClientRole.member
    public static let summary = "tells the coordinator of a version of a voice pack"
    public static let fields = "`list` of a [voice pack](#voice-packs)"
    public static let resultFields =
        "`pack`, its digest; `missing`: the digests of contents that the coordinator has not"

    public var list: PackList

    /// The list, and its envelope.
    public static var maximumBytes: Int { PackLimits.listBytes + 1024 }

    public init(list: PackList) { self.list = list }
}

/// Answer to ``PackRequest``.
public struct PackResult: Hashable, Sendable, Codable {
    /// The digest of the list.
    public var pack: Digest
    /// Contents that the coordinator has not, in the order of the list.
    public var missing: [Digest]

    public init(pack: Digest, missing: [Digest]) {
        self.pack = pack
        self.missing = missing
    }
}
