/// Why a recording of the paced output could not be read, or a WAV file not be written.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
    /// The file or folder concerned.
    public var path: String
    /// What is wrong with it and, where that helps, what to do.
    public var reason: String

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    public var description: String { "\(path): \(reason)" }
}
