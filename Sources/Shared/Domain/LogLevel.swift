/// The urgency of a line of a core's log.
public enum LogLevel: Hashable, Sendable {
    case debug, info, notice, warning, error
}
