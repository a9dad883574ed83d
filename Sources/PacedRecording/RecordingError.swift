/// The reason for which a recording of the paced output could not be read, or a WAV file not be written.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
    /// The file or folder concerned.
    public var path: String
    /// The fault and, if that helps, the remedy.
    public var reason: String

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    public var description: String { "\(path): \(reason)" }
}
