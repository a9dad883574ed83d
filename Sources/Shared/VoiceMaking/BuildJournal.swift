internal import ClockDomain
public import ClockRuntime
internal import Glibc
internal import Synchronization

/// Which clips of a folder were made of what, so that none is made twice and none of somebody else's is replaced.
///
/// A line is added when a clip is whole: `1 ORIGIN DIGEST FILE`. A line that a crash cut off is no line. A clip
/// counts as made only while its file has the digest it was written with.
public final class BuildJournal: Sendable {
    /// In the pack's folder.
    public static let fileName = ".voice-build"

    /// What is known of a clip's file.
    public enum Standing: Hashable, Sendable {
        case absent
        /// It was made here, of this.
        case made(origin: String)
        /// It was not made here, or was changed since.
        case foreign
    }

    private struct Entry {
        var origin: String
        var digest: String
    }

    private static let maximumBytes = 8 << 20
    private static let version = "1"

    private let folder: String
    private let descriptor: Int32
    private let entries: Mutex<[String: Entry]>

    /// Opens the journal of a folder for this process alone, for as long as it lives.
    ///
    /// - Throws: ``FatalError`` where it cannot be written, or another process has it.
    public init(folder: String) throws(FatalError) {
        let path = "\(folder)/\(Self.fileName)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else {
            throw FatalError(SystemError("write \(path)", code: errno), exitCode: .cannotCreate)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw FatalError(.temporaryFailure, "another clockctl makes clips in \(folder): wait until it has ended")
        }
        self.folder = folder
        self.descriptor = descriptor
        do throws(SystemError) {
            entries = Mutex(Self.parse(try AtomicFile.read(path, limit: Self.maximumBytes)))
        } catch {
            close(descriptor)
            throw FatalError(error, exitCode: .badData)
        }
    }

    deinit { close(descriptor) }

    /// What is known of the file of that name in the folder.
    public func standing(of file: String) -> Standing {
        let path = "\(folder)/\(file)"
        guard access(path, F_OK) == 0 else { return .absent }
        guard let entry = entries.withLock({ $0[file] }), digest(of: path) == entry.digest else { return .foreign }
        return .made(origin: entry.origin)
    }

    /// Notes that a file is whole.
    ///
    /// - Parameter origin: one word.
    public func note(_ file: String, origin: String) throws(SystemError) {
        let path = "\(folder)/\(file)"
        let digest = Digest(of: try AtomicFile.read(path, limit: Self.maximumClipBytes)).rawValue
        let line = Array("\(Self.version) \(origin) \(digest) \(file)\n".utf8)
        // Lines of several threads do not mix: each is one write to a file that is appended to.
        guard write(descriptor, line, line.count) == line.count else {
            throw SystemError("write \(folder)/\(Self.fileName)", code: errno)
        }
        entries.withLock { $0[file] = Entry(origin: origin, digest: digest) }
    }

    /// The name of what a clip is made of.
    public static func origin(_ facts: [String]) -> String {
        Digest(of: Array(facts.joined(separator: "\u{1F}").utf8)).rawValue
    }

    private static let maximumClipBytes = 64 << 20

    private func digest(of path: String) -> String? {
        // A file that cannot be read is not one that was made here.
        (try? AtomicFile.read(path, limit: Self.maximumClipBytes)).map { Digest(of: $0).rawValue }
    }

    private static func parse(_ bytes: [UInt8]) -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == version else { continue }
            entries[String(words[3])] = Entry(origin: String(words[1]), digest: String(words[2]))
        }
        return entries
    }
}
