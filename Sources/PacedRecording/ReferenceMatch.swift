/// The place of a known sound.
public struct ReferenceMatch: Sendable, Equatable {
    /// Position of the sound's first frame, between frames where need be.
    public var frame: Double
    /// The likeness of the two at any volume, up to 1 for the same waveform.
    public var correlation: Double
    /// Volume of the found sound relative to the reference.
    public var gain: Double
}
