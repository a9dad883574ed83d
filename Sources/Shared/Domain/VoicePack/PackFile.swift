public struct PackFile: Hashable, Sendable {
    /// The name in the pack's folder, by the rule of ``isName(_:)``.
    public let name: String
    /// Its content, as it is carried.
    public let content: Blob

    public static let maximumNameBytes = 128

    /// `nil` for a name that no file of a pack has.
    public init?(name: String, content: Blob) {
        guard Self.isName(name) else { return nil }
        self.name = name
        self.content = content
    }

    /// True when a file of a pack can have this name: 1 to 128 bytes, visible, no way out of its folder.
    public static func isName(_ name: String) -> Bool {
        (1...maximumNameBytes).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "/" }
    }
}

extension PackFile: Codable {
    enum CodingKeys: String, CodingKey {
        case name, bytes
        case digest = "sha256"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        let digest = try container.decode(Digest.self, forKey: .digest)
        let bytes = try container.decode(1...Blob.maximumBytes, "bytes", forKey: .bytes)
        guard let content = Blob(id: digest, bytes: bytes), let file = PackFile(name: name, content: content) else {
            throw DecodingError.dataCorruptedError(
                forKey: .name, in: container,
                debugDescription: "\"\(name.prefix(80))\" cannot be the name of a pack's file")
        }
        self = file
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(content.id, forKey: .digest)
        try container.encode(content.bytes, forKey: .bytes)
    }
}
