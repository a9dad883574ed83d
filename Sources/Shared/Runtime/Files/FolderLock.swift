import Glibc

/// Exclusive use of a state folder for as long as this value lives; the kernel ends it with the process, however it
/// ends.
public final class FolderLock: Sendable {
    private let file: FileDescriptor

    /// Makes the folder if it is missing, and locks it.
    ///
    /// - Parameters:
    ///   - program: the folder's owner, for messages.
    ///   - remedy: the advice when another process has it, for messages.
    /// - Throws: ``FatalError`` with ``ExitCode/cannotCreate`` when the folder cannot be made or written, with
    ///   ``ExitCode/temporaryFailure`` when another process has it.
    public init(
        _ folder: String, program: String, remedy: String = "stop it first, or give this one another --state-directory"
    ) throws(FatalError) {
        do throws(SystemError) {
            try FolderLock.make(folder)
            let path = "\(folder)/lock"
            var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            // A card that has gone read-only can still be locked: speaking without saving beats silence.
            if descriptor < 0, errno == EROFS {
                descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
                // None was there yet, and none can be made: then all lock the folder itself.
                if descriptor < 0 { descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
            }
            file = try FileDescriptor(descriptor, "open \(path)")
        } catch {
            throw FatalError(error, exitCode: .cannotCreate, purpose: "\(program)'s state folder")
        }
        guard flock(file.raw, LOCK_EX | LOCK_NB) == 0 else {
            throw FatalError(.temporaryFailure, "another \(program) uses \(folder); \(remedy)")
        }
    }

    /// Returns warnings about other users' access to the state folder.
    public static func warnings(_ folder: String) -> [String] {
        // Without a folder, the program makes one for its user alone.
        guard let permissions = try? FileStatus(of: folder).permissions, permissions & 0o007 != 0 else { return [] }
        return ["every user can look into the state folder \(folder); chmod 700 it"]
    }

    private static func make(_ folder: String) throws(SystemError) {
        var made = ""
        for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
            made += made.isEmpty && part.isEmpty ? "/" : made.hasSuffix("/") || made.isEmpty ? part : "/\(part)"
            guard mkdir(made, 0o755) == 0 || access(made, F_OK) == 0 else {
                throw SystemError("make the folder \(made)")
            }
        }
    }
}
