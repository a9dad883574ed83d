internal import ClockDomain
package import ClockRuntime
package import ClockWebCore
internal import Glibc

/// The file of accounts on the disk, which only the server's user can read.
package struct AccountsFile: Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// Returns `nil` when there is none.
    ///
    /// - Throws: ``FatalError`` for a file that is unreadable, or not as it should be.
    package func read() throws(FatalError) -> Accounts? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(path, limit: Accounts.maximumBytes)
        } catch {
            if error.code == ENOENT { return nil }
            throw FatalError(error, exitCode: .noInput, purpose: "accounts")
        }
        guard let text = FileText.text(bytes) else { throw FatalError(.configuration, "\(path) is no text in UTF-8") }
        do throws(AccountsProblem) {
            return try Accounts(text)
        } catch {
            throw FatalError(.configuration, "\(path): \(error)")
        }
    }

    /// Replaces the file. It gets the owner of its folder, so that a server that is not root can read a file that root
    /// wrote.
    package func write(_ accounts: Accounts) throws(FatalError) {
        do throws(SystemError) {
            try AtomicFile.replace(
                path, with: Array(accounts.text.utf8), mode: 0o600, owner: FolderOwner.toKeep(in: folderPath))
        } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
    }

    /// A text that changes with the file or its permissions; `nil` when there is none.
    package var mark: String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return "\(status.st_ino) \(status.st_size) \(status.st_ctim.tv_sec) \(status.st_ctim.tv_nsec)"
    }

    private var folderPath: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
