/// One version of a voice pack, as a node's document names it: by the digest of its list, which names every file by its
/// own.
public struct PackReference: Hashable, Sendable {
    /// The voice's name, by the rule of ``NodeSettings/isVoiceName(_:)``.
    public let name: String
    /// Of the list's bytes.
    public let digest: Digest
    /// The length of the list, 1...``PackLimits/listBytes``.
    public let listBytes: Int
    /// The length of all files of the pack together, 1...``PackLimits/packBytes``.
    public let bytes: Int

    /// `nil` for a name or a length by which there can be no pack.
    public init?(name: String, digest: Digest, listBytes: Int, bytes: Int) {
        guard NodeSettings.isVoiceName(name), (1...PackLimits.listBytes).contains(listBytes),
            (1...PackLimits.packBytes).contains(bytes)
        else { return nil }
        self.name = name
        self.digest = digest
        self.listBytes = listBytes
        self.bytes = bytes
    }

    /// The list as a file that is carried.
    public var list: Blob {
        guard let list = Blob(id: digest, bytes: listBytes) else { preconditionFailure("a list of \(listBytes) bytes") }
        return list
    }
}

/// The limits of voice packs for nodes.
public enum PackLimits {
    /// Files of one pack.
    public static let files = 1_000
    /// Of one pack, 64 MiB.
    public static let packBytes = 64 << 20
    /// Of a pack's list.
    public static let listBytes = 256 << 10
    /// Packs of one node.
    public static let packs = 16
    /// Of all packs of one node, 256 MiB.
    public static let nodeBytes = 256 << 20
    /// Of all packs of a site, 1 GiB.
    public static let siteBytes = 1 << 30
}

extension PackReference: Codable {
    enum CodingKeys: String, CodingKey {
        case name, digest, bytes
        case listBytes = "list_bytes"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        try container.require(
            NodeSettings.isVoiceName(name), .name, "\"\(name.prefix(80))\" cannot be the name of a voice")
        let digest = try container.decode(Digest.self, forKey: .digest)
        let listBytes = try container.decode(1...PackLimits.listBytes, "bytes", forKey: .listBytes)
        let bytes = try container.decode(1...PackLimits.packBytes, "bytes", forKey: .bytes)
        guard let pack = PackReference(name: name, digest: digest, listBytes: listBytes, bytes: bytes) else {
            preconditionFailure("pack \(name) with \(listBytes) and \(bytes) bytes")
        }
        self = pack
    }
}
