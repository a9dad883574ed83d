import ClockTestSupport
import Glibc
import Synchronization

/// One program of a site: started, killed, stopped and started again, with one log over all of its lives.
final class Daemon: Sendable {
    let name: String
    let logFile: String

    private let command: [String]
    private let life: Mutex<Life>

    private struct Life {
        var environment: [String: String] = [:]
        var process: TestProcess?
    }

    init(name: String, command: [String], logFile: String) {
        self.name = name
        self.command = command
        self.logFile = logFile
        life = Mutex(Life())
    }

    var isRunning: Bool { life.withLock { $0.process?.isRunning ?? false } }

    var log: String { readText(logFile) ?? "" }

    var processID: Int32? { life.withLock { $0.process?.id } }

    /// Variables that it is started with from now on.
    func configure(environment: [String: String]) { life.withLock { $0.environment = environment } }

    /// Starts it; what ran before is killed.
    func start() throws {
        try life.withLock { life in
            life.process?.kill()
            life.process = try TestProcess(
                command[0], Array(command.dropFirst()), environment: life.environment, outputFile: logFile)
        }
    }

    /// Ends it at once (SIGKILL).
    func kill() { life.withLock { $0.process?.kill() } }

    /// Stops it until SIGCONT; when this returns, none of its threads runs.
    func pause() { life.withLock { $0.process?.pause() } }

    /// Sends a signal.
    func signal(_ signal: Int32) { life.withLock { $0.process?.signal(signal) } }

    /// Asks it to end (SIGTERM) and returns its exit code.
    func stop() async throws -> Int32 {
        signal(SIGTERM)
        return try await exitCode(within: .seconds(15))
    }

    /// Waits for its end and returns its exit code.
    func exitCode(within limit: Duration) async throws -> Int32 {
        guard let process = life.withLock({ $0.process }) else { throw TestFailure("\(name) was never started") }
        try await waitUntil("the end of \(name)", timeout: limit) { !process.isRunning }
        return process.wait(timeout: .zero)
    }
}
