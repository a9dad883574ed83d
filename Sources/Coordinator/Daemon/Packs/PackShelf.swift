internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Voice packs on the coordinator's disk: every file and every list under its digest, `<digest>.part` while it comes. So
/// what two packs share is there once.
final class PackShelf: Sendable {
    private let folder: BoundedFolder
    /// Writing, looking and removing, one after the other.
    private let queue = DispatchQueue(label: "voice packs")
    private static let partSuffix = ".part"
    /// What is left free on the file system, for the history.
    private static let reservedBytes = 64 << 20

    /// - Parameter path: a folder; it is made where it is not there.
    /// - Throws: ``SystemError`` when there can be none.
    init(folder path: String) throws(SystemError) {
        folder = BoundedFolder(path: path, maximumBytes: PackLimits.siteBytes)
        try folder.prepare { $0.hasSuffix(Self.partSuffix) }
    }

    func find(_ list: PackList, origin: RequestOrigin, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        queue.async { [self] in
            let reference = list.reference
            let missing = list.contents.filter { !has($0) }
            do throws(SystemError) {
                try checkRoom(for: missing.reduce(0) { $0 + $1.bytes })
                if !has(reference.list) {
                    try AtomicFile.replace(folder.path(reference.digest.rawValue), with: list.encoded)
                }
                post(.packFilesFound(origin, reference, missing: missing))
            } catch {
                post(.packFileRefused(origin, reference.digest, RequestError(.storeFailed, "\(error)")))
            }
        }
    }

    func keep(
        _ chunk: UploadRequest.Chunk, of file: CarriedSound, isLast: Bool, origin: RequestOrigin,
        post: @escaping @Sendable (CoordinatorEvent) -> Void
    ) {
        queue.async { [self] in
            let part = file.id.rawValue + Self.partSuffix
            do throws(SystemError) {
                try folder.write(chunk.bytes, at: chunk.index * UploadRequest.chunkBytes, of: part)
                guard isLast else { return post(.packFileKept(origin, file.id, isWhole: false)) }
                guard digest(part) == file.id else {
                    folder.remove(part)
                    let error = RequestError(
                        .invalid, "what was uploaded is not the file \(file.id.short): upload it again")
                    return post(.packFileRefused(origin, file.id, error))
                }
                try folder.rename(part, to: file.id.rawValue)
                post(.packFileKept(origin, file.id, isWhole: true))
            } catch {
                folder.remove(part)
                post(.packFileRefused(origin, file.id, RequestError(.storeFailed, "\(error)")))
            }
        }
    }

    /// Removes what none of these packs needs.
    func keepOnly(_ packs: [SoundID]) {
        queue.async { [self] in
            var needed = Set(packs)
            for pack in packs { needed.formUnion((list(pack)?.contents ?? []).map(\.id)) }
            folder.removeFiles(where: { name in
                let digest = name.hasSuffix(Self.partSuffix) ? String(name.dropLast(Self.partSuffix.count)) : name
                return SoundID(digest).map { !needed.contains($0) } ?? false
            })
        }
    }

    /// The bytes of a pack's file.
    ///
    /// - Throws: ``SystemError`` when it is not there, or has another length.
    func bytes(of file: CarriedSound) throws(SystemError) -> [UInt8] {
        let path = folder.path(file.id.rawValue)
        let bytes = try AtomicFile.read(path, limit: CarriedSound.maximumBytes)
        guard bytes.count == file.bytes else { throw SystemError("read all of \(path)", code: ENODATA) }
        return bytes
    }

    /// A text file of a pack; `nil` where it is not there, or is none.
    func text(of name: String, in pack: SoundID, limit: Int) -> String? {
        guard let file = list(pack)?.files.first(where: { $0.name == name }), file.content.bytes <= limit,
            let bytes = try? bytes(of: file.content)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Waits for the work under way. Nothing is begun after the runner has ended.
    func finishWork() { queue.sync {} }

    /// By its length: its digest was looked at when it was kept, and nodes look at it again.
    private func has(_ file: CarriedSound) -> Bool {
        var status = stat()
        return stat(folder.path(file.id.rawValue), &status) == 0 && Int(status.st_size) == file.bytes
    }

    private func list(_ pack: SoundID) -> PackList? {
        // One that cannot be read names no files; nodes that want it will say so.
        guard let bytes = try? AtomicFile.read(folder.path(pack.rawValue), limit: PackLimits.listBytes),
            SoundID(of: bytes) == pack
        else { return nil }
        // Nor can one that breaks a rule be of use.
        return try? WireCodec.decode(from: bytes)
    }

    private func digest(_ name: String) -> SoundID? {
        var hash = SHA256()
        return folder.read(name, { hash.update($0) }) == nil ? nil : SoundID(digest: hash.finish())
    }

    private func checkRoom(for bytes: Int) throws(SystemError) {
        var space = statvfs()
        guard statvfs(folder.path, &space) == 0 else { return }
        let free = Int(space.f_bavail) * Int(space.f_frsize)
        guard free < bytes + Self.reservedBytes else { return }
        throw SystemError("keep \(bytes >> 20) MiB more in \(folder.path)", code: ENOSPC)
    }
}
