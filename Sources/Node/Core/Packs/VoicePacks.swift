// Voice packs that the desired document names. The node looks for the parts of a pack on the disk; then it requests the
// list, and by the list every file that it has under no name. It checks each against its digest, and installs the pack
// in one step when all are there, so that a voice is never half there. Only the document is stored for this: after a
// crash the node looks again, and finds the files that had come.

internal import ClockDomain
internal import ClockWire

/// The voice packs that this node must have, and their progress. Nothing of it survives the program, which looks on the
/// disk again.
struct VoicePacks: Sendable {
    private enum Stage: Sendable, Equatable {
        case waiting
        /// The node looks for it on the disk.
        case finding
        /// Its list is coming.
        case listing
        /// Files of it are coming.
        /// - Parameter have: bytes of the pack's files that are there.
        case coming(have: Int)
        /// All is there and is being installed.
        case installing
        case ready
        case failed(String, retryAt: BootTime)

        /// True while work on it is under way: one pack comes at a time.
        var isActive: Bool {
            switch self {
            case .finding, .listing, .coming, .installing: true
            case .waiting, .ready, .failed: false
            }
        }
    }

    /// The time from a failure of a pack to the next try; doubled each time up to the longest.
    private static let firstRetry: Duration = .minutes(1)
    private static let longestRetry: Duration = .minutes(16)
    /// The shortest time between two reports of progress.
    private static let progressInterval: Duration = .seconds(1)

    /// By digest, of every pack that the node must have.
    private var stages: [Digest: Stage] = [:]
    /// The packs that the last document names.
    private var wanted: [PackReference] = []
    /// The number of failures of a pack in a row.
    private var failures: [Digest: Int] = [:]
    /// True when ``adopt(at:_:)`` has run since the start.
    private var hasLooked = false
    /// The bytes of the coming pack that the report shows, and the instant of that report.
    private var shown: (have: Int, since: BootTime)?

    private func named(_ digest: Digest) -> PackReference? { wanted.first { $0.digest == digest } }

    /// Shows the number of present bytes in the report, but not for every file: hundreds of them may come in a second.
    ///
    /// - Returns: true when a report is due now.
    private mutating func show(_ have: Int, isBeginning: Bool = false, at now: BootTime) -> Bool {
        if !isBeginning, let shown, now - shown.since < Self.progressInterval { return false }
        shown = (have, now)
        return true
    }

    private mutating func fail(_ pack: Digest, _ reason: String, at now: BootTime) {
        let count = failures[pack] ?? 0
        failures[pack] = count + 1
        let delay = min(Self.firstRetry * (1 << min(count, 6)), Self.longestRetry)
        stages[pack] = .failed(reason, retryAt: now + delay)
    }

    var reports: [PackReport] {
        wanted.map { pack in
            let state: PackReport.State =
                switch stages[pack.digest] {
                case .listing: .coming(have: 0)
                case .coming(let have): .coming(have: min(shown?.have ?? have, pack.bytes))
                case .installing: .coming(have: pack.bytes)
                case .ready: .ready
                case .failed(let reason, _): .failed(reason)
                case .waiting, .finding, nil: .waiting
                }
            return PackReport(pack, state)
        }
    }

    /// The program has started, or another document is in force.
    mutating func adopt(at now: Now, _ node: inout NodeContext) {
        let wanted = node.shadow.desired?.packs ?? []
        guard self.wanted != wanted || !hasLooked else { return }
        hasLooked = true
        node.reporter.isDue = true
        self.wanted = wanted
        for pack in stages.keys.sorted() where named(pack) == nil {
            stages[pack] = nil
            failures[pack] = nil
            node.transfers.finish(pack, at: now, &node.out)
        }
        for pack in wanted where stages[pack.digest] == nil { stages[pack.digest] = .waiting }
        node.emit(.dropPacks(keeping: wanted))
        tend(at: now, &node)
    }

    /// Does everything due, and sets the timer for the next step.
    mutating func tend(at now: Now, _ node: inout NodeContext) {
        guard !stages.isEmpty else { return node.cancel(.packs) }
        for pack in wanted {
            if case .failed(_, let retryAt) = stages[pack.digest], retryAt <= now.boot {
                stages[pack.digest] = .waiting
            }
        }
        if !stages.values.contains(where: \.isActive) { beginNext(at: now, &node) }
        let next = stages.values.compactMap { stage -> BootTime? in
            switch stage {
            case .failed(_, let retryAt): retryAt
            case .waiting, .finding, .listing, .coming, .installing, .ready: nil
            }
        }.min()
        guard let next else { return node.cancel(.packs) }
        node.set(.packs, .boot(next))
    }

