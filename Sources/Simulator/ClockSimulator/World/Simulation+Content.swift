internal import ClockCoordinatorCore
public import ClockDomain
internal import ClockNodeCore
internal import ClockWire

// Sounds and voice packs, on coordinators and on nodes' disks. A pack's bytes follow from its file names and lengths,
// so a client that names a pack has uploaded it too. The speech engine and these disks answer at once, and the disks
// survive everything; content can only fail on its way.

extension Simulation {
    /// The length of every sound.
    static let carriedLength: Int64 = 3_000_000_000

    // MARK: Coordinators

    mutating func speak(_ index: Int, job: Int, text: String) {
        // Three chunks.
        let sound = addNoise(index, bytes: 2 * Blob.chunkBytes + 1_000, derivedFrom: text)
        post(coordinator: index, .soundReady(job: job, sound, milliseconds: Int(Self.carriedLength / 1_000_000)))
    }

    private mutating func addNoise(_ index: Int, bytes count: Int, derivedFrom text: String) -> Blob {
        var noise = SplitMix64(seed: text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 })
        let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        guard let sound = Blob(id: Digest(of: bytes), bytes: count) else {
            preconditionFailure("a sound of \(count) bytes")
        }
        coordinators[index].content.add(sound, bytes)
        return sound
    }

    mutating func makeSpokenPack(_ index: Int, job: Int, _ texts: [String]) {
        let names = texts.map { "\(SpokenText.file(of: $0)).flac" } + [PackList.manifest]
        let files = names.sorted().compactMap { name in
            PackFile(name: name, content: addNoise(index, bytes: 1_000, derivedFrom: name))
        }
        do {
            let list = try PackList(name: SpokenText.name, files: files)
            coordinators[index].content.add(list)
            post(coordinator: index, .spokenPackMade(job: job, list.reference, failure: nil))
        } catch { preconditionFailure("a pack of \(texts): \(error)") }
    }

    mutating func findPack(_ index: Int, _ origin: RequestOrigin, _ list: PackList) {
        coordinators[index].content.add(list)
        post(coordinator: index, .packFound(origin, list.reference, missing: []))
    }

    mutating func publishChunks(
        _ index: Int, _ machine: Int, _ content: Digest, _ parts: [ContentPart], _ delivery: Delivery
    ) {
        let names = Topics(site: plan.site)
        for part in parts {
            guard let bytes = coordinators[index].content.blobs[part.blob.id], bytes.count == part.blob.bytes else {
                return post(
                    coordinator: index, .contentUnreadable(content, reason: "\(part.blob.id.short) is not there"))
            }
            for chunk in part.chunks {
                publish(
                    machine,
                    Message(
                        topic: topics.id(of: names.chunk(chunk, of: part.blob.id, in: content)),
                        payload: .bytes(Array(bytes[part.blob.range(ofChunk: chunk)])), delivery, at: now))
            }
        }
    }

    // MARK: Nodes

    mutating func fetchContent(_ node: Int, _ content: Digest) {
        machines[node].filters.append(TopicFilter(Topics(site: plan.site).contentFilter(content)))
        guard ports[node].client.isConnected else { return }
        launch(node, isOutward: true, Parcel(kind: .subscribe, connection: ports[node].client.connection))
    }

    /// Chunks under way still arrive; the broker forgets the subscription with the connection.
    mutating func leaveContent(_ node: Int, _ content: Digest) {
        let filter = TopicFilter(Topics(site: plan.site).contentFilter(content))
        machines[node].filters.removeAll { $0 == filter }
    }

    mutating func keepBlob(_ node: Int, _ content: Content, _ blob: Blob) {
        let bytes = nodes[node].content.takePart(of: blob)
        // Bytes equal to a coordinator's need no second hash.
        guard coordinators.contains(where: { $0.content.blobs[blob.id] == bytes }) || Digest(of: bytes) == blob.id
        else { return post(node: node, .contentLost(content.digest, .mismatch, detail: "what came is something else")) }
        nodes[node].content.keep(blob.id, bytes, in: content)
        post(node: node, .blobKept(blob.id, of: content.digest))
    }

    mutating func playSound(_ node: Int, _ order: CarriedPlayOrder) {
        report(node, .sounds, .soundOrdered(order))
        accept(node, .carried(order))
    }

    mutating func findPack(_ node: Int, _ pack: PackReference) {
        post(node: node, .packFound(pack.digest, nodes[node].content.find(pack)))
    }

    mutating func installPack(_ node: Int, _ pack: PackReference) {
        guard nodes[node].content.install(pack) else {
            return post(node: node, .packFailed(pack.digest, reason: "files of it are gone"))
        }
        post(node: node, .packInstalled(pack.digest))
    }

    mutating func dropPacks(_ node: Int, keeping packs: [PackReference]) {
        let dropped = nodes[node].content.drop(keeping: packs)
        if !dropped.isEmpty { post(node: node, .packsDropped(dropped)) }
    }

    /// The voice packs installed on a node's disk: name and digest.
    public func packs(ofNode node: Int) -> [String: Digest] { nodes[node].content.inPlace }
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
                    guard let content = Blob(id: Digest(of: bytes), bytes: bytes.count),
                        let packFile = PackFile(name: file.name, content: content)
                    else { preconditionFailure("a file \(file.name) of \(file.bytes) bytes") }
                    return packFile
                })
        } catch { preconditionFailure("pack \(name): \(error)") }
    }

    /// Noise, derived from the file's name.
    static func bytes(ofFile file: String, in pack: String, count: Int) -> [UInt8] {
        let seed = "\(pack)/\(file)".utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
        var noise = SplitMix64(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
    }
}

