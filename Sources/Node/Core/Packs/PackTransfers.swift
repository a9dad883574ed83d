// Voice packs that the desired document names. What of one is on the disk is looked up; then its list is asked for, and
// by the list every file that is not here under any name. Each is held against its digest, and when all are there the
// pack is put in its place at once, so that a voice is never half there. Nothing but the document is stored for it: after
// a crash it is looked again, and what had come has come.

internal import ClockDomain
internal import ClockWire

/// The voice packs that this node is to have, and how far it is with them. Nothing of it survives the program: what is on
/// the disk is looked up.
struct PackTransfers: Sendable {
    private enum Stage: Sendable, Equatable {
        case waiting
        /// It is being looked up on the disk.
        case finding
        case coming(PackFetch)
        /// All is there and is being put in its place.
        case installing
        case ready
        case failed(String, retryAt: BootTime)

        /// Whether work on it is under way: one pack comes at a time.
        var isActive: Bool {
            switch self {
            case .finding, .coming, .installing: true
            case .waiting, .ready, .failed: false
            }
        }
    }

    /// After a pack failed, until it is tried again; doubled each time up to the longest.
    private static let firstRetry: Duration = .minutes(1)
    private static let longestRetry: Duration = .minutes(16)
    /// How often the report tells of progress at most.
    private static let progressInterval: Duration = .seconds(1)

    /// By digest, of every pack that the node is to have.
    private var stages: [SoundID: Stage] = [:]
    /// The packs that were wanted when it was last looked.
    private var wanted: [PackReference] = []
    /// How often in a row a pack has failed.
    private var failures: [SoundID: Int] = [:]
    /// The pack whose chunks are delivered here.
    private var subscribed: SoundID?
    /// When the timer fires that is set for packs.
    private var armed: BootTime?
    /// Whether what is on the disk of packs has been looked at since the start.
    private var hasLooked = false
    /// Bytes that are there of the pack that comes, as the report tells it, and since when.
    private var shown: (have: Int, since: BootTime)?

    private func named(_ digest: SoundID) -> PackReference? { wanted.first { $0.digest == digest } }

    /// Has the report tell how many bytes are there, but not with every file: hundreds of them may come in a second.
    ///
    /// - Returns: whether it is to be told now.
    private mutating func show(_ fetch: PackFetch, isBeginning: Bool = false, at now: BootTime) -> Bool {
        if !isBeginning, let shown, now - shown.since < Self.progressInterval { return false }
        shown = (fetch.have, now)
        return true
    }

    private mutating func fail(_ pack: SoundID, _ reason: String, at now: BootTime) {
        let count = failures[pack] ?? 0
        failures[pack] = count + 1
        let delay = min(Self.firstRetry * (1 << min(count, 6)), Self.longestRetry)
        stages[pack] = .failed(reason, retryAt: now + delay)
    }

    /// What the report says of each.
    var reports: [PackReport] {
        wanted.map { pack in
            let state: PackReport.State =
                switch stages[pack.digest] {
                case .coming(let fetch): .coming(have: min(shown?.have ?? fetch.have, fetch.pack.bytes))
                case .installing: .coming(have: pack.bytes)
                case .ready: .ready
                case .failed(let reason, _): .failed(reason)
                case .waiting, .finding, nil: .waiting
                }
            return PackReport(pack, state)
        }
    }

    /// The program has started, or another document is obeyed.
    mutating func adopt(at now: Now, _ node: inout NodeContext) {
        let wanted = node.shadow.desired?.packs ?? []
        guard self.wanted != wanted || !hasLooked else { return }
        hasLooked = true
        node.reporter.isDue = true
        self.wanted = wanted
        for pack in stages.keys.sorted() where named(pack) == nil {
            stages[pack] = nil
            failures[pack] = nil
            if subscribed == pack { leave(&node) }
        }
        for pack in wanted where stages[pack.digest] == nil { stages[pack.digest] = .waiting }
        node.emit(.dropPacks(keeping: wanted))
        tend(at: now, &node)
    }

