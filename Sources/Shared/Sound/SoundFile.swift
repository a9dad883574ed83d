import CSndfile

/// Reads one sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3) into memory.
public enum SoundFile {
    /// Longest clip that it reads unless the caller says otherwise, in seconds: a header can claim anything.
    public static let maximumSeconds = 60
    /// Most channels that are mixed.
    static let maximumChannels = 8
    /// Sample rates that a recording can have, in Hz.
    static let rates = 4_000...384_000

    /// The reason for which a file is no clip.
    public struct Problem: Error, Hashable, Sendable {
        /// The defect, with the offending value.
        public var reason: String
        /// The step that a person can do about it.
        public var remedy: String
    }

    /// Returns the sound as mono 16-bit frames at 44,100 Hz: it mixes several channels to their mean and converts
    /// another rate, which costs some 10 ms of processor time for a second of sound.
    ///
    /// Reads at most `maximumSeconds` whatever the header says, and refuses everything but regular files.
    public static func read(path: String, maximumSeconds: Int = maximumSeconds) throws(Problem) -> [Int16] {
        let file = try OpenSoundFile(path: path, maximumSeconds: maximumSeconds)
        defer { file.close() }
        let rate = Int(file.info.samplerate)
        guard rate != RenderedPlan.sampleRate else {
            var frames: [Int16] = []
            frames.reserveCapacity(file.expectedFrames)
            try file.readFrames { frames.append(sample($0)) }
            return frames
        }
        var recorded: [Float] = []
        recorded.reserveCapacity(file.expectedFrames)
        try file.readFrames { recorded.append($0) }
        return Resampler.convert(recorded, from: rate, to: RenderedPlan.sampleRate, quality: .medium).map(sample)
    }

    /// A sound as in its file, with its channels mixed.
    public struct Recorded: Hashable, Sendable {
        /// Mono, full scale 1.
        public var frames: [Float]
        /// In Hz.
        public var rate: Int
        public var channels: Int
        /// libsndfile's names of the container and the encoding: `WAV (Microsoft)`, `Signed 16 bit PCM`.
        public var container: String
        public var encoding: String
    }

    /// Returns the sound at its own rate, with the bounds of ``read(path:maximumSeconds:)``.
    public static func recorded(path: String, maximumSeconds: Int = maximumSeconds) throws(Problem) -> Recorded {
        let file = try OpenSoundFile(path: path, maximumSeconds: maximumSeconds)
        defer { file.close() }
        var frames: [Float] = []
        frames.reserveCapacity(file.expectedFrames)
        try file.readFrames { frames.append($0) }
        return Recorded(
            frames: frames, rate: Int(file.info.samplerate), channels: Int(file.info.channels),
            container: name(ofFormat: file.info.format & Int32(SF_FORMAT_TYPEMASK)),
            encoding: name(ofFormat: file.info.format & Int32(SF_FORMAT_SUBMASK)))
    }

    private static func name(ofFormat format: Int32) -> String {
        var info = SF_FORMAT_INFO()
        info.format = format
        // Fails only for a format that libsndfile itself has just reported.
        sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
        return info.name.map { String(cString: $0) } ?? "format \(format)"
    }

    private static func sample(_ value: Float) -> Int16 {
        Int16(max(-32_768, min(32_767, (value * 32_768).rounded())))
    }
}
