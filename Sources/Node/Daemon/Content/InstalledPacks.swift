internal import ClockDomain
internal import ClockNodeCore
internal import ClockRuntime
internal import ClockSound
internal import ClockWire
internal import Glibc

/// Voice packs on the node's disk.
///
/// `<root>/<name>` is a link to the installed version, `.versions/<digest>`; a version that is coming is in
/// `.versions/<digest>.part`, and becomes one in a single step when all of it is there. Each version has its list
/// beside its files, and all of them are links to blobs of the shelf. So a reader gets a whole version or none,
/// wherever an interruption came, and the disk holds the common files of two versions once.
///
/// Only for one thread at a time, except ``isInFolder(_:)``.
struct InstalledPacks: Sendable {
    struct Problem: Error {
        var reason: String
    }

    /// The bytes that stay free on the file system, for everything else on it.
    private static let reservedBytes = 16 << 20
    private static let listName = ".list"
    private static let partSuffix = ".part"
    private static let versionsName = ".versions"

    let root: String
    /// In the same file system as the root.
    let shelf: BlobShelf

    private var versions: String { "\(root)/\(Self.versionsName)" }
    private func version(_ pack: Digest) -> String { "\(versions)/\(pack)" }
    private func part(_ pack: Digest) -> String { version(pack) + Self.partSuffix }

    // MARK: The search

