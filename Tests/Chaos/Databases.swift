import ClockTestSupport
import FoundationEssentials
import Glibc
import Synchronization

/// Two PostgreSQL servers, each a host of the house: one takes changes, and no commit is answered before the other has it on
/// its disk too. When the first is gone, the other takes its place, and the first then follows that one.
///
/// The coordinators reach them over the network. What is done to them and read of them for the run goes through sockets in
/// the file system, which no weather touches.
final class Databases: Sendable {
    /// As the house's hosts are called.
    static let names = ["data1", "data2"]
    private static let role = "clocksmith"
    private static let name = "clocks"
    /// PostgreSQL refuses to be root.
    private static let user = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]

    private static let password = "a-password-of-the-house"
    private let folder: String
    /// As libpq's passfile.
    private let passwords: String
    let addresses: [String]
    /// The one that takes changes.
    private let primary = Mutex(0)

    /// - Parameters:
    ///   - folder: the run's.
    ///   - addresses: of the two hosts.
    init(folder: String, addresses: [String]) throws {
        self.folder = folder
        self.addresses = addresses
        // Their user is let through, and sees nothing else.
        chmod(folder, 0o711)
        mkdir("\(folder)/databases", 0o755)
        for name in Self.names {
            let place = "\(folder)/databases/\(name)"
            mkdir(place, 0o755)
            try TestProcess.run("chown", ["postgres:", place])
        }
        passwords = try Self.secret("*:*:*:*:\(Self.password)", in: "\(folder)/pgpass", ofDatabase: false)
        try Self.run(
            "initdb",
            [
                "-D", data(0), "-U", Self.role, "-A", "trust", "-E", "UTF8", "--locale=C", "--wal-segsize=1", "-N",
                "--pwfile", try Self.secret(Self.password, in: "\(folder)/databases/password"),
            ])
        try Self.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=data", "-keyout",
                "\(data(0))/server.key", "-out", "\(data(0))/server.crt",
            ])
        let access =
            "hostssl all all 10.77.0.0/24 scram-sha-256\nhost replication all 10.77.0.0/24 trust\n"
        let file = "\(data(0))/pg_hba.conf"
        try Data((try String(contentsOf: URL(filePath: file), encoding: .utf8) + access).utf8).write(
            to: URL(filePath: file))
        try TestProcess.run("chown", ["postgres:", file])
        try configure(0, [])
    }

    /// As libpq reads it: the coordinator works with the one that takes changes.
    var address: String {
        "postgresql://\(Self.role)@\(addresses.joined(separator: ","))/\(Self.name)?passfile=\(passwords)"
    }

    /// Writes a line for its user alone.
    private static func secret(_ text: String, in file: String, ofDatabase: Bool = true) throws -> String {
        try Data("\(text)\n".utf8).write(to: URL(filePath: file))
        chmod(file, 0o600)
        if ofDatabase { try TestProcess.run("chown", ["postgres:", file]) }
        return file
    }

    /// Returns the command for a host of theirs.
    func program(_ place: Int) -> [String] {
        Self.user + ["--pdeathsig", "KILL", "--", Self.find("postgres"), "-D", data(place)]
    }

    // MARK: Their life

    /// Makes the database on the first, and the second a copy that follows.
    func found(_ hosts: [Host]) async throws {
        try hosts[0].start()
        try await awaitAnswer(0)
        try query("CREATE DATABASE \(Self.name)", in: "postgres")
        try await follow(1, hosts[1])
    }

    /// The machine of the one that takes changes is gone at once.
    func fail(_ hosts: [Host]) { hosts[primary.withLock { $0 }].kill() }

    /// The other one takes changes from now on, alone.
    func promote() throws {
        let other = primary.withLock { primary in
            primary = 1 - primary
            return primary
        }
        try query("SELECT pg_promote(true, 30)", in: "postgres", at: other)
    }

    /// The one that is gone comes back as a copy that follows the other.
    func mend(_ hosts: [Host]) async throws {
        let other = 1 - primary.withLock { $0 }
        try await follow(other, hosts[other])
    }

    /// Returns a statement's output, as text.
    func query(_ sql: String) throws -> String { try query(sql, in: Self.name) }

    private func follow(_ place: Int, _ host: Host) async throws {
        host.kill()
        try TestProcess.run("rm", ["-rf", "--one-file-system", data(place)])
        try Self.run(
            "pg_basebackup",
            ["-D", data(place), "-R", "-N", "-c", "fast", "-h", socket(1 - place), "-U", Self.role])
        try configure(
            place, ["primary_conninfo = 'host=\(addresses[1 - place]) user=\(Self.role) application_name=standby'"])
        try host.start()
        try await awaitAnswer(place)
        try query("ALTER SYSTEM SET synchronous_standby_names = 'standby'", in: "postgres", at: 1 - place)
        try query("SELECT pg_reload_conf()", in: "postgres", at: 1 - place)
        try await waitUntil("the standby is synchronous", timeout: .seconds(60)) {
            try self.query("SELECT sync_state FROM pg_stat_replication", in: "postgres", at: 1 - place) == "sync"
        }
    }

    private func awaitAnswer(_ place: Int) async throws {
        try await waitUntil("\(Self.names[place]) takes connections", timeout: .seconds(60)) {
            (try? self.query("SELECT 1", in: "postgres", at: place)) == "1"
        }
    }

    /// Writes what is not as PostgreSQL has it by itself; the last of a setting's lines counts.
    private func configure(_ place: Int, _ lines: [String]) throws {
        let own = [
            "listen_addresses = '\(addresses[place])'", "unix_socket_directories = '\(socket(place))'",
            "max_connections = 30", "ssl = on", "shared_buffers = 16MB", "max_wal_size = 16MB", "min_wal_size = 4MB",
            "dynamic_shared_memory_type = mmap", "synchronous_standby_names = ''", "wal_sender_timeout = 5s",
            "wal_receiver_timeout = 5s", "wal_retrieve_retry_interval = 1s", "tcp_user_timeout = 5s",
        ]
        let file = "\(data(place))/postgresql.auto.conf"
        try Data((own + lines).map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: file))
        try TestProcess.run("chown", ["postgres:", file])
    }

    @discardableResult
    private func query(_ sql: String, in database: String, at place: Int? = nil) throws -> String {
        let text = try TestProcess.run(
            "psql",
            [
                "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", socket(place ?? primary.withLock { $0 }), "-U",
                Self.role, "-d", database, "-c", sql,
            ])
        return String(text.reversed().drop(while: \.isNewline).reversed())
    }

    private func socket(_ place: Int) -> String { "\(folder)/databases/\(Self.names[place])" }

    private func data(_ place: Int) -> String { "\(socket(place))/data" }

    private static func run(_ name: String, _ arguments: [String]) throws {
        try TestProcess.run(user[0], user.dropFirst() + ["--", find(name)] + arguments, timeout: .seconds(120))
    }

    /// Debian has the programs of each version in a folder of its own.
    private static func find(_ name: String) -> String {
        for version in stride(from: 30, to: 12, by: -1) {
            let path = "/usr/lib/postgresql/\(version)/bin/\(name)"
            if access(path, X_OK) == 0 { return path }
        }
        return name
    }
}
