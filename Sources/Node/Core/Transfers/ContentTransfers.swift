// Sounds and voice packs on their way to this node.
//
// Either is content of one or more blobs, each named by its digest. The chunks of content are subscribed to as long as it
// is coming. A sound has a deadline and goes to many nodes at once: its chunks come without being asked for, and those that
// do not come are asked for, and again. A pack has time and many blobs: so many chunks are asked for at a time, blob by
// blob. Chunks that others asked for and that come here as well are taken, too. While a sound is coming, nothing of a pack is
// asked for.
//
// Every chunk goes to the disk as it comes, so no more of it is in memory than the disk has still to take. What is whole is
// held against its digest there. Nothing of this is stored: after a crash it is looked again which blobs are there.

public import ClockDomain
internal import ClockWire

/// What is carried to a node as a whole.
public enum Content: Hashable, Sendable {
    /// To be played at an instant.
    case sound(Blob)
    /// The list, and the files in it.
    case pack(PackReference)

    /// Of the sound, or of the pack's list.
    public var digest: Digest {
        switch self {
        case .sound(let sound): sound.id
        case .pack(let pack): pack.digest
        }
    }
}

/// What is on its way to this node: which chunks have come, and which are asked for when.
struct ContentTransfers: Sendable {
    /// What follows from a blob that is on the disk.
    struct Arrival: Sendable, Equatable {
        let content: Content
        let blob: Blob
        /// Whether it was the last one.
        let isWhole: Bool
    }

    /// By digest.
    private var transfers: [Digest: Transfer] = [:]
    private var isConnected = false
    /// When the timer fires.
    private var armed: BootTime?

    /// How many chunks of the content have come, of the blobs that it began with.
    func arrivedChunks(of content: Digest) -> Int { transfers[content]?.arrivedChunks ?? 0 }

    /// These blobs of the content are to come, in this order, each once; in place of others, where some of it are coming.
    mutating func begin(_ content: Content, _ blobs: [Blob], at now: Now, _ out: inout Outlet) {
        let isSubscribed = transfers[content.digest] != nil
        transfers[content.digest] = Transfer(content, blobs, at: now.boot)
        if !isSubscribed { out.emit(.fetchContent(content.digest)) }
        tend(at: now, &out)
    }

    /// Nothing more of it is wanted.
    mutating func end(_ content: Digest, at now: Now, _ out: inout Outlet) {
        guard transfers.removeValue(forKey: content) != nil else { return }
        out.emit(.leaveContent(content))
        tend(at: now, &out)
    }

    mutating func receive(
        chunk: Int, of blob: Digest, in content: Digest, _ bytes: [UInt8], at now: Now, _ out: inout Outlet
    ) {
        guard let blob = transfers[content]?.lacking(chunk, of: blob) else { return }
        let expected = blob.range(ofChunk: chunk).count
        guard bytes.count == expected else {
            return out.log(
                .warning, "ignored chunk \(chunk) of \(blob.id.short): it has \(bytes.count) bytes, not \(expected)"
            )
        }
        guard let isWhole = transfers[content]?.take(chunk, of: blob, at: now.boot),
            let whole = transfers[content]?.content
        else { return }
        out.emit(.keepChunk(whole, blob, chunk: chunk, bytes))
        if isWhole { out.emit(.keepBlob(whole, blob)) }
        tend(at: now, &out)
    }

    /// The blob is on the disk and what its name says.
    mutating func kept(_ blob: Digest, of content: Digest) -> Arrival? { transfers[content]?.kept(blob) }

    mutating func connected(at now: Now, _ out: inout Outlet) {
        isConnected = true
        for content in transfers.keys { transfers[content]?.connected(at: now.boot) }
        tend(at: now, &out)
    }

    mutating func disconnected(_ out: inout Outlet) {
        isConnected = false
        armed = nil
        out.cancel(.transfers)
    }

    mutating func timerFired(at now: Now, _ out: inout Outlet) {
        armed = nil
        tend(at: now, &out)
    }

    /// Asks for what is to be asked for by now, and sets the timer for what comes next.
    private mutating func tend(at now: Now, _ out: inout Outlet) {
        guard isConnected else { return }
        let urgent = urgent(at: now.boot)
        for content in urgent {
            guard let parts = transfers[content]?.ask(at: now.boot), !parts.isEmpty else { continue }
            out.emit(.publish(.contentReport(ContentReport(content: content, state: .wanted(parts)))))
        }
        guard let next = urgent.compactMap({ transfers[$0]?.nextAsking }).min() else {
            armed = nil
            return out.cancel(.transfers)
        }
        // Each chunk moves it on; a look too early costs less than a timer for each.
        if let armed, armed <= next { return }
        armed = next
        out.set(.transfers, .boot(next))
    }

