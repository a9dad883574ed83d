internal import ClockDomain

/// Which sounds the broker keeps for the nodes, and which nodes have said that they have one.
struct SoundPublications: Sendable {
    /// Chunks that the broker keeps.
    private struct Publication: Sendable {
        var sound: CarriedSound
        /// When the last of them were published.
        var at: BootTime
    }

    /// How long the broker keeps a chunk.
    static let expirySeconds: UInt32 = 600
    /// What the broker may keep of sounds at a time.
    private static let maximumBytes = 32 << 20
    /// A sound that was published this recently need not be again.
    private static let lasts: Duration = .minutes(5)
    /// How soon chunks that a node lacks are published again.
    private static let republishAfter: Duration = .milliseconds(800)
    /// Sounds of which it is remembered which nodes have them.
    private static let maximumHeld = 64

    private var publications: [SoundID: Publication] = [:]
    /// The nodes that have said that they have a sound.
    private var held: [SoundID: Set<NodeID>] = [:]
    /// Their sounds, the one that was heard of last at the end.
    private var heldOrder: [SoundID] = []

    func nodesWithout(_ sound: SoundID, among nodes: [NodeID]) -> [NodeID] {
        nodes.filter { held[sound]?.contains($0) != true }
    }

    mutating func note(_ node: NodeID, has sound: SoundID) {
        held[sound, default: []].insert(node)
        heldOrder.removeAll { $0 == sound }
        heldOrder.append(sound)
        if heldOrder.count > Self.maximumHeld { held[heldOrder.removeFirst()] = nil }
    }

    mutating func note(_ node: NodeID, lacks sound: SoundID) { held[sound]?.remove(node) }

    /// Publishes a sound, unless it lately was.
    ///
    /// - Returns: false where the broker keeps as much as it should.
    mutating func publish(_ sound: CarriedSound, at now: Now, _ out: inout Outbox) -> Bool {
        guard !isPublished(sound.id, within: Self.lasts, at: now.boot) else { return true }
        publications = publications.filter { now.boot - $0.value.at < .seconds(Int(Self.expirySeconds)) }
        let others = publications.values.reduce(0) { $0 + ($1.sound.id == sound.id ? 0 : $1.sound.bytes) }
        guard others + sound.bytes <= Self.maximumBytes else { return false }
        publish(Array(0..<sound.chunks), of: sound, at: now, &out)
        return true
    }

    /// Publishes chunks that a node lacks, unless they are on their way.
    mutating func republish(
        _ chunks: [Int], of sound: CarriedSound, for node: NodeID, at now: Now, _ out: inout Outbox
    ) {
        let wanted = chunks.filter { (0..<sound.chunks).contains($0) }
        guard !wanted.isEmpty, !isPublished(sound.id, within: Self.republishAfter, at: now.boot) else { return }
        out.perform(
            .logLimited(
                .info, "node \(node) lacks \(wanted.count) of \(sound.chunks) chunks of \(sound.id.short)",
                about: "chunks of \(node)"))
        publish(wanted, of: sound, at: now, &out)
    }

    private func isPublished(_ sound: SoundID, within span: Duration, at now: BootTime) -> Bool {
        publications[sound].map { now - $0.at < span } ?? false
    }

    private mutating func publish(_ chunks: [Int], of sound: CarriedSound, at now: Now, _ out: inout Outbox) {
        publications[sound.id] = Publication(sound: sound, at: now.boot)
        out.perform(.publishSound(sound, chunks: chunks, expirySeconds: Self.expirySeconds))
    }
}
