public import ClockDomain
import Glibc
public import Logging

/// Writes log lines to a descriptor, each with one write(2), so that lines of several threads and processes stay whole.
struct ProgramLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    let style: LogLine.Style
    /// Not owned: standard error stays open as long as the process.
    let descriptor: Int32

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
        if let own = event.metadata { all.merge(own) { _, new in new } }
        if let error = event.error { all["error"] = "\(error)" }
        let time = WallTime(nanoseconds: SystemClock.read(CLOCK_REALTIME))
        let line = LogLine(level: event.level, time: time, message: event.message.description, metadata: all)
        var text = line.text(style)
        // A reader that is gone or does not keep up loses lines; there is nobody left to tell.
        _ = text.withUTF8 { bytes in retryingInterrupted { write(descriptor, bytes.baseAddress, bytes.count) } }
    }
}

/// Sets up logging for a program.
public enum ProgramLog {
    /// Sends the log to standard error, in journald's format when that is where standard error goes. Once per process.
    ///
    /// - Parameters:
    ///   - level: the least urgent level that is written.
    ///   - environment: of this process; JOURNAL_STREAM, NO_COLOR and TERM are read.
    public static func bootstrap(level: Logger.Level, environment: [String: String]) {
        let style = style(of: STDERR_FILENO, environment: environment)
        LoggingSystem.bootstrap { _ in ProgramLogHandler(logLevel: level, style: style, descriptor: STDERR_FILENO) }
    }

    static func style(of descriptor: Int32, environment: [String: String]) -> LogLine.Style {
        if let stream = environment["JOURNAL_STREAM"] {
            // Device and inode of the journal's socket (systemd.exec(5)); standard error may have been redirected
            // since.
            var status = stat()
            if fstat(descriptor, &status) == 0, stream == "\(status.st_dev):\(status.st_ino)" { return .journal }
        }
        let wantsColour = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        return wantsColour && isatty(descriptor) == 1 ? .coloured : .plain
    }
}

extension Logger.Level {
    /// The level of a line that a core asked for.
    public init(_ level: LogLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            }
    }
}
