/// The reason for which a sound was not played, or not to its end.
public struct AudioFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        /// The system has no such audio device.
        case missing
        /// Another program has the device, and did not release it in time.
        case busy
        /// The anchor could no longer be placed at its instant.
        case late
        /// The device went away while it was playing.
        case lost
        /// Anything else that the device or ALSA reported.
        case failed
    }

    public var kind: Kind
    /// One line for people: the failure, the device and the remedy.
    public var message: String
    /// Frames of the sound that were heard before it ended; 0 when it never began.
    public var framesHeard = 0

    public var description: String { message }
}
