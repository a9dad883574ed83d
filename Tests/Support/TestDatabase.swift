import Glibc
import Synchronization

/// A real PostgreSQL on a socket in a folder of its own, run by a user without privileges. It ends with the object, and with
/// the test process. Its log is in `log`.
public final class TestDatabase: Sendable {
    public let folder: TemporaryFolder
    /// The folder of its files.
    private let data: String
    private let process: Mutex<TestProcess?>

    private static let port = 5432
    private static let role = "clocksmith"
    /// The user as which root starts it, since PostgreSQL refuses to be root: that of Debian's package.
    private static let user = "postgres"

    private static let shared = Mutex<WeakDatabase>(WeakDatabase())

    private struct WeakDatabase {
        weak var database: TestDatabase?
    }

    /// One that other tests use at the same time, each with a database of its own.
    public static func common() throws -> TestDatabase {
        try shared.withLock { shared in
            if let database = shared.database { return database }
            let database = try TestDatabase()
            shared.database = database
            return database
        }
    }

    /// - Parameters:
    ///   - lines: further ones of postgresql.conf.
    ///   - path: the folder for its files; `data` in its own folder unless set.
    public init(_ lines: [String] = [], data path: String? = nil) throws {
        folder = try TemporaryFolder("pg")
        data = path ?? folder.file("data")
        process = Mutex(nil)
        try Self.give(folder.path)
        if path != nil { try Self.give(data) }
        try Self.run(
            "initdb",
            ["-D", data, "-U", Self.role, "-A", "trust", "-E", "UTF8", "--locale=C", "--wal-segsize=1", "-N"])
        try configure(lines)
        try start()
    }

    /// One that follows another, and takes over when it is told to.
    public init(standbyOf primary: TestDatabase) throws {
        folder = try TemporaryFolder("pg")
        data = folder.file("data")
        process = Mutex(nil)
        try Self.give(folder.path)
        try Self.run(
            "pg_basebackup",
            ["-D", data, "-R", "-N", "-c", "fast", "-h", primary.folder.path, "-p", "\(Self.port)", "-U", Self.role])
        try configure([
            "primary_conninfo = 'host=\(primary.folder.path) user=\(Self.role) application_name=standby'",
            // It has none itself, and would wait for one.
            "synchronous_standby_names = ''",
        ])
        try start()
    }

    deinit { process.withLock { $0?.kill() } }

    public var log: String { folder.read("log") }

    // MARK: Databases

    /// Makes an empty database and gives its address.
    public func makeDatabase(_ name: String, options: String = "") throws -> String {
        try query("CREATE DATABASE \"\(name)\" \(options)", in: "postgres")
        return address(name)
    }

    public func address(_ name: String) -> String {
        "postgresql://\(Self.role)@/\(name)?host=\(folder.path)&port=\(Self.port)&connect_timeout=60"
    }

    /// The address of a database that is here or, after a failover, at `other`.
    public func address(_ name: String, or other: TestDatabase) -> String {
        "postgresql://\(Self.role)@/\(name)?host=\(folder.path),\(other.folder.path)&port=\(Self.port)&connect_timeout=60"
    }

    /// Returns the output of statements, values apart by `|`.
    @discardableResult
    public func query(_ sql: String, in database: String) throws -> String {
        let text = try TestProcess.run(
            "psql",
            [
                "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", folder.path, "-p", "\(Self.port)", "-U",
                Self.role, "-d", database, "-c", sql,
            ])
        return String(text.reversed().drop(while: \.isNewline).reversed())
    }

    // MARK: Life

    /// Ends it as a crash does: nothing is written any more, and the next start recovers from the log. When this
    /// returns, no process of a connection is left. Killed by itself, the server would leave them, and one of them
    /// may still carry out what it is asked.
    public func kill() { end(SIGQUIT) }

    /// Ends it as an administrator does, with all connections.
    public func stop() { end(SIGINT) }

    private func end(_ signal: Int32) {
        process.withLock { server in
            server?.signal(signal)
            _ = server?.wait(timeout: .seconds(120))
        }
    }

    public var isRunning: Bool { process.withLock { $0?.isRunning == true } }

    /// Makes a standby the one that takes changes.
    public func promote() throws { try query("SELECT pg_promote(true, 30)", in: "postgres") }

    /// Starts it and returns when it takes connections.
    public func start() throws {
        let started = try TestProcess(
            "setpriv", Self.unprivileged + [Self.program("postgres"), "-D", data], outputFile: folder.file("log"))
        process.withLock { $0 = started }
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(60)
        while clock.now < deadline {
            guard started.isRunning else { throw TestFailure("PostgreSQL ended at once: \(started.output)") }
            if (try? query("SELECT 1", in: "postgres")) == "1" { return }
            usleep(20_000)
        }
        throw TestFailure("PostgreSQL does not take connections: \(started.output)")
    }

    private func configure(_ lines: [String]) throws {
        let own = [
            "listen_addresses = ''", "unix_socket_directories = '\(folder.path)'", "port = \(Self.port)",
            "max_connections = 60", "shared_buffers = 16MB", "max_wal_size = 16MB", "min_wal_size = 4MB",
            "dynamic_shared_memory_type = mmap",
        ]
        let file = data + "/postgresql.auto.conf"
        let text = (readText(file) ?? "") + (own + lines).joined(separator: "\n") + "\n"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("cannot write \(file)") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw TestFailure("cannot write \(file)") }
        try Self.give(file)
    }

    // MARK: The user

    private static func give(_ path: String) throws {
        guard geteuid() == 0 else { return }
        try TestProcess.run("chown", ["\(user):", path])
    }

    /// Words for setpriv that make a program an unprivileged user's, and end it with the test.
    private static var unprivileged: [String] {
        (geteuid() == 0 ? ["--reuid", user, "--regid", user, "--clear-groups"] : []) + ["--pdeathsig", "KILL", "--"]
    }

    private static func run(_ name: String, _ arguments: [String]) throws {
        _ = try TestProcess.run("setpriv", unprivileged + [program(name)] + arguments, timeout: .seconds(120))
    }

    /// Debian has the programs of each version in a folder of its own.
    private static func program(_ name: String) -> String {
        for version in stride(from: 30, to: 12, by: -1) {
            let path = "/usr/lib/postgresql/\(version)/bin/\(name)"
            if access(path, X_OK) == 0 { return path }
        }
        return name
    }
}