    /// Returns the parts of the pack that are here. Removes a file that differs from the list, and uninstalls its
    /// version.
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
        try makeFolder(part)
        putVersionsOnShelf()
        if list(pack.digest, in: part) == nil {
            _ = unlink("\(part)/\(Self.listName)")
            if shelf.isIntact(pack.digest) { _ = link(shelf.path(pack.digest), "\(part)/\(Self.listName)") }
        }
        guard let list = list(pack.digest, in: part) else {
            try checkRoom(for: pack.bytes)
            return .unlisted
        }
        let lacking = list.contents.filter { !provide($0, of: list, in: part) }
        try checkRoom(for: lacking.reduce(0) { $0 + $1.bytes })
        return .lacking(list, lacking)
    }

    /// Makes sure that every file with this content is there; returns false when neither a file nor the shelf has it.
    private func provide(_ content: Blob, of list: PackList, in folder: String) -> Bool {
        let files = list.files.filter { $0.content == content }
        var source = files.first { isIntact($0, in: folder) }.map { "\(folder)/\($0.name)" }
        if source == nil, shelf.isIntact(content.id) { source = shelf.path(content.id) }
        guard let source else { return false }
        for file in files where !isIntact(file, in: folder) {
            guard link(source, "\(folder)/\(file.name)") == 0 else { return false }
        }
        return true
    }

    /// Links versions to the shelf that were installed before there was a shelf, or of which it has lost blobs.
    private func putVersionsOnShelf() {
        for name in FolderListing.names(in: versions) {
            let digest = name.hasSuffix(Self.partSuffix) ? String(name.dropLast(Self.partSuffix.count)) : name
            let folder = "\(versions)/\(name)"
            guard let pack = Digest(digest), let list = list(pack, in: folder) else { continue }
            putOnShelf("\(folder)/\(Self.listName)", pack)
            for file in list.files { putOnShelf("\(folder)/\(file.name)", file.content.id) }
        }
    }

    private func putOnShelf(_ path: String, _ blob: Digest) {
        if access(shelf.path(blob), F_OK) != 0 { _ = link(path, shelf.path(blob)) }
    }

    /// True when a version of a pack has the blob, here or coming.
    func isInFolder(_ blob: Digest) -> Bool {
        var status = stat()
        return lstat(shelf.path(blob), &status) == 0 && status.st_nlink > 1
    }

    private func list(_ pack: Digest, in folder: String) -> PackList? {
        // An unreadable list, or another one, counts as none: the node requests it again.
        guard let bytes = try? AtomicFile.read("\(folder)/\(Self.listName)", limit: PackLimits.listBytes),
            Digest(of: bytes) == pack
        else { return nil }
        // A list that breaks a rule is useless as well.
        return try? WireCodec.decode(from: bytes)
    }

    /// True when the file is there and matches the list; removes one that does not.
    private func isIntact(_ file: PackFile, in folder: String) -> Bool {
        let path = "\(folder)/\(file.name)"
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        if status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == file.content.bytes,
            BlobShelf.digest(ofFile: path) == file.content.id
        {
            return true
        }
        _ = unlink(path)
        return false
    }

    private func checkRoom(for bytes: Int) throws(Problem) {
        var space = statvfs()
        guard statvfs(root, &space) == 0 else { return }
        let free = Int(space.f_bavail) * Int(space.f_frsize)
        guard free < bytes + Self.reservedBytes else { return }
        throw Problem(
            reason:
                "the pack needs \(Self.mebibytes(bytes)) MiB in \(root), where \(Self.mebibytes(free)) MiB are free and "
                + "\(Self.reservedBytes >> 20) MiB have to stay free: free some space on that machine")
    }

    private static func mebibytes(_ bytes: Int) -> String {
        let tenths = (bytes * 10 + (1 << 20) - 1) >> 20
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
    }

    // MARK: Arrivals

    /// Links a blob on the shelf into the pack.
    func add(_ blob: Digest, to pack: Digest) throws(Problem) {
        let names = blob == pack ? [Self.listName] : names(of: blob, in: pack)
        for name in names {
            let path = "\(part(pack))/\(name)"
            try attempt("write \(path)") { link(shelf.path(blob), path) == 0 || errno == EEXIST ? 0 : -1 }
        }
    }

    private func names(of file: Digest, in pack: Digest) -> [String] {
        (list(pack, in: part(pack))?.files ?? []).filter { $0.content.id == file }.map(\.name)
    }

    // MARK: Installation

    func install(_ pack: PackReference) throws(Problem) {
        let whole = version(pack.digest)
        if !isFolder(whole) {
            let part = self.part(pack.digest)
            guard let list = list(pack.digest, in: part),
                list.files.allSatisfy({ access("\(part)/\($0.name)", R_OK) == 0 })
            else { throw Problem(reason: "files of the pack are gone from \(part)") }
            try attempt("keep \(whole)") { rename(part, whole) }
            try sync(versions)
        }
        // A rename puts the link in place at once or not at all.
        let temporary = "\(root)/.\(pack.name)"
        _ = unlink(temporary)
        let link = "\(root)/\(pack.name)"
        if isFolder(link), linkTarget(pack.name) == nil { removeTree(link) }
        try attempt("write \(link)") { symlink(linkText(pack.digest), temporary) }
        try attempt("write \(link)") { rename(temporary, link) }
        try sync(root)
    }

    private func linkText(_ pack: Digest) -> String { "\(Self.versionsName)/\(pack)" }

    private func linkTarget(_ name: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = readlink("\(root)/\(name)", &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Removes all but `packs` and the versions installed under their names.
    ///
    /// - Returns: the names that are no longer installed.
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
            if !kept.contains(version) { removeVersion(entry) }
        }
        return dropped.sorted()
    }

    /// Removes a version, with the blobs that no other version has.
    private func removeVersion(_ entry: String) {
        let folder = "\(versions)/\(entry)"
        let digest = entry.hasSuffix(Self.partSuffix) ? String(entry.dropLast(Self.partSuffix.count)) : entry
        let blobs = Digest(digest).flatMap { pack in list(pack, in: folder).map { [pack] + $0.contents.map(\.id) } }
        removeTree(folder)
        for blob in blobs ?? [] where !isInFolder(blob) { shelf.remove(blob) }
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
        do throws(SystemError) { try AtomicFile.sync(folder: folder) } catch { throw Problem(reason: "\(error)") }
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Versions have no folders in them. The next document retries a failed removal.
    private func removeTree(_ path: String) {
        for name in FolderListing.names(in: path) { _ = unlink("\(path)/\(name)") }
        _ = rmdir(path)
    }
}