    /// Does what is to be done by now, and sets the timer for what comes next.
    mutating func tend(at now: Now, _ node: inout NodeContext) {
        guard !stages.isEmpty else { return disarm(&node) }
        for pack in wanted {
            if case .failed(_, let retryAt) = stages[pack.digest], retryAt <= now.boot {
                stages[pack.digest] = .waiting
            }
        }
        if !stages.values.contains(where: \.isActive) { beginNext(at: now, &node) }
        ask(at: now, &node)
        arm(at: now, &node)
    }

    private mutating func beginNext(at now: Now, _ node: inout NodeContext) {
        var bytes = 0
        for pack in wanted {
            bytes += pack.bytes
            guard stages[pack.digest] == .waiting else { continue }
            node.reporter.isDue = true
            guard bytes <= PackLimits.nodeBytes else {
                let text = "the packs of this node are over \(PackLimits.nodeBytes >> 20) MiB: take some away"
                fail(pack.digest, text, at: now.boot)
                continue
            }
            stages[pack.digest] = .finding
            return node.emit(.findPack(pack))
        }
    }

    private mutating func ask(at now: Now, _ node: inout NodeContext) {
        guard node.isConnected else { return }
        for pack in wanted {
            guard case .coming(var fetch) = stages[pack.digest] else { continue }
            let isOverdue = fetch.nextAsking.map { $0 <= now.boot } ?? false
            let parts = isOverdue ? fetch.overdueParts(at: now.boot) : fetch.nextParts(at: now.boot)
            stages[pack.digest] = .coming(fetch)
            if !parts.isEmpty { node.emit(.publishPackWant(PackWant(pack: pack.digest, parts: parts))) }
        }
    }

    private mutating func arm(at now: Now, _ node: inout NodeContext) {
        let next = stages.values.compactMap { stage -> BootTime? in
            switch stage {
            case .coming(let fetch): node.isConnected ? fetch.nextAsking : nil
            case .failed(_, let retryAt): retryAt
            case .waiting, .finding, .installing, .ready: nil
            }
        }.min()
        guard let next else { return disarm(&node) }
        // Each chunk moves it on; a look too early costs less than a timer for each.
        if let armed, armed <= next { return }
        armed = next
        node.set(.packs, .boot(next))
    }

    private mutating func disarm(_ node: inout NodeContext) {
        armed = nil
        node.cancel(.packs)
    }

    /// The timer has fired.
    mutating func timerFired(at now: Now, _ node: inout NodeContext) {
        armed = nil
        tend(at: now, &node)
    }

    // MARK: The disk's answers

    mutating func found(_ pack: SoundID, _ finding: PackFinding, at now: Now, _ node: inout NodeContext) {
        guard stages[pack] == .finding, let reference = named(pack) else { return }
        switch finding {
        // It was when the voice was loaded.
        case .ready: return isReady(reference, at: now, &node)
        case .unlisted: fetch(reference, [reference.list], isList: true, have: 0, at: now, &node)
        case .lacking(let list, let files):
            guard list.name == reference.name, list.bytes == reference.bytes else {
                return failed(
                    pack, "its list is of pack \(list.name) with \(list.bytes) bytes", at: now, &node)
            }
            if files.isEmpty {
                stages[pack] = .installing
                node.emit(.installPack(reference))
            } else {
                let have = max(0, reference.bytes - files.reduce(0) { $0 + $1.bytes })
                fetch(reference, files, isList: false, have: have, at: now, &node)
            }
        }
        node.reporter.isDue = true
        tend(at: now, &node)
    }

    private mutating func fetch(
        _ pack: PackReference, _ files: [CarriedSound], isList: Bool, have: Int, at now: Now, _ node: inout NodeContext
    ) {
        let fetch = PackFetch(pack, files: files, isList: isList, have: have, at: now.boot)
        stages[pack.digest] = .coming(fetch)
        _ = show(fetch, isBeginning: true, at: now.boot)
        guard subscribed != pack.digest else { return }
        leave(&node)
        subscribed = pack.digest
        node.emit(.fetchPack(pack.digest))
    }