    private mutating func beginNext(at now: Now, _ node: inout NodeContext) {
        var bytes = 0
        for pack in wanted {
            bytes += pack.bytes
            guard stages[pack.digest] == .waiting else { continue }
            node.reporter.isDue = true
            guard bytes <= PackLimits.nodeBytes else {
                let text = "the packs of this node are over \(PackLimits.nodeBytes >> 20) MiB: remove some of them"
                fail(pack.digest, text, at: now.boot)
                continue
            }
            stages[pack.digest] = .finding
            return node.emit(.findPack(pack))
        }
    }

    // MARK: The disk's answers

    mutating func found(_ pack: Digest, _ finding: PackFinding, at now: Now, _ node: inout NodeContext) {
        guard stages[pack] == .finding, let reference = named(pack) else { return }
        switch finding {
        // The pack was there when the voice was loaded.
        case .ready: return isReady(reference, at: now, &node)
        case .unlisted:
            stages[pack] = .listing
            node.transfers.begin(.pack(reference), [reference.list], at: now, &node.out)
        case .lacking(let list, let files):
            guard list.name == reference.name, list.bytes == reference.bytes else {
                return failed(pack, "its list names pack \(list.name) with \(list.bytes) bytes", at: now, &node)
            }
            if files.isEmpty {
                stages[pack] = .installing
                node.emit(.installPack(reference))
            } else {
                let have = max(0, reference.bytes - files.reduce(0) { $0 + $1.bytes })
                stages[pack] = .coming(have: have)
                _ = show(have, isBeginning: true, at: now.boot)
                node.transfers.begin(.pack(reference), files, at: now, &node.out)
            }
        }
        node.reporter.isDue = true
        tend(at: now, &node)
    }

    /// A blob of the pack has come.
    mutating func arrived(_ arrival: ContentTransfers.Arrival, at now: Now, _ node: inout NodeContext) {
        let pack = arrival.content.digest
        guard let reference = named(pack) else { return }
        switch stages[pack] {
        case .listing:
            stages[pack] = .finding
            node.reporter.isDue = true
            node.emit(.findPack(reference))
        case .coming(let before):
            // A content under two names counts twice in the pack's length and comes once.
            let have = min(reference.bytes, before + arrival.blob.bytes)
            guard arrival.isWhole else {
                stages[pack] = .coming(have: have)
                if show(have, at: now.boot) { node.reporter.isDue = true }
                return
            }
            stages[pack] = .installing
            node.reporter.isDue = true
            node.emit(.installPack(reference))
        case .waiting, .finding, .installing, .ready, .failed, nil: return
        }
    }

    mutating func installed(_ pack: Digest, at now: Now, _ node: inout NodeContext) {
        guard stages[pack] == .installing, let reference = named(pack) else { return }
        node.log(.notice, "voice pack \(reference.name) (\(pack.short)) is here")
        // Drops an earlier version.
        node.emit(.dropPacks(keeping: wanted))
        // Somebody may have chosen the voice before the pack came, or the pack replaces the version in memory.
        if node.settings.voice == reference.name { node.loadVoice() }
        if reference.name == SpokenText.name { node.checkSounds() }
        isReady(reference, at: now, &node)
    }

    private mutating func isReady(_ pack: PackReference, at now: Now, _ node: inout NodeContext) {
        node.reporter.isDue = true
        stages[pack.digest] = .ready
        failures[pack.digest] = nil
        node.transfers.finish(pack.digest, at: now, &node.out)
        tend(at: now, &node)
    }

    mutating func failed(_ pack: Digest, _ reason: String, at now: Now, _ node: inout NodeContext) {
        guard stages[pack]?.isActive == true, let reference = named(pack) else { return }
        let line = reason.line(maximumBytes: PackReport.maximumProblemBytes)
        node.reporter.isDue = true
        node.log(.warning, "cannot get voice pack \(reference.name) (\(pack.short)): \(line)")
        fail(pack, line, at: now.boot)
        node.transfers.finish(pack, at: now, &node.out)
        tend(at: now, &node)
    }

    /// These packs are gone from the disk. One of them may have hidden an installed voice of its name.
    mutating func dropped(_ names: [String], _ node: inout NodeContext) {
        if names.contains(node.settings.voice) { node.loadVoice() }
    }

    // MARK: Probes

    /// Somebody asks for a check, and may have mended something.
    mutating func retry(at now: Now, _ node: inout NodeContext) {
        for pack in wanted {
            guard case .failed = stages[pack.digest] else { continue }
            stages[pack.digest] = .waiting
            failures[pack.digest] = nil
        }
        tend(at: now, &node)
    }
}
