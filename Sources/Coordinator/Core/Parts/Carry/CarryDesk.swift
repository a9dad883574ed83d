internal import ClockDomain
internal import ClockWire

/// Sounds that people have played: what is being made ready, what nodes were told, and what was uploaded for it.
///
/// Nothing of it is stored. What became of an order is in the nodes' ledgers; an upload that a restart cut off begins anew.
struct CarryDesk: Sendable {
    /// A sound that the speech engine or the converter is at work on.
    struct Job: Sendable {
        var origin: RequestOrigin
        var label: String
        var how: PlayOptions
        /// The file that it is made from; `nil` for speech.
        var upload: SoundID?
        var since: BootTime
    }

    /// An order that nodes were given.
    struct Told: Sendable {
        var id: String
        var label: String
        var target: WallTime
        /// When the last of it will have been heard.
        var end: WallTime
        var sound: CarriedSound
        /// Ascending.
        var nodes: [NodeID]
        var ready: Set<NodeID> = []
        var records: [NodeID: SoundRecord] = [:]
    }

    /// A file that is being handed over.
    struct Upload: Sendable {
        var bytes: Int
        var received: Set<Int> = []
        var lastMoved: BootTime

        var chunks: Int { UploadRequest.chunks(of: bytes) }
        var missing: [Int] { (0..<chunks).filter { !received.contains($0) } }
    }

    /// Chunks that the broker keeps.
    struct Publication: Sendable {
        var sound: CarriedSound
        /// When the last of them were published.
        var at: BootTime
    }

    /// Sounds in the making at a time.
    static let maximumJobs = 8
    /// Longer than speech engine and converter may take.
    static let jobPatience: Duration = .seconds(60)
    /// Orders that are remembered, the newest.
    static let maximumTold = 64
    static let maximumUploads = 8
    static let maximumUploadedBytes = 64 << 20
    /// An upload that nothing was heard of for so long is dropped.
    static let uploadPatience: Duration = .minutes(10)
    /// How long the broker keeps a chunk.
    static let expirySeconds: UInt32 = 600
    /// What the broker may keep of sounds at a time.
    static let maximumPublishedBytes = 32 << 20
    /// A sound that was published this recently need not be again.
    static let publicationLasts: Duration = .minutes(5)
    /// How soon chunks that a node lacks are published again.
    static let republishAfter: Duration = .milliseconds(800)
    /// Orders that were taken back and are remembered, the newest.
    static let maximumWithdrawn = 256
    /// For so long after its instant one that was taken back is remembered: a node's clock may be behind.
    static let withdrawalLasts: Duration = .hours(24)
    /// Sounds of which it is remembered which nodes have them.
    static let maximumHeld = 64

    var jobs: [Int: Job] = [:]
    var jobCount = 0
    /// The newest last.
    var told: [Told] = []
    var uploads: [SoundID: Upload] = [:]
    /// Orders that were taken back, the newest last: a node that was away may still keep one.
    private(set) var withdrawn: [WithdrawnSound]
    /// The number of the last order's id.
    private var lastOrder = 0
    private var publications: [SoundID: Publication] = [:]
    /// The nodes that have said that they have a sound.
    private var held: [SoundID: Set<NodeID>] = [:]
    /// Their sounds, the one that was heard of last at the end.
    private var heldOrder: [SoundID] = []

    init(withdrawn: [WithdrawnSound]) {
        self.withdrawn = withdrawn
    }

    mutating func begin(_ job: Job) -> Int {
        jobCount += 1
        jobs[jobCount] = job
        return jobCount
    }

    /// An id that people can type: the seconds since 2026 in base 36, which no other run of this site has given unless
    /// the clock was set back; nor this one, which goes on from its last.
    mutating func nextOrder(at now: WallTime) -> String {
        lastOrder = max(lastOrder + 1, Int(now.seconds) - Self.firstSecond)
        return "p" + String(lastOrder, radix: 36)
    }

    /// 2026-01-01T00:00:00Z.
    private static let firstSecond = 1_767_225_600

    mutating func withdraw(_ sound: WithdrawnSound, at now: WallTime) {
        withdrawn.removeAll { $0.order == sound.order || now - $0.target > Self.withdrawalLasts }
        withdrawn.append(sound)
        withdrawn.removeFirst(max(0, withdrawn.count - Self.maximumWithdrawn))
    }

    func isWithdrawn(_ order: String) -> Bool { withdrawn.contains { $0.order == order } }

    /// Orders that are on their way to a node and of which it has said nothing yet.
    func underWay(to node: NodeID, at now: WallTime) -> [String] {
        told.filter { order in
            order.target > now && order.nodes.contains(node) && order.records[node] == nil
                && !isWithdrawn(order.id)
        }.map(\.id)
    }

    func index(ofOrder id: String) -> Int? { told.lastIndex { $0.id == id } }

    mutating func add(_ order: Told) {
        told.append(order)
        told.removeFirst(max(0, told.count - Self.maximumTold))
    }

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

    // MARK: Publications

    func isPublished(_ sound: SoundID, within span: Duration, at now: BootTime) -> Bool {
        publications[sound].map { now - $0.at < span } ?? false
    }

    /// Bytes that the broker may keep of other sounds.
    mutating func publishedBytes(besides sound: SoundID, at now: BootTime) -> Int {
        publications = publications.filter { now - $0.value.at < .seconds(Int(Self.expirySeconds)) }
        return publications.values.reduce(0) { $0 + ($1.sound.id == sound ? 0 : $1.sound.bytes) }
    }

    mutating func notePublication(of sound: CarriedSound, at now: BootTime) {
        publications[sound.id] = Publication(sound: sound, at: now)
    }

    // MARK: Patience

    /// When something will have taken too long; `nil` when nothing is waited for.
    var nextExpiry: BootTime? {
        (jobs.values.map { $0.since + Self.jobPatience } + uploads.values.map { $0.lastMoved + Self.uploadPatience })
            .min()
    }

    mutating func takeOverdueJobs(at now: BootTime) -> [Job] {
        let overdue = jobs.filter { now - $0.value.since >= Self.jobPatience }.keys.sorted()
        return overdue.compactMap { jobs.removeValue(forKey: $0) }
    }

    mutating func takeIdleUploads(at now: BootTime) -> [SoundID] {
        let idle = uploads.filter { now - $0.value.lastMoved >= Self.uploadPatience }.keys.sorted()
        for file in idle { uploads[file] = nil }
        return idle
    }
}