    /// What may be asked for: sounds first, where one is coming.
    private func urgent(at now: BootTime) -> [Digest] {
        let sounds = transfers.values.filter { $0.pace == .sound && $0.nextAsking != nil }
        let isComing = sounds.contains { now - $0.lastArrived < Self.soundPatience }
        return (isComing ? sounds : Array(transfers.values)).map(\.content.digest).sorted()
    }

    /// A sound of which nothing comes for so long holds up no packs.
    private static let soundPatience: Duration = .seconds(5)
}

extension ContentTransfers {
    /// How content is asked for.
    fileprivate struct Pace: Sendable, Equatable {
        /// Chunks that are asked for at a time; `nil` where all come unasked.
        var window: Int?
        /// How long nothing may come before it is asked for again; doubled each time up to the longest.
        var firstPatience: Duration
        var longestPatience: Duration

        static let sound = Pace(window: nil, firstPatience: .seconds(1), longestPatience: .seconds(1))
        /// The broker keeps 1,000 messages for a client, and other things are in there.
        static let pack = Pace(window: 16, firstPatience: .seconds(2), longestPatience: .seconds(60))
    }

    /// Content that is coming.
    fileprivate struct Transfer: Sendable, Equatable {
        let content: Content
        let pace: Pace
        /// What has not come, in order.
        private var blobs: [Blob]
        /// Chunks of those that have not come.
        private var missing: [Digest: Set<Int>]
        /// Of the missing ones, those that are awaited.
        private var asked: [Digest: Set<Int>] = [:]
        /// All of their chunks have come; they are being looked at.
        private var keeping: [Digest: Blob] = [:]
        private(set) var arrivedChunks = 0
        /// When something of it came, or it began.
        private(set) var lastArrived: BootTime
        /// When something of it came or was asked for.
        private var lastMoved: BootTime
        private var patience: Duration

        init(_ content: Content, _ blobs: [Blob], at now: BootTime) {
            self.content = content
            self.blobs = blobs
            missing = Dictionary(uniqueKeysWithValues: blobs.map { ($0.id, Set(0..<$0.chunks)) })
            lastArrived = now
            lastMoved = now
            switch content {
            case .sound: pace = .sound
            case .pack: pace = .pack
            }
            patience = pace.firstPatience
            if pace.window == nil { asked = missing }
        }

        /// When it is to be asked again if nothing comes; `nil` while nothing is awaited.
        var nextAsking: BootTime? { asked.isEmpty ? nil : lastMoved + patience }

        /// The blob, where the chunk has not come.
        func lacking(_ chunk: Int, of blob: Digest) -> Blob? {
            guard missing[blob]?.contains(chunk) == true else { return nil }
            return blobs.first { $0.id == blob }
        }

        /// - Returns: whether all of the blob has come.
        mutating func take(_ chunk: Int, of blob: Blob, at now: BootTime) -> Bool {
            missing[blob.id]?.remove(chunk)
            asked[blob.id]?.remove(chunk)
            if asked[blob.id]?.isEmpty == true { asked[blob.id] = nil }
            arrivedChunks += 1
            lastArrived = now
            lastMoved = now
            patience = pace.firstPatience
            guard missing[blob.id]?.isEmpty == true else { return false }
            missing[blob.id] = nil
            blobs.removeAll { $0.id == blob.id }
            keeping[blob.id] = blob
            return true
        }

        mutating func kept(_ blob: Digest) -> Arrival? {
            guard let blob = keeping.removeValue(forKey: blob) else { return nil }
            return Arrival(content: content, blob: blob, isWhole: blobs.isEmpty && keeping.isEmpty)
        }

        /// The connection is another one: what was asked for on the last one may be lost.
        mutating func connected(at now: BootTime) {
            if pace.window != nil { asked = [:] }
            lastMoved = now
            patience = pace.firstPatience
        }

        /// What to ask for now.
        mutating func ask(at now: BootTime) -> [ContentPart] {
            guard let nextAsking, nextAsking <= now else { return nextParts(at: now) }
            lastMoved = now
            patience = min(patience * 2, pace.longestPatience)
            return blobs.compactMap { blob in
                asked[blob.id].map { ContentPart(blob: blob, chunks: $0.sorted()) }
            }
        }

        /// More, where there is room for it; none while enough is under way.
        private mutating func nextParts(at now: BootTime) -> [ContentPart] {
            guard let window = pace.window else { return [] }
            var room = window - asked.values.reduce(0) { $0 + $1.count }
            guard room >= window / 2 else { return [] }
            var parts: [ContentPart] = []
            for blob in blobs where room > 0 {
                let chunks = (missing[blob.id] ?? []).subtracting(asked[blob.id] ?? []).sorted().prefix(room)
                guard !chunks.isEmpty else { continue }
                room -= chunks.count
                asked[blob.id, default: []].formUnion(chunks)
                parts.append(ContentPart(blob: blob, chunks: Array(chunks)))
            }
            if !parts.isEmpty { lastMoved = now }
            return parts
        }
    }
}
