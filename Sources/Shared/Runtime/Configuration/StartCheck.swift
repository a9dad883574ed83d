internal import ClockDomain
internal import Glibc

/// Checks the needs of a start beyond the settings' own values: files, folders, sockets. It changes nothing.
///
/// A reload ends a program and starts it again, so the check must find everything that would end the start.
public struct StartCheck: Sendable {
    public let settings: ProgramConfiguration
    /// Of the process that will start.
    public let environment: [String: String]
    /// The configuration of this very program while it runs: its folder, its port and its sockets are its own. `nil` where
    /// the check is a process by itself, which does not know whose they are.
    public let running: ProgramConfiguration?
    /// For the log and the person.
    public private(set) var warnings: [String] = []

    public init(_ settings: ProgramConfiguration, environment: [String: String], running: ProgramConfiguration? = nil) {
        self.settings = settings
        self.environment = environment
        self.running = running
    }

    public mutating func warn(_ warning: String) { warnings.append(warning) }

    /// True when a setting has another value than the running program has; `false` if none is known to run.
    public func isChanged(_ name: String) -> Bool {
        running.map { $0.optionalString(name) != settings.optionalString(name) } ?? false
    }

    // MARK: Folders

    /// The folder `state_directory`: that it can be made and written, and that no other program has it.
    ///
    /// - Parameter program: its owner, for messages.
    public mutating func stateFolder(of program: String) throws(FatalError) {
        let folder = settings.string("state_directory")
        let setting = "\(settings.source(of: "state_directory")): state_directory"
        guard !folder.isEmpty else { throw FatalError(.configuration, "\(setting) is empty; name a folder") }
        do throws(SystemError) {
            try Self.tryFolder(folder)
        } catch {
            // A user other than the service's cannot tell the rights of that user.
            if settings.isOnlyChecked, error.code == EACCES, geteuid() != 0 {
                return warn("\(setting): \(error); check as the service's user")
            }
            // A card that has gone read-only is no mistake of the configuration; see FolderLock.
            if error.code == EROFS { return warn("\(setting): \(error)") }
            throw FatalError(error, exitCode: .cannotCreate, purpose: setting)
        }
        guard let running, !Self.isSame(folder, running.string("state_directory")) else { return }
        let lock = open("\(folder)/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        // Without a lock's file nobody has the folder.
        guard lock >= 0 else { return }
        defer { close(lock) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw FatalError(.temporaryFailure, "\(setting): another \(program) uses \(folder); name another folder")
        }
    }

    /// Checks a folder that somebody has named. If nobody has, the usual one may be missing.
    public func folder(_ name: String) throws(FatalError) {
        guard settings.origin(of: name) != .standard, let path = settings.optionalString(name) else { return }
        let setting = "\(settings.source(of: name)): \(name)"
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw FatalError(SystemError("look into \(path)"), exitCode: .noInput, purpose: setting)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw FatalError(.configuration, "\(setting) \"\(path)\" is no folder")
        }
        guard access(path, R_OK | X_OK) == 0 else {
            throw FatalError(SystemError("look into \(path)"), exitCode: .noInput, purpose: setting)
        }
    }

