internal import ClockDomain
internal import ClockWire

/// Files that clients hand over to have them played. Nothing of it is stored: an upload that a restart cut off begins anew.
struct SoundUploads: Sendable {
    private struct Upload: Sendable {
        var bytes: Int
        var received: Set<Int> = []
        var lastMoved: BootTime

        var chunks: Int { UploadRequest.chunks(of: bytes) }
        var missing: [Int] { (0..<chunks).filter { !received.contains($0) } }
    }

    private static let maximumUploads = 8
    private static let maximumBytes = 64 << 20
    /// An upload that nothing was heard of for so long is dropped.
    private static let patience: Duration = .minutes(10)

    private var uploads: [SoundID: Upload] = [:]

    /// Why a file cannot be played yet; `nil` where no chunk of it is known to be missing.
    func refusal(of file: SoundID) -> RequestError? {
        guard let upload = uploads[file], !upload.missing.isEmpty else { return nil }
        return RequestError(
            .invalid, "\(upload.missing.count) of the file's \(upload.chunks) chunks were not uploaded")
    }

    mutating func take(_ request: UploadRequest, origin: RequestOrigin, at now: Now, _ out: inout Outbox) {
        guard let upload = uploads[request.file] else {
            guard request.chunk == nil else {
                return out.fail(
                    origin, .unknownObject,
                    "nothing is known of this upload: ask which chunks are missing, then send them")
            }
            return out.perform(.findUpload(origin, request.file, bytes: request.bytes))
        }
        guard upload.bytes == request.bytes else {
            return out.fail(origin, .invalid, "the file has \(upload.bytes) bytes, not \(request.bytes)")
        }
        uploads[request.file]?.lastMoved = now.boot
        guard let chunk = request.chunk, !upload.received.contains(chunk.index) else {
            return out.reply(.upload(UploadResult(missing: upload.missing)), to: origin)
        }
        out.perform(.keepUpload(origin, request.file, chunk))
    }

    /// It was looked for the file, or what was made of it.
    ///
    /// - Returns: whether an upload has begun.
    mutating func found(
        _ file: SoundID, bytes: Int, isThere: Bool, origin: RequestOrigin, at now: Now, _ out: inout Outbox
    ) -> Bool {
        guard !isThere else {
            out.reply(.upload(UploadResult(missing: [])), to: origin)
            return false
        }
        guard uploads[file] == nil else {
            tellMissing(of: file, to: origin, &out)
            return false
        }
        let total = uploads.values.reduce(bytes) { $0 + $1.bytes }
        guard uploads.count < Self.maximumUploads, total <= Self.maximumBytes else {
            out.fail(origin, .unavailable, "too many uploads at once: ask again in some minutes")
            return false
        }
        uploads[file] = Upload(bytes: bytes, lastMoved: now.boot)
        return true
    }

    /// A chunk is on the disk.
    mutating func kept(_ chunk: Int, of file: SoundID, origin: RequestOrigin, _ out: inout Outbox) {
        guard uploads[file] != nil else {
            return out.fail(origin, .unavailable, "the upload took too long and was dropped: begin again")
        }
        uploads[file]?.received.insert(chunk)
        tellMissing(of: file, to: origin, &out)
    }

    func tellMissing(of file: SoundID, to origin: RequestOrigin, _ out: inout Outbox) {
        out.reply(.upload(UploadResult(missing: uploads[file]?.missing ?? [])), to: origin)
    }

    /// The file has become a sound.
    mutating func finish(_ file: SoundID) { uploads[file] = nil }

    /// The file is of no use.
    mutating func drop(_ file: SoundID, _ out: inout Outbox) {
        if uploads.removeValue(forKey: file) != nil { out.perform(.dropUpload(file)) }
    }

    /// When an upload will have taken too long; `nil` when there is none.
    var nextExpiry: BootTime? { uploads.values.map { $0.lastMoved + Self.patience }.min() }

    mutating func dropIdle(at now: Now, _ out: inout Outbox) {
        let idle = uploads.filter { now.boot - $0.value.lastMoved >= Self.patience }.keys.sorted()
        for file in idle { drop(file, &out) }
    }
}
