internal import ClockCoordinatorCore
public import ClockDomain
internal import ClockNodeCore
internal import ClockWire

// Voice packs: what a coordinator has of them, and what is on nodes' disks. Whoever tells a coordinator of a pack has
// handed it over, as every file's bytes follow from its name and length; what can go wrong with a pack is its way from
// there. The disks of packs answer at once, and survive everything.

extension Simulation {
    // MARK: Coordinators

    mutating func findPackFiles(_ index: Int, _ origin: RequestOrigin, _ list: PackList) {
        coordinators[index].packs.add(list)
        post(coordinator: index, .packFilesFound(origin, list.reference, missing: []))
    }

    mutating func publishPack(
        _ index: Int, _ machine: Int, _ pack: SoundID, _ parts: [PackPart], expiry: TrueTime
    ) {
        let names = Topics(site: plan.site)
        for part in parts {
            guard let bytes = coordinators[index].packs.files[part.file.id], bytes.count == part.file.bytes else {
                return post(coordinator: index, .packUnreadable(pack, reason: "\(part.file.id.short) is not there"))
            }
            for chunk in part.chunks {
                publish(
                    machine,
                    Message(
                        topic: topics.id(of: names.pack(pack, file: part.file.id, chunk: chunk)),
                        payload: .bytes(Array(bytes[part.file.range(ofChunk: chunk)])), expiry: expiry))
            }
        }
    }

    // MARK: Nodes

    mutating func fetchPack(_ node: Int, _ pack: SoundID) {
        machines[node].filters.append(TopicFilter(Topics(site: plan.site).packFilter(pack)))
        guard machines[node].client.isConnected else { return }
        launch(node, isOutward: true, Parcel(kind: .subscribe, connection: machines[node].client.connection))
    }

    /// What is on its way still comes; the broker forgets the subscription with the connection.
    mutating func leavePack(_ node: Int, _ pack: SoundID) {
        let filter = TopicFilter(Topics(site: plan.site).packFilter(pack))
        machines[node].filters.removeAll { $0 == filter }
    }

    mutating func findPack(_ node: Int, _ pack: PackReference) {
        post(node: node, .packFound(pack.digest, nodes[node].packs.find(pack)))
    }

    mutating func keepPackFile(_ node: Int, _ pack: SoundID, _ file: CarriedSound) {
        guard nodes[node].packs.keep(file, of: pack) else {
            return post(node: node, .packFailed(pack, reason: "what came as \(file.id.short) is something else"))
        }
        post(node: node, .packFileKept(pack, file: file.id))
    }

    mutating func installPack(_ node: Int, _ pack: PackReference) {
        guard nodes[node].packs.install(pack) else {
            return post(node: node, .packFailed(pack.digest, reason: "files of it are gone"))
        }
        post(node: node, .packInstalled(pack.digest))
    }

    mutating func dropPacks(_ node: Int, keeping packs: [PackReference]) {
        let dropped = nodes[node].packs.drop(keeping: packs)
        if !dropped.isEmpty { post(node: node, .packsDropped(dropped)) }
    }

    /// The voice packs in their places on a node's disk: name and digest.
    public func packs(ofNode node: Int) -> [String: SoundID] { nodes[node].packs.inPlace }
}

/// A voice pack that people of a plan give to nodes.
enum SimulatedPack {
    /// - Parameter files: their names and lengths; `voice.yaml` comes on top.
    static func list(_ name: String, files: [(name: String, bytes: Int)]) -> PackList {
        let all = (files + [(PackList.manifest, 200)]).sorted { $0.name < $1.name }
        do throws(WireError) {
            return try PackList(
                name: name,
                files: all.map { file in
                    let bytes = bytes(ofFile: file.name, in: name, count: file.bytes)
                    guard let content = CarriedSound(id: SoundID(of: bytes), bytes: bytes.count),
                        let packFile = PackFile(name: file.name, content: content)
                    else { preconditionFailure("a file \(file.name) of \(file.bytes) bytes") }
                    return packFile
                })
        } catch {
            preconditionFailure("pack \(name): \(error)")
        }
    }

