internal import ClockDomain
package import ClockRuntime
internal import ClockWebCore
internal import Glibc

/// Links that log a browser in once, without a password: `clockctl web open` prints them on the server's own machine.
///
/// A link is an empty file in the server's state folder, named by the digest of the link's secret. Anybody who may
/// write there may be a member. Removing the file uses the link up, so it admits only one browser.
package struct LoginLinks: Sendable {
    private let folder: String

    /// An unused link expires after so long.
    package static let lifetimeMinutes = 10

    /// Random bytes of a secret; nobody can guess it, so wrong ones need no delay.
    private static let secretBytes = 16
    private static let prefix = "link-"

    /// - Parameter folder: the server's state folder.
    package init(folder: String) { self.folder = folder }

    /// The address of the server, as written at its last start; `nil` when it has never run.
    package var origin: String? {
        (try? AtomicFile.read(originFile, limit: 512)).flatMap { String(validating: $0, as: UTF8.self) }
            .flatMap { $0.split(separator: "\n").first }.map { String($0) }
    }

    /// Records the address of the server.
    package func write(origin: String) throws(SystemError) {
        try AtomicFile.replace(originFile, with: Array("\(origin)\n".utf8), mode: 0o600)
    }

    private var originFile: String { "\(folder)/address" }

    /// Makes a link, and removes links that are too old.
    ///
    /// - Returns: its secret.
    /// - Throws: ``FatalError`` when the folder is not writable.
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

    /// Uses a link up, and returns true when the secret was that of an unused one.
    ///
    /// - Throws: ``SystemError`` when it cannot remove the file; the link then admits nobody.
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

    /// True for a link that has not expired by the machine's clock; if somebody set that back, it lasts at most twice
    /// its time.
    private func isFresh(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return abs(time(nil) - status.st_mtim.tv_sec) < Self.lifetimeMinutes * 60
    }
}
