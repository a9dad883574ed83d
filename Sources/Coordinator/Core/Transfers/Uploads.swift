internal import ClockDomain
internal import ClockWire

/// Files that clients upload in chunks: to have them played, or as a part of a voice pack.
///
/// Nothing of it is stored. An interrupted upload begins again after a restart; complete files of a pack stay.
struct Uploads: Sendable {
    private struct Upload: Sendable {
        var bytes: Int
        /// The client that declared it.
        var asker: String
        /// True if a draft of a pack lacks it; the draft then limits its number and time.
        var isOfPack: Bool
        /// Chunks that are on the disk or on their way there.
        var taken: Set<Int> = []
        var kept: Set<Int> = []
        /// The instant of its declaration or its last new chunk.
        var lastMoved: BootTime

        var chunks: Int { UploadRequest.chunks(of: bytes) }
        var missing: [Int] { (0..<chunks).filter { !kept.contains($0) } }
    }

    private static let maximumUploads = 8
    private static let maximumBytes = 64 << 20
    /// An upload idle for this time makes room for another: a client that sends is never so slow.
    private static let idle: Duration = .seconds(5)
    /// An upload idle for this time is dropped.
    private static let patience: Duration = .minutes(10)

    private var uploads: [Digest: Upload] = [:]

    private var toBePlayed: [Digest: Upload] { uploads.filter { !$0.value.isOfPack } }

    /// Returns the error for a file with missing chunks; `nil` when none is known to be missing.
    func refusal(of file: Digest) -> RequestError? {
        guard let upload = uploads[file], !upload.missing.isEmpty else { return nil }
        return RequestError(.invalid, "\(upload.missing.count) of the file's \(upload.chunks) chunks were not uploaded")
    }

    /// - Parameter isOfPack: true if a draft of a pack lacks the file.
    mutating func receive(
        _ request: UploadRequest, isOfPack: Bool, origin: RequestOrigin, at now: Now, _ out: inout Outbox
    ) {
        if isOfPack, uploads[request.file] == nil {
            uploads[request.file] = Upload(
                bytes: request.bytes, asker: origin.asker, isOfPack: true, lastMoved: now.boot)
        }
        guard var upload = uploads[request.file] else {
            guard request.chunk == nil else {
                return out.fail(
                    origin, .unknownObject,
                    "the coordinator does not know this upload: ask which chunks are missing, then send them")
            }
            return out.perform(.findUpload(origin, request.file, bytes: request.bytes))
        }
        guard upload.bytes == request.bytes else {
            return out.fail(origin, .invalid, "the file has \(upload.bytes) bytes, not \(request.bytes)")
        }
        // A repeated declaration or chunk keeps no place.
        guard let chunk = request.chunk, upload.taken.insert(chunk.index).inserted else {
            return tellMissing(of: request.file, to: origin, &out)
        }
        upload.lastMoved = now.boot
        uploads[request.file] = upload
        let isLast = upload.taken.count == upload.chunks
        out.perform(.keepUpload(origin, request.file, chunk, isLast: isLast))
    }

    /// Follows the search for the file, or for the sound made of it.
    mutating func found(
        _ file: Digest, bytes: Int, isThere: Bool, origin: RequestOrigin, at now: Now, _ out: inout Outbox
    ) {
        guard !isThere else { return out.reply(.success(UploadResult(missing: [])), to: origin) }
        if uploads[file] == nil {
            while !hasRoom(for: bytes) {
                guard let file = displaced(by: origin.asker, at: now.boot) else {
                    return out.fail(origin, .unavailable, "too many uploads at once: ask again in a moment")
                }
                drop(file, &out)
            }
            uploads[file] = Upload(bytes: bytes, asker: origin.asker, isOfPack: false, lastMoved: now.boot)
            arm(&out)
        }
        tellMissing(of: file, to: origin, &out)
    }

    /// Returns the upload that makes room for one of this client: the longest idle one, or the least moved one of a client
    /// that has at least two more than this one. So nobody's uploads keep others out.
    private func displaced(by asker: String, at boot: BootTime) -> Digest? {
        func longest(_ uploads: [Digest: Upload]) -> (key: Digest, value: Upload)? {
            uploads.min { ($0.value.lastMoved, $0.key) < ($1.value.lastMoved, $1.key) }
        }
        let uploads = toBePlayed
        if let longest = longest(uploads), boot - longest.value.lastMoved >= Self.idle { return longest.key }
        let counts = Dictionary(uploads.values.map { ($0.asker, 1) }, uniquingKeysWith: +)
        let own = counts[asker] ?? 0
        guard let greedy = counts.filter({ $0.value >= own + 2 }).max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
        else { return nil }
        return longest(uploads.filter { $0.value.asker == greedy.key })?.key
    }

    private func hasRoom(for bytes: Int) -> Bool {
        let others = toBePlayed
        return others.count < Self.maximumUploads && others.values.reduce(bytes) { $0 + $1.bytes } <= Self.maximumBytes
    }

    /// Notes that a chunk is on the disk.
    ///
    /// - Parameter isWhole: true if the file is complete and its digest matches its name.
    /// - Returns: true for a complete file of a pack.
    mutating func kept(
        _ chunk: Int, of file: Digest, isWhole: Bool, origin: RequestOrigin, _ out: inout Outbox
    ) -> Bool {
        guard uploads[file] != nil else {
            out.fail(origin, .unavailable, "the upload took too long and was dropped: begin again")
            return false
        }
        uploads[file]?.kept.insert(chunk)
        tellMissing(of: file, to: origin, &out)
        guard isWhole, uploads[file]?.isOfPack == true else { return false }
        uploads[file] = nil
        return true
    }

    private func tellMissing(of file: Digest, to origin: RequestOrigin, _ out: inout Outbox) {
        out.reply(.success(UploadResult(missing: uploads[file]?.missing ?? [])), to: origin)
    }

    /// Ends the upload of a file that has become a sound.
    mutating func finish(_ file: Digest) { uploads[file] = nil }

    mutating func drop(_ file: Digest, _ out: inout Outbox) {
        if uploads.removeValue(forKey: file) != nil { out.perform(.dropUpload(file)) }
    }

    /// Drops uploads that were idle for too long.
    mutating func dropIdle(at now: Now, _ out: inout Outbox) {
        let idle = toBePlayed.filter { now.boot - $0.value.lastMoved >= Self.patience }.keys.sorted()
        for file in idle { drop(file, &out) }
        arm(&out)
    }

    /// Drops files of packs that no draft lacks any more.
    mutating func dropFilesOfPacks(but isLacked: (Digest) -> Bool, _ out: inout Outbox) {
        let unneeded = uploads.filter { $0.value.isOfPack && !isLacked($0.key) }.keys.sorted()
        for file in unneeded { drop(file, &out) }
    }

    private func arm(_ out: inout Outbox) {
        guard let next = toBePlayed.values.map({ $0.lastMoved + Self.patience }).min() else {
            return out.cancelTimer(.uploads)
        }
        out.setTimer(.uploads, .boot(next))
    }
}
