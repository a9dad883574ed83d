internal import ClockDomain
package import ClockRuntime
internal import ClockWebCore
internal import Glibc

/// Links that log a browser in once, without a password: `clockctl web open` prints them on the server's own machine.
///
/// A link is an empty file in the server's state folder, named by the digest of the link's secret. Whoever may write there
/// may be a member. The file's removal makes the link a used one, so no two browsers get in by it.
package struct LoginLinks: Sendable {
    private let folder: String

    /// A link that nobody has used ends after so long.
    package static let lifetimeMinutes = 10

    /// Of random bytes; nobody guesses it, so wrong ones need no delay.
    private static let secretBytes = 16
    private static let prefix = "link-"

    /// - Parameter folder: the server's state folder.
    package init(folder: String) {
        self.folder = folder
    }

    /// The address that the server is called by, as it wrote it at its last start; `nil` where it has never run.
    package var origin: String? {
        (try? AtomicFile.read(originFile, limit: 512)).flatMap { String(validating: $0, as: UTF8.self) }
            .flatMap { $0.split(separator: "\n").first }.map { String($0) }
    }

    /// Notes by which address the server is called.
    package func write(origin: String) throws(SystemError) {
        try AtomicFile.replace(originFile, with: Array("\(origin)\n".utf8), mode: 0o600)
    }

    private var originFile: String { "\(folder)/address" }

    /// Makes a link, and removes those that are too old.
    ///
    /// - Returns: its secret.
    /// - Throws: ``FatalError`` where the folder cannot be written.
    package func make() throws(FatalError) -> String {
        BoundedFolder(path: folder, maximumBytes: .max).removeFiles { name in
            name.hasPrefix(Self.prefix) && !isFresh("\(folder)/\(name)")
        }
        let secret = Hex.text(PasswordKey.random(Self.secretBytes))
        let path = path(of: secret)
        do throws(SystemError) {
            try AtomicFile.replace(path, with: [], mode: 0o600, owner: FolderOwner.toKeep(in: folder))
        } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
        return secret
    }

    /// Whether a secret is that of a link that nobody has used. It is used now.
    ///
    /// - Throws: ``SystemError`` where the file cannot be removed; nobody gets in by it then.
    package func redeem(_ secret: String) throws(SystemError) -> Bool {
        let path = path(of: secret)
        let isFresh = isFresh(path)
        guard unlink(path) == 0 else {
            if errno == ENOENT { return false }
            throw SystemError("remove \(path)", code: errno)
        }
        return isFresh
    }

    private func path(of secret: String) -> String {
        "\(folder)/\(Self.prefix)\(Hex.text(SHA256.digest(of: secret.utf8)))"
    }

    /// By the machine's clock; one that was set back makes no link last longer than twice its time.
    private func isFresh(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return abs(time(nil) - status.st_mtim.tv_sec) < Self.lifetimeMinutes * 60
    }
}
