import ClockDomain
import Glibc
import Logging

/// One line of the log as text: the pure part of ``ProgramLogHandler``.
struct LogLine {
    enum Style: Sendable {
        /// journald adds the time; the level goes in front as sd-daemon(3) has it: `<6>`.
        case journal
        /// A person or a file.
        case plain
        /// A person at a terminal that shows colours.
        case coloured
    }

    var level: Logger.Level
    var time: WallTime
    var message: String
    var metadata: Logger.Metadata

    /// The line with its line end. It escapes ``HiddenText`` in the message and the values, so that nobody outside can
    /// forge a line or send commands to a terminal.
    func text(_ style: Style) -> String {
        var line: String
        switch style {
        case .journal: line = "<\(level.syslogPriority)>"
        case .plain: line = "\(time.truncatedToMilliseconds) \(level.padded) "
        case .coloured:
            line = "\u{1B}[2m\(time.truncatedToMilliseconds)\u{1B}[0m \(level.colour)\(level.padded)\u{1B}[0m "
        }
        line += LogLine.escaped(message)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line += " \(LogLine.escaped(key))=\(LogLine.quotedIfNeeded("\(value)"))"
        }
        return line + "\n"
    }

    private static func quotedIfNeeded(_ value: String) -> String {
        let escaped = escaped(value)
        let needsQuotes = escaped.isEmpty || escaped.utf8.contains { " \"=".utf8.contains($0) }
        return needsQuotes
            ? "\"" + escaped.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
            : escaped
    }

    private static func escaped(_ text: String) -> String {
        HiddenText.replaced(in: text) { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: HiddenText.escaped(scalar)
            }
        }
    }
}

extension Logger.Level {
    /// RFC 5424 section 6.2.1.
    fileprivate var syslogPriority: Int32 {
        switch self {
        case .trace, .debug: LOG_DEBUG
        case .info: LOG_INFO
        case .notice: LOG_NOTICE
        case .warning: LOG_WARNING
        case .error: LOG_ERR
        case .critical: LOG_CRIT
        }
    }

    fileprivate var padded: String {
        rawValue + String(repeating: " ", count: max(0, "critical".count - rawValue.count))
    }

    fileprivate var colour: String {
        switch self {
        case .trace, .debug: "\u{1B}[2m"
        case .info: ""
        case .notice: "\u{1B}[1m"
        case .warning: "\u{1B}[33m"
        case .error, .critical: "\u{1B}[31m"
        }
    }
}
