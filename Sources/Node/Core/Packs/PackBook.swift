internal import ClockDomain
internal import ClockWire

/// How far a node is with the voice packs that it is to have. Nothing of it survives the program: what is on the disk is
/// looked up.
struct PackBook: Sendable {
    enum Stage: Sendable, Equatable {
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
    static let firstRetry: Duration = .minutes(1)
    static let longestRetry: Duration = .minutes(16)
    /// How often the report tells of progress at most.
    static let progressInterval: Duration = .seconds(1)

    /// By digest, of every pack that the node is to have.
    var stages: [SoundID: Stage] = [:]
    /// The packs that were wanted when it was last looked.
    var wanted: [PackReference] = []
    /// How often in a row a pack has failed.
    var failures: [SoundID: Int] = [:]
    /// The pack whose chunks are delivered here.
    var subscribed: SoundID?
    /// When the timer fires that is set for packs.
    var armed: BootTime?
    /// Bytes that are there of the pack that comes, as the report tells it, and since when.
    private(set) var shown: (have: Int, since: BootTime)?

    func reference(_ pack: SoundID) -> PackReference? { wanted.first { $0.digest == pack } }

    /// Has the report tell how many bytes are there, but not with every file: hundreds of them may come in a second.
    ///
    /// - Returns: whether it is to be told now.
    mutating func show(_ fetch: PackFetch, isBeginning: Bool = false, at now: BootTime) -> Bool {
        if !isBeginning, let shown, now - shown.since < Self.progressInterval { return false }
        shown = (fetch.have, now)
        return true
    }

    mutating func fail(_ pack: SoundID, _ reason: String, at now: BootTime) {
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
}
