internal import ClockDomain
internal import ClockNodeCore
internal import ClockRuntime
internal import ClockSound
internal import ClockWire
internal import Glibc

/// Voice packs on the node's disk.
///
/// `<root>/<name>` is a link to the version that is in place, `.versions/<digest>`; a version that is coming is in
/// `.versions/<digest>.part`, and becomes one in a single step when all of it is there. Each version has its list beside
/// its files. So a reader sees a whole version or none, whatever was cut off where.
///
/// Not for two threads at a time.
struct PackFolder: Sendable {
    struct Problem: Error {
        var reason: String
    }

    /// What is left free on the file system, for everything else on it.
    private static let reservedBytes = 16 << 20
    private static let listName = ".list"
    private static let partSuffix = ".part"
    private static let versionsName = ".versions"

    let root: String

    private var versions: String { "\(root)/\(Self.versionsName)" }
    private func version(_ pack: SoundID) -> String { "\(versions)/\(pack)" }
    private func part(_ pack: SoundID) -> BoundedFolder {
        BoundedFolder(path: version(pack) + Self.partSuffix, maximumBytes: .max)
    }
    private func chunks(_ file: SoundID) -> String { ".\(file)" }

    // MARK: Looking

    /// What of the pack is here. A file that is not what the list says is removed, and a version with one is not in place
    /// any more.
    func find(_ pack: PackReference) throws(Problem) -> PackFinding {
        try makeFolders()
        let whole = version(pack.digest)
        if isFolder(whole) {
            if let list = list(pack.digest, in: whole), list.files.allSatisfy({ isIntact($0, in: whole) }) {
                return linkTarget(pack.name) == linkText(pack.digest) ? .ready : .lacking(list, [])
            }
            if linkTarget(pack.name) == linkText(pack.digest) { _ = unlink("\(root)/\(pack.name)") }
            removeTree(whole + Self.partSuffix)
            try attempt("put aside the damaged voice pack \(whole)") { rename(whole, whole + Self.partSuffix) }
        }
        let part = self.part(pack.digest)
        try makeFolder(part.path)
        guard let list = list(pack.digest, in: part.path) else {
            part.remove(Self.listName)
            try checkRoom(for: pack.bytes)
            return .unlisted
        }
        let others = otherVersions(besides: pack.digest)
        var lacking: [CarriedSound] = []
        for content in list.contents where !provide(content, of: list, in: part.path, from: others) {
            lacking.append(content)
        }
        try checkRoom(for: lacking.reduce(0) { $0 + $1.bytes })
        return .lacking(list, lacking)
    }

    /// Sees that every file with this content is there, if one is, or another version has it.
    private func provide(
        _ content: CarriedSound, of list: PackList, in folder: String, from others: [SoundID: String]
    ) -> Bool {
        let files = list.files.filter { $0.content == content }
        var source = files.first { isIntact($0, in: folder) }.map { "\(folder)/\($0.name)" }
        if source == nil, let other = others[content.id], digest(other) == content.id { source = other }
        guard let source else { return false }
        for file in files where !isIntact(file, in: folder) {
            guard link(source, "\(folder)/\(file.name)") == 0 else { return false }
        }
        return true
    }

    /// Paths of the files of all whole versions, by their digests.
    private func otherVersions(besides pack: SoundID) -> [SoundID: String] {
        var paths: [SoundID: String] = [:]
        for name in FolderListing.names(in: versions) {
            guard let other = SoundID(name), other != pack, let list = list(other, in: version(other)) else { continue }
            for file in list.files { paths[file.content.id] = "\(version(other))/\(file.name)" }
        }
        return paths
    }

    private func list(_ pack: SoundID, in folder: String) -> PackList? {
        // One that cannot be read, or is another, is the same as none: it is asked for again.
        guard let bytes = try? AtomicFile.read("\(folder)/\(Self.listName)", limit: PackLimits.listBytes),
            SoundID(of: bytes) == pack
        else { return nil }
        // Nor can one that breaks a rule be of use.
        return try? WireCodec.decode(from: bytes)
    }

    /// Whether the file is there and is what the list says; one that is not is removed.
    private func isIntact(_ file: PackFile, in folder: String) -> Bool {
        let path = "\(folder)/\(file.name)"
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        if status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == file.content.bytes,
            digest(path) == file.content.id
        {
            return true
        }
        _ = unlink(path)
        return false
    }

    private func digest(_ path: String) -> SoundID? {
        var hash = SHA256()
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = BoundedFolder(path: String(path[..<slash]), maximumBytes: .max)
        let read = folder.read(String(path[path.index(after: slash)...])) { hash.update($0) }
        return read == nil ? nil : SoundID(digest: hash.finish())
    }

