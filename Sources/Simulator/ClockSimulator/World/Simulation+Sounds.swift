internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

// Carried sounds: what a coordinator makes of a text, and what nodes have of it. The engine and the disks of sounds answer
// at once; what can go wrong with a sound is its way.

extension Simulation {
    /// How long every sound is.
    static let carriedLength: Int64 = 3_000_000_000

    // MARK: Coordinators

    mutating func speak(_ index: Int, job: Int, text: String) {
        // Three chunks of noise that is the text's own.
        var noise = SplitMix64(seed: text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 })
        let bytes = (0..<2 * CarriedSound.chunkBytes + 1_000).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        guard let sound = CarriedSound(id: SoundID(of: bytes), bytes: bytes.count) else {
            preconditionFailure("a sound of \(bytes.count) bytes")
        }
        coordinators[index].sounds[sound.id] = bytes
        post(coordinator: index, .soundReady(job: job, sound, milliseconds: Int(Self.carriedLength / 1_000_000)))
    }

    mutating func publishSound(
        _ index: Int, _ machine: Int, _ sound: CarriedSound, _ chunks: [Int], expiry: TrueTime
    ) {
        guard let bytes = coordinators[index].sounds[sound.id] else { return }
        let names = Topics(site: plan.site)
        for chunk in chunks {
            publish(
                machine,
                Message(
                    topic: topics.id(of: names.sound(sound.id, chunk: chunk)),
                    payload: .bytes(Array(bytes[sound.range(ofChunk: chunk)])), isRetained: true, expiry: expiry))
        }
    }

    // MARK: Nodes

    mutating func fetchSound(_ node: Int, _ sound: SoundID) {
        machines[node].filters.append(TopicFilter(Topics(site: plan.site).soundFilter(sound)))
        guard machines[node].client.isConnected else { return }
        launch(node, isOutward: true, Parcel(kind: .subscribe, connection: machines[node].client.connection))
    }

    /// What is on its way still comes; the broker forgets the subscription with the connection.
    mutating func leaveSound(_ node: Int, _ sound: SoundID) {
        let filter = TopicFilter(Topics(site: plan.site).soundFilter(sound))
        machines[node].filters.removeAll { $0 == filter }
    }

    mutating func keepSound(_ node: Int, _ sound: CarriedSound) {
        let parts = nodes[node].sounds.parts.removeValue(forKey: sound.id) ?? [:]
        let bytes = (0..<sound.chunks).reduce(into: [UInt8]()) { $0 += parts[$1] ?? [] }
        // What a coordinator has made need not be hashed again.
        guard coordinators.contains(where: { $0.sounds[sound.id] == bytes }) || SoundID(of: bytes) == sound.id else {
            return post(node: node, .soundLost(sound.id, .mismatch, detail: "what came is something else"))
        }
        nodes[node].sounds.kept.insert(sound.id)
        post(node: node, .soundKept(sound.id))
    }

    mutating func playSound(_ node: Int, _ order: CarriedPlayOrder) {
        tell(node, .sounds, .soundOrdered(order))
        accept(node, .carried(order))
    }
}

/// A node's carried sounds: on the disk but for the parts, which a new program clears away.
struct SimulatedSounds {
    var kept: Set<SoundID> = []
    var parts: [SoundID: [Int: [UInt8]]] = [:]
}
