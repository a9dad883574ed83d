/// How urgent a line of a core's log is.
public enum LogLevel: Hashable, Sendable {
    case debug, info, notice, warning, error
}