    private func checkRoom(for bytes: Int) throws(Problem) {
        var space = statvfs()
        guard statvfs(root, &space) == 0 else { return }
        let free = Int(space.f_bavail) * Int(space.f_frsize)
        guard free < bytes + Self.reservedBytes else { return }
        throw Problem(
            reason:
                "it needs \(Self.mebibytes(bytes)) MiB more in \(root), where \(Self.mebibytes(free)) MiB are free and "
                + "\(Self.reservedBytes >> 20) MiB have to stay so: free some space on that machine")
    }

    private static func mebibytes(_ bytes: Int) -> String {
        let tenths = (bytes * 10 + (1 << 20) - 1) >> 20
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
    }

    // MARK: What comes

    func write(_ bytes: [UInt8], chunk: Int, of file: CarriedSound, in pack: SoundID) throws(Problem) {
        do throws(SystemError) {
            try part(pack).write(bytes, at: file.range(ofChunk: chunk).lowerBound, of: chunks(file.id))
        } catch {
            throw Problem(reason: "\(error)")
        }
    }

    /// All chunks of the file were written.
    func finish(_ file: CarriedSound, in pack: SoundID) throws(Problem) {
        let folder = part(pack)
        let name = chunks(file.id)
        let found = digest(folder.path(name))
        guard found == file.id else {
            folder.remove(name)
            throw Problem(reason: "a file came as \(found?.short ?? "nothing") in place of \(file.id.short)")
        }
        let names = file.id == pack ? [Self.listName] : names(of: file.id, in: pack)
        guard let first = names.first else {
            return folder.remove(name)
        }
        do throws(SystemError) {
            try folder.rename(name, to: first)
        } catch {
            throw Problem(reason: "\(error)")
        }
        for other in names.dropFirst() where !folder.contains(other) {
            try attempt("write \(folder.path(other))") { link(folder.path(first), folder.path(other)) }
        }
    }

    private func names(of file: SoundID, in pack: SoundID) -> [String] {
        (list(pack, in: part(pack).path)?.files ?? []).filter { $0.content.id == file }.map(\.name)
    }

    // MARK: Putting in place

    func install(_ pack: PackReference) throws(Problem) {
        let whole = version(pack.digest)
        if !isFolder(whole) {
            let part = self.part(pack.digest).path
            guard let list = list(pack.digest, in: part),
                list.files.allSatisfy({ access("\(part)/\($0.name)", R_OK) == 0 })
            else { throw Problem(reason: "files of it are gone from \(part)") }
            try attempt("keep \(whole)") { rename(part, whole) }
            try sync(versions)
        }
        // A link has its place at once or not at all.
        let temporary = "\(root)/.\(pack.name)"
        _ = unlink(temporary)
        let link = "\(root)/\(pack.name)"
        if isFolder(link), linkTarget(pack.name) == nil { removeTree(link) }
        try attempt("write \(link)") { symlink(linkText(pack.digest), temporary) }
        try attempt("write \(link)") { rename(temporary, link) }
        try sync(root)
    }

    private func linkText(_ pack: SoundID) -> String { "\(Self.versionsName)/\(pack)" }

    private func linkTarget(_ name: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = readlink("\(root)/\(name)", &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Removes all but `packs` and what is in place under one of their names.
    ///
    /// - Returns: the names that are no longer in place.
    func drop(keeping packs: [PackReference]) -> [String] {
        let names = Set(packs.map(\.name))
        var dropped: [String] = []
        for name in FolderListing.names(in: root) where NodeSettings.isVoiceName(name) && !names.contains(name) {
            if unlink("\(root)/\(name)") == 0 { dropped.append(name) }
        }
        let kept = Set(packs.map(\.digest.rawValue)).union(
            names.compactMap { linkTarget($0)?.split(separator: "/").last.map(String.init) })
        for entry in FolderListing.names(in: versions) {
            let version = entry.hasSuffix(Self.partSuffix) ? String(entry.dropLast(Self.partSuffix.count)) : entry
            if !kept.contains(version) { removeTree("\(versions)/\(entry)") }
        }
        return dropped.sorted()
    }

    // MARK: The file system

    private func makeFolders() throws(Problem) {
        try makeFolder(root)
        try makeFolder(versions)
    }

    private func makeFolder(_ path: String) throws(Problem) {
        try attempt("make the folder \(path)") { mkdir(path, 0o755) == 0 || errno == EEXIST ? 0 : -1 }
    }

    private func attempt(_ what: String, _ call: () -> Int32) throws(Problem) {
        guard call() == 0 else { throw Problem(reason: "\(SystemError(what, code: errno))") }
    }

    private func sync(_ folder: String) throws(Problem) {
        let raw = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try attempt("sync \(folder)") { raw >= 0 && fsync(raw) == 0 ? 0 : -1 }
        _ = close(raw)
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Versions have no folders in them. What cannot be removed is tried again with the next document.
    private func removeTree(_ path: String) {
        for name in FolderListing.names(in: path) { _ = unlink("\(path)/\(name)") }
        _ = rmdir(path)
    }
}
