internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The files of clients and nodes on the coordinator's disk: one shelf with the lists and files of voice packs,
/// finished sounds, and uploaded files that will become sounds. Blobs of needed packs stay; of the others it keeps 144
/// MiB.
final class CoordinatorContent: Sendable {
    /// The name of the shelf in the state folder.
    static let folderName = "content"
    private static let maximumBytes = 144 << 20
    /// The bytes that must stay free on the file system, for the history.
    private static let reservedBytes = 64 << 20

    let shelf: BlobShelf
    /// Writes, searches and removals, one after the other.
    private let queue = DispatchQueue(label: "content")
    private let needed = Mutex<Set<Digest>>([])

    /// - Parameter stateFolder: the folder that holds the shelf.
    /// - Throws: ``SystemError`` when the shelf cannot be made.
    init(stateFolder: String) throws(SystemError) {
        shelf = BlobShelf(folder: "\(stateFolder)/\(Self.folderName)", maximumBytes: Self.maximumBytes)
        // Version 0.1 had a shelf for packs, and named every file by its digest already.
        _ = rename(stateFolder + "/packs", shelf.path)
        try shelf.prepare()
    }

    /// Removes the least recently used blobs until `bytes` more fit, but no blob of a needed pack.
    func makeRoom(for bytes: Int) {
        let needed = needed.withLock { $0 }
        shelf.makeRoom(for: bytes, besides: needed.contains)
    }

    // MARK: Uploads

    func find(
        _ file: Digest, bytes: Int, isMade: @escaping @Sendable () -> Bool, origin: RequestOrigin,
        post: @escaping @Sendable (CoordinatorEvent) -> Void
    ) {
        queue.async { [self] in
            post(.uploadFound(origin, file, bytes: bytes, isThere: isMade() || shelf.bytes(of: file) == bytes))
        }
    }

    func keep(
        _ chunk: UploadRequest.Chunk, of file: Digest, isLast: Bool, origin: RequestOrigin,
        post: @escaping @Sendable (CoordinatorEvent) -> Void
    ) {
        queue.async { [self] in
            do throws(SystemError) {
                if !shelf.hasPart(of: file) { makeRoom(for: UploadRequest.maximumFileBytes) }
                try shelf.write(chunk.bytes, at: chunk.index * UploadRequest.chunkBytes, of: file)
                if isLast {
                    let digest = try shelf.finish(file)
                    guard digest == file else {
                        let error = RequestError(
                            .invalid, "the uploaded bytes are not the file \(file.short): upload it again")
                        return post(.uploadRefused(origin, file, error))
                    }
                }
                post(.uploadKept(origin, file, chunk: chunk.index, isWhole: isLast))
            } catch {
                shelf.dropPart(of: file)
                post(.uploadRefused(origin, file, RequestError(.storeFailed, "\(error)")))
            }
        }
    }

    func drop(_ file: Digest) {
        queue.async { [self] in
            shelf.dropPart(of: file)
            if !needed.withLock({ $0.contains(file) }) { shelf.remove(file) }
        }
    }

    // MARK: Voice packs

    func find(_ list: PackList, origin: RequestOrigin, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        queue.async { [self] in
            do throws(SystemError) {
                post(.packFound(origin, list.reference, missing: try keep(list)))
            } catch {
                post(.packRefused(origin, list.reference.digest, RequestError(.storeFailed, "\(error)")))
            }
        }
    }

    /// Writes the list, and keeps all files of the pack from now on.
    ///
    /// - Returns: the files that are not there.
    private func keep(_ list: PackList) throws(SystemError) -> [Blob] {
        let reference = list.reference
        let missing = list.contents.filter { !shelf.has($0) }
        needed.withLock { $0.formUnion([reference.digest] + list.contents.map(\.id)) }
        try checkRoom(for: missing.reduce(0) { $0 + $1.bytes })
        if !shelf.has(reference.list) { try AtomicFile.replace(shelf.path(reference.digest), with: list.encoded) }
        return missing
    }

    /// Keeps a pack that was made here.
    ///
    /// - Parameter manifest: the bytes of its `voice.yaml`; the other files are on the shelf.
    func keep(_ list: PackList, manifest: [UInt8]) throws {
        try queue.sync {
            try AtomicFile.replace(shelf.path(Digest(of: manifest)), with: manifest)
            let missing = try keep(list)
            guard missing.isEmpty else {
                throw SystemError(
                    "keep \(missing.count) files of the pack \(list.name) in \(shelf.path)", code: ENODATA)
            }
        }
    }

    /// Makes these the needed packs, and removes files that only earlier ones needed.
    func keepOnly(_ packs: [Digest]) {
        queue.async { [self] in
            var kept = Set(packs)
            for pack in packs { kept.formUnion((list(pack)?.contents ?? []).map(\.id)) }
            let before = needed.withLock { needed in
                defer { needed = kept }
                return needed
            }
            for blob in before.subtracting(kept) {
                shelf.remove(blob)
                shelf.dropPart(of: blob)
            }
        }
    }

    /// Returns a text file of a pack; `nil` when it is missing or is not text.
    func text(of name: String, in pack: Digest, limit: Int) -> String? {
        guard let file = list(pack)?.files.first(where: { $0.name == name }), file.content.bytes <= limit,
            let bytes = try? shelf.read(0..<file.content.bytes, of: file.content)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private func list(_ pack: Digest) -> PackList? {
        // An unreadable list names no files; nodes that want it report the fault.
        guard let bytes = try? AtomicFile.read(shelf.path(pack), limit: PackLimits.listBytes),
            Digest(of: bytes) == pack
        else { return nil }
        // A list that breaks a rule is as useless.
        return try? WireCodec.decode(from: bytes)
    }

    private func checkRoom(for bytes: Int) throws(SystemError) {
        var space = statvfs()
        guard statvfs(shelf.path, &space) == 0 else { return }
        let free = Int(space.f_bavail) * Int(space.f_frsize)
        guard free < bytes + Self.reservedBytes else { return }
        throw SystemError("keep \(bytes >> 20) MiB more in \(shelf.path)", code: ENOSPC)
    }

    /// Waits for the work under way. No work begins after the runner has ended.
    func finishWork() { queue.sync {} }
}