/// Sounds and voice packs on a coordinator's disk.
struct CoordinatorShelf {
    private(set) var blobs: [Digest: [UInt8]] = [:]
    private var lists: [Digest: PackList] = [:]
    private var needed: Set<Digest> = []

    mutating func add(_ sound: Blob, _ bytes: [UInt8]) { blobs[sound.id] = bytes }

    mutating func add(_ list: PackList) {
        lists[list.reference.digest] = list
        blobs[list.reference.digest] = list.encoded
        for file in list.files {
            blobs[file.content.id] = SimulatedPack.bytes(ofFile: file.name, in: list.name, count: file.content.bytes)
        }
        needed.formUnion(Self.blobs(of: list))
    }

    mutating func keepOnly(_ packs: [Digest]) {
        let kept = Set(packs.flatMap { pack in lists[pack].map(Self.blobs) ?? [pack] })
        for blob in needed.subtracting(kept) {
            blobs[blob] = nil
            lists[blob] = nil
        }
        needed = kept
    }

    private static func blobs(of list: PackList) -> [Digest] { [list.reference.digest] + list.contents.map(\.id) }
}

/// Sounds and voice packs on a node's disk: blobs, and the folders of whole and of incomplete packs.
struct NodeShelf {
    private var blobs: [Digest: [UInt8]] = [:]
    /// By pack, the blobs that are in its folder.
    private var folders: [Digest: Set<Digest>] = [:]
    private var whole: Set<Digest> = []
    /// By name.
    private(set) var inPlace: [String: Digest] = [:]
    private var chunks: [Digest: [Int: [UInt8]]] = [:]

    /// Discards incomplete blobs, because another program begins.
    mutating func startOver() { chunks = [:] }

    func has(_ blob: Digest) -> Bool { blobs[blob] != nil }

    mutating func write(_ bytes: [UInt8], chunk: Int, of blob: Blob) { chunks[blob.id, default: [:]][chunk] = bytes }

    /// Removes and returns the received chunks of a blob.
    mutating func takePart(of blob: Blob) -> [UInt8] {
        let parts = chunks.removeValue(forKey: blob.id) ?? [:]
        return (0..<blob.chunks).reduce(into: []) { $0 += parts[$1] ?? [] }
    }

    mutating func keep(_ blob: Digest, _ bytes: [UInt8], in content: Content) {
        blobs[blob] = bytes
        if case .pack(let pack) = content { folders[pack.digest, default: []].insert(blob) }
    }

    mutating func find(_ pack: PackReference) -> PackFinding {
        if has(pack.digest) { folders[pack.digest, default: []].insert(pack.digest) }
        guard let list = list(pack.digest) else { return .unlisted }
        if whole.contains(pack.digest) { return inPlace[pack.name] == pack.digest ? .ready : .lacking(list, []) }
        folders[pack.digest, default: []].formUnion(list.contents.map(\.id).filter(has))
        return .lacking(list, list.contents.filter { !has($0.id) })
    }

    private func list(_ pack: Digest) -> PackList? {
        guard let bytes = blobs[pack] else { return nil }
        // The program checked the digest when it stored the list.
        return try? WireCodec.decode(from: bytes)
    }

    /// - Returns: true if all files are there.
    mutating func install(_ pack: PackReference) -> Bool {
        guard let list = list(pack.digest), list.contents.allSatisfy({ folders[pack.digest]?.contains($0.id) == true })
        else { return false }
        whole.insert(pack.digest)
        inPlace[pack.name] = pack.digest
        return true
    }

    mutating func drop(keeping packs: [PackReference]) -> [String] {
        let names = Set(packs.map(\.name))
        let dropped = inPlace.keys.filter { !names.contains($0) }.sorted()
        for name in dropped { inPlace[name] = nil }
        let kept = Set(packs.map(\.digest)).union(inPlace.values)
        let before = folders.values.reduce(into: Set()) { $0.formUnion($1) }
        folders = folders.filter { kept.contains($0.key) }
        whole.formIntersection(kept)
        let after = folders.values.reduce(into: Set()) { $0.formUnion($1) }
        for blob in before.subtracting(after) { blobs[blob] = nil }
        return dropped
    }
}