    /// Noise that is the file's own.
    static func bytes(ofFile file: String, in pack: String, count: Int) -> [UInt8] {
        let seed = "\(pack)/\(file)".utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
        var noise = SplitMix64(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
    }
}

/// Voice packs on a coordinator's disk.
struct CoordinatorPacks {
    private(set) var files: [SoundID: [UInt8]] = [:]
    private var lists: [SoundID: PackList] = [:]

    mutating func add(_ list: PackList) {
        lists[list.reference.digest] = list
        files[list.reference.digest] = list.encoded
        for file in list.files {
            files[file.content.id] = SimulatedPack.bytes(
                ofFile: file.name, in: list.name, count: file.content.bytes)
        }
    }

    mutating func keepOnly(_ packs: [SoundID]) {
        lists = lists.filter { packs.contains($0.key) }
        let needed = Set(lists.keys).union(lists.values.flatMap { $0.contents.map(\.id) })
        files = files.filter { needed.contains($0.key) }
    }
}

/// Voice packs on a node's disk: versions that are whole, and versions of which files have come.
struct NodePacks {
    private var versions: [SoundID: [SoundID: [UInt8]]] = [:]
    private var whole: Set<SoundID> = []
    /// By name.
    private(set) var inPlace: [String: SoundID] = [:]
    private var chunks: [SoundID: [Int: [UInt8]]] = [:]

    /// Another program begins: chunks of files that are not whole are worth nothing to it.
    mutating func startOver() { chunks = [:] }

    mutating func find(_ pack: PackReference) -> PackFinding {
        guard let list = list(pack.digest) else { return .unlisted }
        if whole.contains(pack.digest) { return inPlace[pack.name] == pack.digest ? .ready : .lacking(list, []) }
        let others = whole.sorted().compactMap { versions[$0] }
        for content in list.contents where versions[pack.digest]?[content.id] == nil {
            versions[pack.digest]?[content.id] = others.lazy.compactMap { $0[content.id] }.first
        }
        return .lacking(list, list.contents.filter { versions[pack.digest]?[$0.id] == nil })
    }

    private func list(_ pack: SoundID) -> PackList? {
        guard let bytes = versions[pack]?[pack] else { return nil }
        // Its digest was looked at when it was kept.
        return try? WireCodec.decode(from: bytes)
    }

    mutating func write(_ bytes: [UInt8], chunk: Int, of file: CarriedSound) {
        chunks[file.id, default: [:]][chunk] = bytes
    }

    /// Whether what came is what its name says.
    mutating func keep(_ file: CarriedSound, of pack: SoundID) -> Bool {
        let parts = chunks.removeValue(forKey: file.id) ?? [:]
        let bytes = (0..<file.chunks).flatMap { parts[$0] ?? [] }
        guard SoundID(of: bytes) == file.id else { return false }
        versions[pack, default: [:]][file.id] = bytes
        return true
    }

    /// Whether all files are there.
    mutating func install(_ pack: PackReference) -> Bool {
        guard let list = list(pack.digest), list.contents.allSatisfy({ versions[pack.digest]?[$0.id] != nil }) else {
            return false
        }
        whole.insert(pack.digest)
        inPlace[pack.name] = pack.digest
        return true
    }

    mutating func drop(keeping packs: [PackReference]) -> [String] {
        let names = Set(packs.map(\.name))
        let dropped = inPlace.keys.filter { !names.contains($0) }.sorted()
        for name in dropped { inPlace[name] = nil }
        let kept = Set(packs.map(\.digest)).union(inPlace.values)
        versions = versions.filter { kept.contains($0.key) }
        whole.formIntersection(kept)
        return dropped
    }
}
