import ClockDomain
import ClockNodeCore
import ClockWire

/// A voice pack of files whose bytes follow from their names.
struct SamplePack {
    let list: PackList
    var reference: PackReference { list.reference }

    init(_ name: String, _ files: [(name: String, bytes: Int)]) throws {
        let all = (files + [(PackList.manifest, 120)]).sorted { $0.name < $1.name }
        list = try PackList(
            name: name,
            files: all.map { file in
                let bytes = Self.bytes(file.name, file.bytes)
                return PackFile(
                    name: file.name, content: Blob(id: Digest(of: bytes), bytes: bytes.count)!)!
            })
    }

    static func bytes(_ name: String, _ count: Int) -> [UInt8] {
        let start = name.utf8.reduce(UInt8(7)) { $0 &* 31 &+ $1 }
        return (0..<count).map { start &+ UInt8(truncatingIfNeeded: $0 &* 13) }
    }

    /// The bytes of a chunk of the list or of a file.
    func chunk(_ chunk: Int, of file: Blob) -> [UInt8] {
        if file.id == reference.digest { return Array(list.encoded[file.range(ofChunk: chunk)]) }
        let name = list.files.first { $0.content == file }!.name
        return Array(Self.bytes(name, file.bytes)[file.range(ofChunk: chunk)])
    }
}

/// A node's disk of packs, and a coordinator that sends the parts that the node asks for.
struct PackDisk {
    var packs: [SamplePack]
    var lists: Set<Digest> = []
    var files: Set<Digest> = []
    var inPlace: [String: Digest] = [:]
    /// The reason that the disk keeps nothing; `nil` when it keeps all.
    var problem: String?
    /// Chunks that the network loses, and how often.
    var losses: [Digest: Int] = [:]
    var sendsChunks = true
    /// The files and chunks that the node asked for.
    private(set) var asked: [String] = []
    private var seen = 0

    init(_ packs: SamplePack...) { self.packs = packs }

    /// Another program begins: this reads its requests from here on.
    mutating func startOver(_ node: NodeDriver) { seen = node.log.count }

    /// Carries out the core's orders for packs until it gives none.
    mutating func serve(_ node: inout NodeDriver) {
        while seen < node.log.count {
            let effect = node.log[seen].effect
            seen += 1
            for event in answers(to: effect) { node.send(event) }
        }
    }

    private mutating func answers(to effect: NodeCore.Effect) -> [NodeCore.Event] {
        switch effect {
        case .findPack(let pack): return [.packFound(pack.digest, find(pack))]
        case .keepBlob(let content, let file):
            if let problem { return [.contentLost(content.digest, .noSpace, detail: problem)] }
            if file.id == content.digest { lists.insert(file.id) } else { files.insert(file.id) }
            return [.blobKept(file.id, of: content.digest)]
        case .installPack(let pack):
            inPlace[pack.name] = pack.digest
            return [.packInstalled(pack.digest)]
        case .dropPacks(let kept):
            let gone = inPlace.keys.filter { name in !kept.contains { $0.name == name } }.sorted()
            for name in gone { inPlace[name] = nil }
            return gone.isEmpty ? [] : [.packsDropped(gone)]
        case .publish(.contentReport(let report)):
            guard case .wanted(let parts) = report.state,
                let pack = packs.first(where: { $0.reference.digest == report.content })
            else { return [] }
            return parts.flatMap { part in
                part.chunks.compactMap { chunk -> NodeCore.Event? in
                    asked.append("\(name(part.blob.id)) \(chunk)")
                    guard sendsChunks else { return nil }
                    if let left = losses[part.blob.id], left > 0 {
                        losses[part.blob.id] = left - 1
                        return nil
                    }
                    return .chunk(chunk, of: part.blob.id, in: report.content, pack.chunk(chunk, of: part.blob))
                }
            }
        default: return []
        }
    }

    private func find(_ pack: PackReference) -> PackFinding {
        if inPlace[pack.name] == pack.digest { return .ready }
        guard lists.contains(pack.digest), let list = packs.first(where: { $0.reference == pack })?.list else {
            return .unlisted
        }
        return .lacking(list, list.contents.filter { !files.contains($0.id) })
    }

    private func name(_ file: Digest) -> String {
        packs.lazy.compactMap { $0.list.files.first { $0.content.id == file }?.name }.first ?? "list"
    }
}

extension NodeDriver {
    /// The packs of the last report.
    var packs: [PackReport] { reports.last?.packs ?? [] }
}
