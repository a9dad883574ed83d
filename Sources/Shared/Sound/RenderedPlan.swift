public import ClockDomain

/// An announcement as sound: a score of pieces at 44,100 Hz, and the frame that marks the announced instant.
///
/// Pieces may overlap, as bells ring on under each other, and share their frames: a dozen strokes hold one bell.
public struct RenderedPlan: Hashable, Sendable {
    /// A piece of sound and its place.
    public struct Segment: Hashable, Sendable {
        /// Signed 16-bit mono frames.
        public let frames: [Int16]
        /// Frame of the plan at which it begins; not negative.
        public let start: Int
        /// The factor that its frames are multiplied with; 0 to 1.
        public let gain: Float

        public init(frames: [Int16], start: Int, gain: Float = 1) {
            precondition(start >= 0, "a piece begins at frame \(start)")
            self.frames = frames
            self.start = start
            self.gain = gain
        }

        /// Frame of the plan just behind its last.
        public var end: Int { start + frames.count }
    }

    /// In the order in which they begin. The listener hears their sum, which stays within full scale.
    public let segments: [Segment]
    /// Frames until the last piece has ended; at least 1.
    public let frameCount: Int
    /// The frame that leaves the output at the announced instant; less than `frameCount`.
    public let anchorFrame: Int
    /// The clips in the order in which they play, times in the voice's words; empty for a plan of sound alone.
    public let clips: [Clip]
    /// The frame at which each of ``clips`` begins.
    public let clipFrames: [Int]
    /// The clips that could not be played, in the plan's order. Not empty when the built-in tone stands in for some.
    public let missing: [Clip]

    /// Frames per second of everything that is loaded, rendered and played.
    public static let sampleRate = 44_100

    /// One piece.
    /// - Precondition: `anchorFrame` is an index of `frames`.
    public init(frames: [Int16], anchorFrame: Int, missing: [Clip] = []) {
        self.init(segments: [Segment(frames: frames, start: 0)], anchorFrame: anchorFrame, missing: missing)
    }

    /// - Precondition: `segments` are in the order of their starts, and one of them ends behind `anchorFrame`.
    public init(
        segments: [Segment], anchorFrame: Int, clips: [Clip] = [], clipFrames: [Int] = [], missing: [Clip] = []
    ) {
        let end = segments.reduce(0) { max($0, $1.end) }
        precondition((0..<end).contains(anchorFrame), "anchor \(anchorFrame) is not one of \(end) frames")
        self.segments = segments
        frameCount = end
        self.anchorFrame = anchorFrame
        self.clips = clips
        self.clipFrames = clipFrames
        self.missing = missing
    }

    /// True when the built-in tone stands in for missing clips.
    public var isFallbackTone: Bool { !missing.isEmpty }

    /// Nanoseconds from the first frame to the anchor frame.
    public var anchorOffsetNanoseconds: Int64 { Self.nanoseconds(frames: anchorFrame) }

    public static func nanoseconds(frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / Int64(sampleRate) }

    /// The nearest whole frame.
    public static func frames(_ duration: Duration) -> Int {
        Int((duration.secondsWithFraction * Double(sampleRate)).rounded())
    }
}
