public import ClockDomain
import Glibc

/// The folder with all blobs of a program: each under its digest, and as `<digest>.part` while it comes. The shelf
/// keeps unneeded blobs as far as the bound allows, and removes the least recently used first.
///
/// Several threads may use it at a time, but only one writes a blob.
public struct BlobShelf: Sendable {
    private static let partSuffix = ".part"

    private let folder: BoundedFolder

    /// - Parameter maximumBytes: the bound of all unneeded blobs together.
    public init(folder path: String, maximumBytes: Int) {
        folder = BoundedFolder(path: path, maximumBytes: maximumBytes)
    }

    /// Makes the folder, and removes the leftovers of an earlier program.
    ///
    /// - Throws: ``SystemError`` when there can be no folder.
    public func prepare() throws(SystemError) { try folder.prepare { $0.hasSuffix(Self.partSuffix) } }

    public var path: String { folder.path }

    public func path(_ blob: Digest) -> String { folder.path(blob.rawValue) }

    /// True when the blob is there. It checks the length alone: the digest was checked on arrival.
    public func has(_ blob: Blob) -> Bool { bytes(of: blob.id) == blob.bytes }

    /// The length of the blob; `nil` if it is not there.
    public func bytes(of blob: Digest) -> Int? {
        var status = stat()
        return stat(path(blob), &status) == 0 ? Int(status.st_size) : nil
    }

    /// True when the blob is there and matches its name. The call removes one that does not, and marks one that does as
    /// used just now.
    public func isIntact(_ blob: Digest) -> Bool {
        guard folder.contains(blob.rawValue) else { return false }
        guard Self.digest(ofFile: path(blob)) == blob else {
            folder.remove(blob.rawValue)
            return false
        }
        folder.touch(blob.rawValue)
        return true
    }

    // MARK: Arriving blobs

    /// True when a part of the blob has come.
    public func hasPart(of blob: Digest) -> Bool { folder.contains(blob.rawValue + Self.partSuffix) }

    /// Puts bytes where they belong in the blob that is coming.
    public func write(_ bytes: [UInt8], at offset: Int, of blob: Digest) throws(SystemError) {
        try folder.write(bytes, at: offset, of: blob.rawValue + Self.partSuffix)
    }

    /// All of the blob is written: keeps it if it matches its name, and removes it if not.
    ///
    /// - Returns: the digest of the bytes that came; `nil` if the shelf cannot read them.
    public func finish(_ blob: Digest) throws(SystemError) -> Digest? {
        let part = blob.rawValue + Self.partSuffix
        let digest = Self.digest(ofFile: folder.path(part))
        if digest == blob { try folder.rename(part, to: blob.rawValue) } else { folder.remove(part) }
        return digest
    }

    public func dropPart(of blob: Digest) { folder.remove(blob.rawValue + Self.partSuffix) }

    /// Takes a file that is in the same file system, and gives it the name of its digest.
    public func store(file path: String) throws(SystemError) -> Digest {
        guard let digest = Self.digest(ofFile: path) else { throw SystemError("read \(path)") }
        guard rename(path, self.path(digest)) == 0 else { throw SystemError("keep \(self.path(digest))") }
        return digest
    }

    // MARK: Kept blobs

    /// Some bytes of a blob.
    ///
    /// - Throws: ``SystemError`` when it is not there, or has another length.
    public func read(_ range: Range<Int>, of blob: Blob) throws(SystemError) -> [UInt8] {
        let operation = "read \(path(blob.id))"
        let file = try FileDescriptor(open(path(blob.id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW), operation)
        var status = stat()
        guard fstat(file.raw, &status) == 0, Int(status.st_size) == blob.bytes else {
            throw SystemError("read all of \(path(blob.id))", code: ENODATA)
        }
        var bytes = [UInt8](repeating: 0, count: range.count)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                retryingInterrupted {
                    pread(file.raw, buffer.baseAddress! + done, buffer.count - done, off_t(range.lowerBound + done))
                }
            }
            guard count > 0 else { throw SystemError(operation, code: count == 0 ? ENODATA : errno) }
            done += count
        }
        return bytes
    }

    public func remove(_ blob: Digest) { folder.remove(blob.rawValue) }

    /// Removes the least recently used blobs until `bytes` more fit, but none that somebody needs.
    public func makeRoom(for bytes: Int, besides isNeeded: (Digest) -> Bool) {
        folder.makeRoom(for: bytes) { name in
            let blob = name.hasSuffix(Self.partSuffix) ? String(name.dropLast(Self.partSuffix.count)) : name
            return Digest(blob).map(isNeeded) ?? false
        }
    }

    /// - Returns: `nil` where the file cannot be read.
    public static func digest(ofFile path: String) -> Digest? {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = BoundedFolder(path: String(path[..<slash]), maximumBytes: .max)
        var hash = SHA256()
        let count = folder.read(String(path[path.index(after: slash)...])) { hash.update($0) }
        return count == nil ? nil : Digest(sha256: hash.finish())
    }
}
