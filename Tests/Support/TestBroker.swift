import Glibc
import Synchronization

/// A real mosquitto on a free loopback port, with a folder of its own.
///
/// It ends with the object, and with the test process. Its log is in `log`.
public final class TestBroker: Sendable {
    /// The broker's setup.
    public struct Options: Sendable {
        /// True when retained messages and sessions survive `restart`. A killed broker has only its last save; with
        /// persistence it saves after every change.
        public var persistence = false
        /// User names and passwords; with any, anonymous clients are refused.
        public var passwords: [String: String] = [:]
        /// Lines of mosquitto's ACL file.
        public var accessRules: [String] = []
        /// Serve TLS with these certificates.
        public var certificates: TestCertificates?
        /// Ask clients for a certificate.
        public var requiresClientCertificate = false
        /// The address that it listens on.
        public var address = "127.0.0.1"
        /// Further lines of mosquitto.conf, after the listener's.
        public var lines: [String] = []

        public init() {}
    }

    public let port: Int
    public let folder: TemporaryFolder
    private let process: Mutex<TestProcess>
    /// Kept, because the files go with the object and mosquitto reads them at every start.
    private let certificates: TestCertificates?

    /// Starts the broker and returns when it takes connections.
    public convenience init(_ configure: (inout Options) -> Void) throws {
        var options = Options()
        configure(&options)
        try self.init(options)
    }

    public init(_ options: Options = Options()) throws {
        folder = try TemporaryFolder("broker")
        certificates = options.certificates
        // Another process may take the port between its choice and mosquitto's start: try another one.
        var started: (Int, TestProcess)?
        var attempts = 0
        while started == nil {
            attempts += 1
            let port = try LoopbackPort.unused()
            try Self.configure(options, port: port, folder: folder)
            do {
                started = (port, try Self.launch(port: port, folder: folder))
            } catch {
                if attempts == 5 { throw error }
            }
        }
        guard let started else { throw TestFailure("mosquitto was not started") }
        port = started.0
        process = Mutex(started.1)
    }

    // Before its folder goes, into which it would write once more.
    deinit { kill() }

    /// Mosquitto's log, over all its starts.
    public var log: String { folder.read("log") }

    public var processID: Int32 { current.id }

    /// Ends the broker as an administrator does.
    public func stop() { current.stop() }

    /// Ends the broker at once (SIGKILL).
    public func kill() { current.kill() }

    /// Lets the broker stand still (SIGSTOP) until `resume`; the kernel goes on taking connections and bytes for it.
    public func pause() { current.pause() }

    public func resume() { current.signal(SIGCONT) }

    /// Ends the broker if it runs, starts it again on the same port, and returns when it takes connections.
    public func restart() throws {
        stop()
        let next = try Self.launch(port: port, folder: folder)
        process.withLock { $0 = next }
    }

    private var current: TestProcess { process.withLock { $0 } }

    private static func launch(port: Int, folder: TemporaryFolder) throws -> TestProcess {
        let process = try TestProcess(
            "mosquitto", ["-c", folder.file("mosquitto.conf"), "-v"], outputFile: folder.file("log"))
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(10)
        while clock.now < deadline {
            guard process.isRunning else { throw TestFailure("mosquitto ended at once: \(process.output)") }
            if LoopbackPort.accepts(port) { return process }
            usleep(5_000)
        }
        throw TestFailure("mosquitto does not take connections on port \(port): \(process.output)")
    }

    private static func configure(_ options: Options, port: Int, folder: TemporaryFolder) throws {
        var lines = ["listener \(port) \(options.address)"]
        if let certificates = options.certificates {
            lines += [
                "cafile \(certificates.authority)", "certfile \(certificates.brokerCertificate)",
                "keyfile \(certificates.brokerKey)", "require_certificate \(options.requiresClientCertificate)",
            ]
        }
        lines += ["allow_anonymous \(options.passwords.isEmpty)"]
        if !options.passwords.isEmpty {
            let list = options.passwords.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)\n" }.joined()
            let file = try folder.write(list, to: "passwords")
            // Replaces the plain passwords by hashes.
            try TestProcess.run("mosquitto_passwd", ["-U", file])
            lines += ["password_file \(file)"]
        }
        if !options.accessRules.isEmpty {
            let file = try folder.write(options.accessRules.joined(separator: "\n") + "\n", to: "acl")
            lines += ["acl_file \(file)"]
        }
        lines += ["persistence \(options.persistence)"]
        if options.persistence {
            lines += ["persistence_location \(folder.path)/", "autosave_on_changes true", "autosave_interval 1"]
        }
        // Started by root it would change to a user who cannot read the folder.
        if geteuid() == 0 { lines += ["user root"] }
        try folder.write((lines + options.lines).joined(separator: "\n") + "\n", to: "mosquitto.conf")
    }
}
