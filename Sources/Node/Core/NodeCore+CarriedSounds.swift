// How the sounds of orders come here: looked up on the disk, else carried in chunks, kept, and held against their digest.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// Chunks that have not come after this are asked for, and again.
    static let fetchPatience: Duration = .seconds(1)

    mutating func found(_ sound: SoundID, isThere: Bool, at now: Now, _ effects: inout [Effect]) {
        guard carriedBook.stages[sound] == .finding, let carried = orders(of: sound).first?.order.sound else { return }
        if isThere {
            kept(sound, at: now, &effects)
        } else {
            carriedBook.stages[sound] = .fetching(CarriedBook.Fetch(carried, at: now.boot))
            effects.append(.fetchSound(sound))
            armFetch(at: now, &effects)
        }
    }

    mutating func receive(
        chunk: Int, of sound: SoundID, _ bytes: [UInt8], at now: Now, _ effects: inout [Effect]
    ) {
        guard case .fetching(var fetch) = carriedBook.stages[sound], (0..<fetch.sound.chunks).contains(chunk) else {
            return
        }
        let expected = fetch.sound.range(ofChunk: chunk).count
        guard bytes.count == expected else {
            return effects.append(
                .log(
                    .warning,
                    "chunk \(chunk) of sound \(sound.short) has \(bytes.count) bytes in place of \(expected); ignored"))
        }
        guard fetch.take(chunk, at: now.boot) else { return }
        effects.append(.keepChunk(fetch.sound, chunk: chunk, bytes))
        if fetch.isWhole {
            carriedBook.stages[sound] = .keeping
            effects += [.leaveSound(sound), .keepSound(fetch.sound)]
        } else {
            carriedBook.stages[sound] = .fetching(fetch)
        }
    }

    mutating func kept(_ sound: SoundID, at now: Now, _ effects: inout [Effect]) {
        switch carriedBook.stages[sound] {
        case .finding, .keeping: break
        case .fetching, .kept, .loading, .loaded, nil: return
        }
        carriedBook.stages[sound] = .kept
        for order in orders(of: sound) { reportReady(order, &effects) }
        tendCarried(at: now, &effects)
    }

    mutating func loaded(_ sound: SoundID, at now: Now, _ effects: inout [Effect]) {
        guard carriedBook.stages[sound] == .loading else { return }
        carriedBook.stages[sound] = .loaded
        tendCarried(at: now, &effects)
    }

    /// The sound cannot be kept or read: its orders end.
    mutating func lost(
        _ sound: SoundID, _ reason: SoundReason, _ detail: String, at now: Now, _ effects: inout [Effect]
    ) {
        for order in orders(of: sound) where !order.isPlaying {
            end(order, .failed, reason, detail, at: now, &effects)
        }
        tendCarried(at: now, &effects)
    }

    func orders(of sound: SoundID) -> [CarriedOrder] { state.carried.filter { $0.order.sound.id == sound } }

    func reportReady(_ order: CarriedOrder, _ effects: inout [Effect]) {
        let report = SoundReport(order: order.id, sound: order.order.sound.id, state: .ready)
        if isConnected { effects.append(.publishSoundReport(report)) }
    }

    /// What has not come is asked for: the broker may have lost it, or this node came when it was no longer kept.
    mutating func tendFetches(at now: Now, _ effects: inout [Effect]) {
        for (sound, stage) in carriedBook.stages.sorted(by: { $0.key < $1.key }) {
            guard case .fetching(var fetch) = stage, now.boot - fetch.lastMoved >= NodeCore.fetchPatience,
                let order = orders(of: sound).first
            else { continue }
            fetch.lastMoved = now.boot
            carriedBook.stages[sound] = .fetching(fetch)
            guard isConnected else { continue }
            let report = SoundReport(order: order.id, sound: sound, state: .wanted(chunks: fetch.missingChunks))
            effects.append(.publishSoundReport(report))
        }
        armFetch(at: now, &effects)
    }

    private mutating func armFetch(at now: Now, _ effects: inout [Effect]) {
        let moved = carriedBook.stages.values.compactMap { stage in
            if case .fetching(let fetch) = stage { fetch.lastMoved } else { nil }
        }
        guard let first = moved.min() else { return cancel(.carriedFetch, &effects) }
        set(.carriedFetch, .boot(first + NodeCore.fetchPatience), &effects)
    }
}
