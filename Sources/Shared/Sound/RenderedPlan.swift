public import ClockDomain

/// An announcement as sound: 16-bit mono frames at 44,100 Hz, and the frame that marks the announced instant.
public struct RenderedPlan: Hashable, Sendable {
    /// Signed 16-bit mono frames.
    public let frames: [Int16]
    /// Index in `frames` of the frame that leaves the output at the announced instant; within `frames`.
    public let anchorFrame: Int
    /// The clips that could not be played, in the plan's order. Not empty when the built-in tone is played instead.
    public let missing: [Clip]

    /// Frames per second of everything that is loaded, rendered and played.
    public static let sampleRate = 44_100

    /// - Precondition: `anchorFrame` is an index of `frames`.
    public init(frames: [Int16], anchorFrame: Int, missing: [Clip] = []) {
        precondition(frames.indices.contains(anchorFrame), "anchor \(anchorFrame) is not one of \(frames.count) frames")
        self.frames = frames
        self.anchorFrame = anchorFrame
        self.missing = missing
    }

    /// Whether the built-in tone marks the time because clips are missing.
    public var isFallbackTone: Bool { !missing.isEmpty }

    /// Nanoseconds from the first frame to the anchor frame.
    public var anchorOffsetNanoseconds: Int64 { Self.nanoseconds(frames: anchorFrame) }

    /// Nanoseconds of the whole sound.
    public var durationNanoseconds: Int64 { Self.nanoseconds(frames: frames.count) }

    public static func nanoseconds(frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / Int64(sampleRate) }
}
