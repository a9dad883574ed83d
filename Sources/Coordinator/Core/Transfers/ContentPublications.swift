internal import ClockDomain

/// Publishes chunks of sounds and voice packs, and keeps the nodes that have reported a sound as complete.
///
/// Every chunk goes out once for all nodes that want it. A sound goes out in full when it is ordered, and the broker
/// keeps it for nodes that subscribe a moment later. A pack goes out as nodes ask for it, so the broker keeps nothing
/// of it. Nothing of this is stored: after a restart nodes ask for missing chunks.
struct ContentPublications: Sendable {
    /// A sound that the broker keeps.
    private struct Kept: Sendable {
        var bytes: Int
        /// The instant at which the last of its chunks were published.
        var at: BootTime
    }

    private struct ChunkKey: Hashable, Sendable {
        var content: Digest
        var blob: Digest
        var chunk: Int
    }

    /// The seconds for which the broker keeps a chunk of a sound.
    static let soundExpirySeconds: UInt32 = 600
    /// The seconds for which the broker keeps a chunk of a pack for a slow node.
    private static let packExpirySeconds: UInt32 = 60
    /// The most bytes of sounds that the broker keeps at a time.
    private static let maximumKeptBytes = 32 << 20
    /// A sound published within this time needs no second publication.
    private static let lasts: Duration = .minutes(5)
    /// The time before a requested chunk is published again: it may be on its way to all nodes that want it.
    private static let republishAfter: Duration = .milliseconds(800)
    private static let sweepEvery: Duration = .seconds(10)
    /// The most sounds whose holders it keeps.
    private static let maximumHeld = 64

    private var kept: [Digest: Kept] = [:]
    private var published: [ChunkKey: BootTime] = [:]
    private var sweptAt: BootTime?
    /// The nodes that have reported a sound as complete.
    private var held: [Digest: Set<NodeID>] = [:]
    /// Their sounds, the last reported at the end.
    private var heldOrder: [Digest] = []

    func nodesWithout(_ sound: Digest, among nodes: [NodeID]) -> [NodeID] {
        nodes.filter { held[sound]?.contains($0) != true }
    }

    mutating func record(_ node: NodeID, has sound: Digest) {
        held[sound, default: []].insert(node)
        heldOrder.removeAll { $0 == sound }
        heldOrder.append(sound)
        if heldOrder.count > Self.maximumHeld { held[heldOrder.removeFirst()] = nil }
    }

    /// Publishes a sound, unless it lately did.
    ///
    /// - Returns: false when the broker already keeps as much as it may.
    mutating func publish(_ sound: Blob, at now: Now, _ out: inout Outbox) -> Bool {
        if let kept = kept[sound.id], now.boot - kept.at < Self.lasts { return true }
        kept = kept.filter { now.boot - $0.value.at < .seconds(Int(Self.soundExpirySeconds)) }
        let others = kept.reduce(0) { $0 + ($1.key == sound.id ? 0 : $1.value.bytes) }
        guard others + sound.bytes <= Self.maximumKeptBytes else { return false }
        publishSound(sound, due([ContentPart(sound)], of: sound.id, at: now.boot), at: now, &out)
        return true
    }

    /// Publishes missing chunks of a sound to a node, unless they are on their way.
    mutating func republish(
        _ parts: [ContentPart], of sound: Blob, for node: NodeID, at now: Now, _ out: inout Outbox
    ) {
        held[sound.id]?.remove(node)
        let due = due(parts.filter { $0.blob == sound }, of: sound.id, at: now.boot)
        guard !due.isEmpty else { return }
        let count = due.reduce(0) { $0 + $1.chunks.count }
        out.perform(
            .logLimited(
                .info, "node \(node) lacks \(count) of \(sound.chunks) chunks of \(sound.id.short)",
                about: "chunks of \(node)"))
        publishSound(sound, due, at: now, &out)
    }

    /// Publishes missing chunks of a pack to a node, unless they are on their way.
    mutating func publish(_ parts: [ContentPart], ofPack pack: Digest, at now: Now, _ out: inout Outbox) {
        let due = due(parts, of: pack, at: now.boot)
        guard !due.isEmpty else { return }
        out.perform(.publishChunks(pack, due, isRetained: false, expirySeconds: Self.packExpirySeconds))
    }

    private mutating func publishSound(_ sound: Blob, _ parts: [ContentPart], at now: Now, _ out: inout Outbox) {
        kept[sound.id] = Kept(bytes: sound.bytes, at: now.boot)
        out.perform(.publishChunks(sound.id, parts, isRetained: true, expirySeconds: Self.soundExpirySeconds))
    }

    /// Returns those of these chunks that were not published a moment ago.
    private mutating func due(_ parts: [ContentPart], of content: Digest, at now: BootTime) -> [ContentPart] {
        if sweptAt.map({ now - $0 >= Self.sweepEvery }) ?? true {
            sweptAt = now
            published = published.filter { now - $0.value < Self.republishAfter }
        }
        return parts.compactMap { part in
            let chunks = part.chunks.filter { chunk in
                guard (0..<part.blob.chunks).contains(chunk) else { return false }
                let key = ChunkKey(content: content, blob: part.blob.id, chunk: chunk)
                if let at = published[key], now - at < Self.republishAfter { return false }
                published[key] = now
                return true
            }
            return chunks.isEmpty ? nil : ContentPart(blob: part.blob, chunks: chunks)
        }
    }
}
