internal import ClockDomain
public import ClockRuntime
internal import Glibc
internal import Synchronization

/// The record of the origin of each clip in a folder: no clip is made twice, and nobody else's clip is replaced.
///
/// We add a line once a clip is complete: `1 ORIGIN DIGEST FILE`. A line that a crash cut off does not count. A clip
/// counts as made only while its file has the digest from its line.
public final class BuildJournal: Sendable {
    /// In the pack's folder.
    public static let fileName = ".voice-build"

    /// The state of a clip's file.
    public enum Standing: Hashable, Sendable {
        case absent
        /// We made it here, of this origin.
        case made(origin: String)
        /// Somebody else made it, or it has changed since.
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
    /// - Throws: ``FatalError`` when it is not writable, or another process has it open.
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

    /// Returns the state of the file of that name in the folder.
    public func standing(of file: String) -> Standing {
        let path = "\(folder)/\(file)"
        guard access(path, F_OK) == 0 else { return .absent }
        guard let entry = entries.withLock({ $0[file] }), digest(of: path) == entry.digest else { return .foreign }
        return .made(origin: entry.origin)
    }

    /// Records that a file is complete.
    ///
    /// - Parameter origin: one word.
    public func record(_ file: String, origin: String) throws(SystemError) {
        let path = "\(folder)/\(file)"
        let digest = Digest(of: try AtomicFile.read(path, limit: Self.maximumClipBytes)).rawValue
        let line = Array("\(Self.version) \(origin) \(digest) \(file)\n".utf8)
        // Lines of several threads do not mix: each is one write in append mode.
        guard write(descriptor, line, line.count) == line.count else {
            throw SystemError("write \(folder)/\(Self.fileName)", code: errno)
        }
        entries.withLock { $0[file] = Entry(origin: origin, digest: digest) }
    }

    /// Returns the name of a clip's ingredients.
    public static func origin(_ facts: [String]) -> String {
        Digest(of: Array(facts.joined(separator: "\u{1F}").utf8)).rawValue
    }

    private static let maximumClipBytes = 64 << 20

    private func digest(of path: String) -> String? {
        // An unreadable file is not one that we made here.
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
