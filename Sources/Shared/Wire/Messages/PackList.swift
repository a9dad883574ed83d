public import ClockDomain

/// The files of one version of a voice pack. A node receives its bytes first, as ``WireCodec`` writes them; they name
/// the pack, and fix the content of every other file.
public struct PackList: WireMessage, Hashable {
    public let name: String
    /// Ascending by name, ``manifest`` among them.
    public let files: [PackFile]

    /// The file that describes the voice.
    public static let manifest = "voice.yaml"
    public static var maximumBytes: Int { PackLimits.listBytes }

    /// - Throws: ``WireError`` for files that make no pack.
    public init(name: String, files: [PackFile]) throws(WireError) {
        if let problem = Self.problem(name, files) { throw WireError(.invalid, problem.words) }
        self.name = name
        self.files = files
    }

    /// The length of all files together.
    public var bytes: Int { files.reduce(0) { $0 + $1.content.bytes } }

    /// The contents, each once, in the order of the files.
    public var contents: [Blob] {
        var known: Set<Digest> = []
        return files.map(\.content).filter { known.insert($0.id).inserted }
    }

    /// The list's own bytes.
    public var encoded: [UInt8] { WireCodec.encode(self) }

    /// The reference by which a node's document names this pack.
    public var reference: PackReference {
        let encoded = encoded
        guard
            let reference = PackReference(
                name: name, digest: Digest(of: encoded), listBytes: encoded.count, bytes: bytes)
        else { preconditionFailure("a list of pack \(name) with \(encoded.count) bytes for \(bytes)") }
        return reference
    }
}

extension PackList {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        files = try container.decodeAscending(atMost: PackLimits.files, "files", by: \.name, forKey: .files)
        if let problem = Self.problem(name, files) {
            throw DecodingError.dataCorruptedError(forKey: problem.key, in: container, debugDescription: problem.words)
        }
    }

    private static func problem(_ name: String, _ files: [PackFile]) -> (key: CodingKeys, words: String)? {
        guard NodeSettings.isVoiceName(name) else {
            return (.name, "\"\(name.prefix(80))\" cannot be the name of a voice: use 1 to 64 of a-z A-Z 0-9 - _")
        }
        guard files.count <= PackLimits.files else {
            return (.files, "a pack has at most \(PackLimits.files) files, not \(files.count)")
        }
        guard zip(files, files.dropFirst()).allSatisfy({ $0.name < $1.name }) else {
            return (.files, "files are not ascending by name, each once")
        }
        guard files.contains(where: { $0.name == manifest }) else { return (.files, "there is no \(manifest)") }
        let bytes = files.reduce(0) { $0 + $1.content.bytes }
        guard bytes <= PackLimits.packBytes else {
            return (.files, "a pack has at most \(PackLimits.packBytes >> 20) MiB, not \(bytes >> 20) MiB")
        }
        // As JSON, where a character of a name can take two bytes.
        let listBytes = files.reduce(100) { $0 + 110 + 2 * $1.name.utf8.count }
        guard listBytes <= PackLimits.listBytes else {
            return (.files, "the names of the files are too long: \(listBytes >> 10) KiB together")
        }
        return nil
    }
}