    /// Makes the missing parts of a folder, tries to write a file there, and removes all of it again.
    private static func tryFolder(_ folder: String) throws(SystemError) {
        var made: [String] = []
        defer { for path in made.reversed() { rmdir(path) } }
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, 0o700) == 0 {
                made.append(path)
            } else if errno != EEXIST, access(path, F_OK) != 0 {
                throw SystemError("make the folder \(path)")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError("look into \(path)") }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError("use \(path) as a folder", code: ENOTDIR) }
        let probe = "\(path)/.probe.\(getpid()).\(UInt32.random(in: 0 ... .max))"
        let file = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SystemError("write into \(path)") }
        close(file)
        unlink(probe)
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return one == other }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    // MARK: Files

    /// A file that a setting names, if one is named: that it can be read.
    ///
    /// - Returns: `nil` where no file is named, or only the running service can read it.
    @discardableResult
    public func file(_ name: String, limit: Int = 1 << 20) throws(FatalError) -> [UInt8]? {
        guard let path = settings.optionalString(name), !isCredential(path) else { return nil }
        do throws(SystemError) {
            return try AtomicFile.read(path, limit: limit)
        } catch {
            throw FatalError(error, exitCode: .noInput, purpose: "\(settings.source(of: name)): \(name)")
        }
    }

    /// True when only the running service can read a file.
    public func isCredential(_ path: String) -> Bool {
        settings.isOnlyChecked && path.hasPrefix(SecretFile.credentials)
    }

    /// Checks that the certificates and keys of a section such as `broker.tls` can be read, are of the right kind, and
    /// belong together.
    public func certificates(_ section: String) throws(FatalError) {
        func refuse(_ name: String, _ what: String) -> FatalError {
            FatalError(
                .configuration,
                "\(settings.source(of: name)): \(name) \(settings.optionalString(name) ?? "") has no \(what) in PEM")
        }
        for key in ["ca", "certificate"] where settings.knows("\(section).\(key)") {
            if let bytes = try file("\(section).\(key)"), CertificateEnd.of(pem: bytes) == nil {
                throw refuse("\(section).\(key)", "certificate")
            }
        }
        guard let key = try file("\(section).key") else { return }
        let text = String(decoding: key, as: UTF8.self)
        guard text.contains("PRIVATE KEY-----"), text.contains("-----END ") else {
            throw refuse("\(section).key", "private key")
        }
        guard let certificate = try file("\(section).certificate") else { return }
        do throws(KeyPair.Problem) {
            try KeyPair.check(certificate: certificate, key: key)
        } catch {
            switch error {
            case .certificate: throw refuse("\(section).certificate", "certificate that the TLS library can read")
            case .key: throw refuse("\(section).key", "private key that the TLS library can read without a passphrase")
            case .apart:
                throw FatalError(
                    .configuration,
                    "\(settings.source(of: "\(section).key")): \(section).certificate and \(section).key do not belong "
                        + "together: \(settings.optionalString("\(section).key") ?? "") is the key of another certificate"
                )
            }
        }
    }

    // MARK: Sockets

    /// A Unix socket's path: that the start can make it.
    public func socket(_ path: String, _ name: String) throws(FatalError) {
        let setting = "\(settings.source(of: name)): \(name)"
        guard path.utf8.count <= UnixSocket.maximumPathBytes, path.hasPrefix("/") else {
            throw FatalError(
                .configuration,
                "\(setting) \"\(path.prefix(120))\" is no socket's path: it begins with / and has at most "
                    + "\(UnixSocket.maximumPathBytes) bytes")
        }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
            throw FatalError(.configuration, "\(setting): \(path) is there and is no socket")
        }
        let folder = AtomicFile.folder(of: path)
        guard access(folder, W_OK | X_OK) == 0 else {
            let error = SystemError("make a socket in \(folder)")
            // A service's own folder is there while it runs.
            if settings.isOnlyChecked, error.code == EACCES || folder.hasPrefix("/run/") { return }
            throw FatalError(error, exitCode: .cannotCreate, purpose: setting)
        }
    }

    /// An address and port: that the start can listen there. The port of the running program is its own.
    ///
    /// - Parameter bind: tries to; returns the error number, or 0.
    public func port(_ name: String, _ bind: () -> Int32) throws(FatalError) {
        func address(_ values: ProgramConfiguration) -> String {
            values.optionalString(name) ?? values.optionalInt(name).map { "port \($0)" } ?? ""
        }
        if let running, address(running) == address(settings) { return }
        let code = bind()
        // The program that has it may be this one.
        if code == 0 || (running == nil && code == EADDRINUSE) { return }
        throw FatalError(
            SystemError("listen at \(address(settings))", code: code), exitCode: .configuration,
            purpose: "\(settings.source(of: name)): \(name)")
    }

    /// A program that the first word of a command names: that it can be run.
    public func program(_ name: String) throws(FatalError) {
        guard let word = settings.optionalString(name)?.split(separator: " ").first else { return }
        let places =
            word.contains("/")
            ? [String(word)]
            : (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { "\($0)/\(word)" }
        guard places.contains(where: { access($0, X_OK) == 0 }) else {
            throw FatalError(
                .configuration, "\(settings.source(of: name)): \(name): there is no program \(word) that can be run")
        }
    }
}
