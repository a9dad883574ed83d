// Sounds and voice packs on their way to this node.
//
// Either is content of one or more blobs, each named by its digest. The node subscribes to the chunks of content as
// long as it is coming. A sound has a deadline and goes to many nodes at once: its chunks come without a request, and
// the node requests the missing ones, again and again. A pack has time and many blobs: the node requests so many chunks
// at a time, blob by blob. It also stores chunks that others requested and that come here as well. While a sound is
// coming, it requests nothing of a pack.
//
// Every chunk goes to the disk as it comes, so memory holds no more than the chunks that the disk has yet to store.
// There a whole blob is checked against its digest. Nothing of this state is stored: after a crash the node looks again
// for the blobs.

public import ClockDomain
internal import ClockWire

/// Content that goes to a node as a whole.
public enum Content: Hashable, Sendable {
    /// A sound to play at an instant.
    case sound(Blob)
    /// A pack: the list, and the files in it.
    case pack(PackReference)

    /// The digest of the sound, or of the pack's list.
    public var digest: Digest {
        switch self {
        case .sound(let sound): sound.id
        case .pack(let pack): pack.digest
        }
    }
}

/// The content on its way to this node: the chunks that have come, and the requests for the others.
struct ContentTransfers: Sendable {
    /// The effect of a blob that is on the disk.
    struct Arrival: Sendable, Equatable {
        let content: Content
        let blob: Blob
        /// True when it was the last one.
        let isWhole: Bool
    }

    /// By digest.
    private var transfers: [Digest: Transfer] = [:]
    private var isConnected = false
    /// The instant at which the timer fires.
    private var armed: BootTime?

    /// Returns the number of chunks that have come, of the blobs with which the content began.
    func arrivedChunks(of content: Digest) -> Int { transfers[content]?.arrivedChunks ?? 0 }

    /// Begins to receive these blobs, in this order, each once; they replace earlier ones of the content.
    mutating func begin(_ content: Content, _ blobs: [Blob], at now: Now, _ out: inout Outlet) {
        let isSubscribed = transfers[content.digest] != nil
        transfers[content.digest] = Transfer(content, blobs, at: now.boot)
        if !isSubscribed { out.emit(.fetchContent(content.digest)) }
        tend(at: now, &out)
    }

    /// Ends the transfer: nobody needs more of the content.
    mutating func finish(_ content: Digest, at now: Now, _ out: inout Outlet) {
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
        guard let isWhole = transfers[content]?.record(chunk, of: blob, at: now.boot),
            let whole = transfers[content]?.content
        else { return }
        out.emit(.keepChunk(whole, blob, chunk: chunk, bytes))
        if isWhole { out.emit(.keepBlob(whole, blob)) }
        tend(at: now, &out)
    }

    /// The blob is on the disk and matches its name.
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

    /// Requests everything due, and sets the timer for the next request.
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
        // Each chunk moves it on; firing too early costs less than a timer for each.
        if let armed, armed <= next { return }
        armed = next
        out.set(.transfers, .boot(next))
    }

    /// Returns the content to request: only sounds while one is coming.
    private func urgent(at now: BootTime) -> [Digest] {
        let sounds = transfers.values.filter { $0.pace == .sound && $0.nextAsking != nil }
        let isComing = sounds.contains { now - $0.lastArrived < Self.soundPatience }
        return (isComing ? sounds : Array(transfers.values)).map(\.content.digest).sorted()
    }

    /// A sound of which nothing has come for so long holds up no packs.
    private static let soundPatience: Duration = .seconds(5)
}

extension ContentTransfers {
    /// The rhythm of requests for content.
    fileprivate struct Pace: Sendable, Equatable {
        /// Chunks that are requested at a time; `nil` when all come without a request.
        var window: Int?
        /// The pause without a chunk before the next request; doubled each time up to the longest.
        var firstPatience: Duration
        var longestPatience: Duration

        static let sound = Pace(window: nil, firstPatience: .seconds(1), longestPatience: .seconds(1))
        /// The broker keeps 1,000 messages for a client, including others than chunks.
        static let pack = Pace(window: 16, firstPatience: .seconds(2), longestPatience: .seconds(60))
    }

    /// Content that is coming.
    fileprivate struct Transfer: Sendable, Equatable {
        let content: Content
        let pace: Pace
        /// The blobs that have not come, in order.
        private var blobs: [Blob]
        /// The chunks of those blobs that have not come.
        private var missing: [Digest: Set<Int>]
        /// The missing chunks that the node waits for.
        private var asked: [Digest: Set<Int>] = [:]
        /// Blobs whose chunks have all come; the disk checks them.
        private var keeping: [Digest: Blob] = [:]
        private(set) var arrivedChunks = 0
        /// The instant at which a chunk last came, or the transfer began.
        private(set) var lastArrived: BootTime
        /// The instant of the last chunk or request.
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

        /// The instant of the next request if nothing comes; `nil` while the node waits for no chunk.
        var nextAsking: BootTime? { asked.isEmpty ? nil : lastMoved + patience }

        /// Returns the blob if the chunk has not come.
        func lacking(_ chunk: Int, of blob: Digest) -> Blob? {
            guard missing[blob]?.contains(chunk) == true else { return nil }
            return blobs.first { $0.id == blob }
        }

        /// - Returns: true when all of the blob has come.
        mutating func record(_ chunk: Int, of blob: Blob, at now: BootTime) -> Bool {
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

        /// The connection is another one: requests on the last one may be lost.
        mutating func connected(at now: BootTime) {
            if pace.window != nil { asked = [:] }
            lastMoved = now
            patience = pace.firstPatience
        }

        /// Returns the parts to request now.
        mutating func ask(at now: BootTime) -> [ContentPart] {
            guard let nextAsking, nextAsking <= now else { return nextParts(at: now) }
            lastMoved = now
            patience = min(patience * 2, pace.longestPatience)
            return blobs.compactMap { blob in
                asked[blob.id].map { ContentPart(blob: blob, chunks: $0.sorted()) }
            }
        }

        /// Returns more parts if the window has room; none while enough is under way.
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
