internal import ClockDomain
internal import ClockWire

/// Voice packs on their way through the coordinator: what is being uploaded, and what was lately sent to nodes.
///
/// Nothing of it is stored: which node shall have which pack is in the nodes' definitions, and the files are on the disk
/// under their digests. An upload that a restart cut off goes on with what is missing.
struct PackDesk: Sendable {
    /// A pack that somebody has told of and that may still be uploaded.
    struct Draft: Sendable {
        var reference: PackReference
        /// By digest, the contents that the coordinator has not.
        var missing: [SoundID: CarriedSound]
        var lastMoved: BootTime
    }

    /// A file that is being handed over.
    struct Upload: Sendable {
        var file: CarriedSound
        /// Chunks that were taken on.
        var taken: Set<Int> = []

        var chunks: Int { UploadRequest.chunks(of: file.bytes) }
        var missing: [Int] { (0..<chunks).filter { !taken.contains($0) } }
    }

    /// Where a chunk belongs.
    struct ChunkKey: Hashable, Sendable {
        var pack: SoundID
        var file: SoundID
        var chunk: Int
    }

    static let maximumDrafts = 4
    /// A draft that nothing was heard of for so long is forgotten.
    static let draftPatience: Duration = .minutes(10)
    /// After a change, until files that no pack needs any more are removed.
    static let tidyDelay: Duration = .minutes(1)
    /// How soon a chunk that a node asks for is sent again: it may be on its way to all that want it.
    static let resendAfter: Duration = .milliseconds(800)
    /// How long the broker keeps a chunk for a node that is slow.
    static let expirySeconds: UInt32 = 60

    var drafts: [SoundID: Draft] = [:]
    var uploads: [SoundID: Upload] = [:]
    /// Packs whose files could not be read, and why.
    var unreadable: [SoundID: String] = [:]
    private var sent: [ChunkKey: BootTime] = [:]
    private var sentSweptAt: BootTime?

    /// The file of this digest, if a draft lacks it.
    func lacked(_ file: SoundID) -> CarriedSound? {
        drafts.values.lazy.compactMap { $0.missing[file] }.first
    }

    /// Somebody is at work on every draft that lacks the file.
    mutating func touchDrafts(lacking file: SoundID, at now: BootTime) {
        for pack in drafts.keys where drafts[pack]?.missing[file] != nil { drafts[pack]?.lastMoved = now }
    }

    /// The file is there.
    mutating func kept(_ file: SoundID) {
        uploads[file] = nil
        for pack in drafts.keys { drafts[pack]?.missing[file] = nil }
    }

    mutating func dropIdleDrafts(at now: BootTime) {
        drafts = drafts.filter { now - $0.value.lastMoved < Self.draftPatience }
        uploads = uploads.filter { lacked($0.key) != nil }
    }

    /// Of the chunks that a node asks for, those that were not sent a moment ago.
    mutating func due(_ parts: [PackPart], of pack: SoundID, at now: BootTime) -> [PackPart] {
        if sentSweptAt.map({ now - $0 >= .seconds(10) }) ?? true {
            sentSweptAt = now
            sent = sent.filter { now - $0.value < Self.resendAfter }
        }
        return parts.compactMap { part in
            let chunks = part.chunks.filter { chunk in
                let key = ChunkKey(pack: pack, file: part.file.id, chunk: chunk)
                if let at = sent[key], now - at < Self.resendAfter { return false }
                sent[key] = now
                return true
            }
            return chunks.isEmpty ? nil : PackPart(file: part.file, chunks: chunks)
        }
    }
}