    private mutating func leave(_ node: inout NodeContext) {
        guard let pack = subscribed else { return }
        subscribed = nil
        node.emit(.leavePack(pack))
    }

    mutating func receive(
        chunk: Int, of file: SoundID, inPack pack: SoundID, _ bytes: [UInt8], at now: Now, _ node: inout NodeContext
    ) {
        guard case .coming(var fetch) = stages[pack],
            let taken = fetch.take(chunk, of: file, bytes: bytes.count, at: now.boot)
        else { return }
        stages[pack] = .coming(fetch)
        node.emit(.keepPackChunk(pack, taken.file, chunk: chunk, bytes))
        if taken.isWhole { node.emit(.keepPackFile(pack, taken.file)) }
        tend(at: now, &node)
    }

    mutating func fileKept(_ file: SoundID, inPack pack: SoundID, at now: Now, _ node: inout NodeContext) {
        guard case .coming(var fetch) = stages[pack], let reference = named(pack) else { return }
        fetch.kept(file)
        stages[pack] = .coming(fetch)
        guard fetch.isDone else {
            if show(fetch, at: now.boot) { node.reporter.isDue = true }
            return
        }
        node.reporter.isDue = true
        if fetch.isList {
            stages[pack] = .finding
            node.emit(.findPack(reference))
        } else {
            stages[pack] = .installing
            node.emit(.installPack(reference))
        }
        tend(at: now, &node)
    }

    mutating func installed(_ pack: SoundID, at now: Now, _ node: inout NodeContext) {
        guard stages[pack] == .installing, let reference = named(pack) else { return }
        node.log(.notice, "voice pack \(reference.name) (\(pack.short)) is here")
        // An earlier version of it has had its time.
        node.emit(.dropPacks(keeping: wanted))
        // It may have been asked for before it was here, or be another version of what is in memory.
        if node.settings.voice == reference.name { node.loadVoice() }
        isReady(reference, at: now, &node)
    }

    private mutating func isReady(_ pack: PackReference, at now: Now, _ node: inout NodeContext) {
        node.reporter.isDue = true
        stages[pack.digest] = .ready
        failures[pack.digest] = nil
        if subscribed == pack.digest { leave(&node) }
        tend(at: now, &node)
    }

    mutating func failed(_ pack: SoundID, _ reason: String, at now: Now, _ node: inout NodeContext) {
        guard stages[pack]?.isActive == true, let reference = named(pack) else { return }
        let line = reason.line(maximumBytes: PackReport.maximumProblemBytes)
        node.reporter.isDue = true
        node.log(.warning, "voice pack \(reference.name) (\(pack.short)) cannot be had: \(line)")
        fail(pack, line, at: now.boot)
        if subscribed == pack { leave(&node) }
        tend(at: now, &node)
    }

    /// These are gone from the disk. One of them may have stood before an installed voice of its name.
    mutating func dropped(_ names: [String], _ node: inout NodeContext) {
        if names.contains(node.settings.voice) { node.loadVoice() }
    }

    // MARK: The rest of the world

    /// What was asked for may be lost with the last connection.
    mutating func connected(at now: Now, _ node: inout NodeContext) {
        for pack in wanted {
            guard case .coming(var fetch) = stages[pack.digest] else { continue }
            fetch.connected(at: now.boot)
            stages[pack.digest] = .coming(fetch)
        }
        tend(at: now, &node)
    }

    /// Somebody looks whether all is well, and may have put something right.
    mutating func retry(at now: Now, _ node: inout NodeContext) {
        for pack in wanted {
            guard case .failed = stages[pack.digest] else { continue }
            stages[pack.digest] = .waiting
            failures[pack.digest] = nil
        }
        tend(at: now, &node)
    }
}
