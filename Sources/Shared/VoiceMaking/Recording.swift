public import ClockSound

/// A recorded or spoken sound.
public struct Recording: Hashable, Sendable {
    /// Mono, full scale 1.
    public var frames: [Float]
    /// Frames per second, 4,000 to 384,000.
    public var rate: Int

    public init(frames: [Float], rate: Int) {
        self.frames = frames
        self.rate = rate
    }

    /// Reads a file of any kind that libsndfile knows.
    ///
    /// - Throws: ``SoundFile/Problem`` when it is no sound, is cut off, or is longer than `maximumSeconds`.
    public init(path: String, maximumSeconds: Int) throws(SoundFile.Problem) {
        let sound = try SoundFile.recorded(path: path, maximumSeconds: maximumSeconds)
        self.init(frames: sound.frames, rate: sound.rate)
    }

    public var seconds: Double { Double(frames.count) / Double(rate) }
}
