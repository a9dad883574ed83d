/// A name under which ALSA offers an output.
public struct AudioDevice: Hashable, Sendable {
    /// A value for `audio.device`.
    public var name: String
    /// One line for people; empty when ALSA has none.
    public var description: String
}
