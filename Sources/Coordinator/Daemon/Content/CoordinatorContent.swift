internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Glibc
internal import Synchronization

/// What clients upload and what goes to the nodes, on the coordinator's disk: one shelf with the lists and files of voice
/// packs, sounds that were made, and uploaded files that are to become sounds. Blobs that packs need stay; of the others
/// 144 MiB are kept.
final class CoordinatorContent: Sendable {
    /// Of the shelf, in the state folder.
    static let folderName = "content"
    private static let maximumBytes = 144 << 20
    /// What is left free on the file system, for the history.
    private static let reservedBytes = 64 << 20

    let shelf: BlobShelf
    /// Writing, looking and removing, one after the other.
    private let queue = DispatchQueue(label: "content")
    private let needed = Mutex<Set<Digest>>([])

    /// - Parameter stateFolder: where the shelf is.
    /// - Throws: ``SystemError`` when there can be none.
    init(stateFolder: String) throws(SystemError) {
        shelf = BlobShelf(folder: "\(stateFolder)/\(Self.folderName)", maximumBytes: Self.maximumBytes)
        // Version 0.1 had a shelf for packs, where every file had the name of its digest already.
        _ = rename(stateFolder + "/packs", shelf.path)
        try shelf.prepare()
    }

    /// Removes what was not used for longest until `bytes` more fit, but nothing that a pack needs.
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
            let reference = list.reference
            let missing = list.contents.filter { !shelf.has($0) }
            needed.withLock { $0.formUnion([reference.digest] + list.contents.map(\.id)) }
            do throws(SystemError) {
                try checkRoom(for: missing.reduce(0) { $0 + $1.bytes })
                if !shelf.has(reference.list) {
                    try AtomicFile.replace(shelf.path(reference.digest), with: list.encoded)
                }
                post(.packFound(origin, reference, missing: missing))
            } catch {
                post(.packRefused(origin, reference.digest, RequestError(.storeFailed, "\(error)")))
            }
        }
    }

    /// From now on these packs are needed. What was needed until now and is not any more goes.
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

    /// A text file of a pack; `nil` where it is not there, or is none.
    func text(of name: String, in pack: Digest, limit: Int) -> String? {
        guard let file = list(pack)?.files.first(where: { $0.name == name }), file.content.bytes <= limit,
            let bytes = try? shelf.read(0..<file.content.bytes, of: file.content)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private func list(_ pack: Digest) -> PackList? {
        // One that cannot be read names no files; nodes that want it will say so.
        guard let bytes = try? AtomicFile.read(shelf.path(pack), limit: PackLimits.listBytes),
            Digest(of: bytes) == pack
        else { return nil }
        // Nor can one that breaks a rule be of use.
        return try? WireCodec.decode(from: bytes)
    }

    private func checkRoom(for bytes: Int) throws(SystemError) {
        var space = statvfs()
        guard statvfs(shelf.path, &space) == 0 else { return }
        let free = Int(space.f_bavail) * Int(space.f_frsize)
        guard free < bytes + Self.reservedBytes else { return }
        throw SystemError("keep \(bytes >> 20) MiB more in \(shelf.path)", code: ENOSPC)
    }

    /// Waits for the work under way. Nothing is begun after the runner has ended.
    func finishWork() { queue.sync {} }
}
