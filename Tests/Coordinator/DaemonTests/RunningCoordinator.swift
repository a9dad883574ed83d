import ClockDomain
import ClockRuntime
import ClockTestSupport
import CoordinatorDaemon
import Logging
import Synchronization

/// A coordinator in this process, with a state folder, on a broker.
final class RunningCoordinator: Sendable {
    let folder: TemporaryFolder
    let log = CollectedLog()
    private let task: Task<Void, any Error>

    /// - Parameter folder: of an earlier one that has ended, to go on with its state.
    init(port: Int, folder: TemporaryFolder? = nil, settings: [String: String] = [:]) throws {
        let folder = try folder ?? TemporaryFolder("coordinator")
        self.folder = folder
        let values = try ProgramConfiguration.load(
            schema: CoordinatorConfiguration.schema, environment: [:],
            flags: ["broker.port": "\(port)", "state_directory": folder.file("state")].merging(settings) { $1 })
        let log = log
        let logger = Logger(label: "test") { _ in log.handler }
        let daemon = try CoordinatorDaemon.build(
            CoordinatorConfiguration(values), environment: [:], logger: logger)
        task = Task { try await daemon.run() }
    }

    /// Settings by which it is five minutes before a quarter hour, when a wake may be asked for.
    static var nearAQuarterHour: [String: String] {
        let now = SystemClock().now().wall
        return ["clock.offset_seconds": "\((QuarterHour.after(now) - now - .minutes(5)).secondsWithFraction)"]
    }

    var database: String { folder.file("state/coordinator.sqlite") }

    /// Returns the first line of `statement`'s output on the store's file.
    func sqlite(_ statement: String) throws -> String {
        String(try TestProcess.run("sqlite3", [database, statement]).prefix { $0 != "\n" })
    }

    /// Waits until it ends by itself, and tells why.
    func end() async -> any Error {
        do {
            try await task.value
            return TestFailure("it ended without a word")
        } catch { return error }
    }

    /// Ends it and waits for that.
    func stop() async {
        task.cancel()
        // Cancelled, it ends with CancellationError.
        _ = await task.result
    }
}

/// The lines a logger wrote.
final class CollectedLog: Sendable {
    private let collected = Mutex<[String]>([])

    var lines: [String] { collected.withLock { $0 } }
    var handler: any LogHandler { Handler(log: self) }

    private struct Handler: LogHandler {
        let log: CollectedLog
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.collected.withLock { $0.append("\(event.level): \(event.message)") }
        }
    }
}
