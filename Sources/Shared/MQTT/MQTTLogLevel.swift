/// Severity of a line that libmosquitto logged.
public enum MQTTLogLevel: Sendable, Equatable {
    case warning, error
}
