import ClockDomain
import Glibc
import Logging

/// One line of the log as text: the pure part of ``ProgramLogHandler``.
struct LogLine {
    /// Who reads the lines.
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

    /// The line with its line end. Control characters of the message and the values are escaped, so that nobody outside
    /// can forge a line or send commands to a terminal.
    func text(_ style: Style) -> String {
        var line: String
        switch style {
        case .journal:
            line = "<\(level.syslogPriority)>"
        case .plain:
            line = "\(time.truncatedToMilliseconds) \(level.padded) "
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
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isControl(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            case _: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// C0, DEL, C1, and the line and paragraph separators.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
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
