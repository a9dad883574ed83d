internal import CSndfile

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

        public init(reason: String, remedy: String) {
            self.reason = reason
            self.remedy = remedy
        }
    }

    static let replace = "replace it with a sound of 44100 Hz, mono or stereo"
    static let copyAgain = "copy it again"

    /// The sound as mono 16-bit frames at 44,100 Hz: several channels are mixed to their mean, and another rate is
    /// converted, which takes some 10 ms of processor time for a second of sound.
    ///
    /// Reads all that is there, or throws. Reads at most `maximumSeconds` whatever the header says, and takes nothing but
    /// regular files.
    public static func read(path: String, maximumSeconds: Int = maximumSeconds) throws(Problem) -> [Int16] {
        var frames: [Int16] = []
        try readParts(of: path, maximumSeconds: maximumSeconds) { part, read throws(Problem) in
            guard part.rate != RenderedPlan.sampleRate else {
                frames.reserveCapacity(frames.count + (part.expectedFrames ?? 0))
                return try read { frames.append(sample($0)) }
            }
            frames += Resampler.convert(
                try collect(part, read), from: part.rate, to: RenderedPlan.sampleRate, quality: .medium
            ).lazy.map(sample)
        }
        guard !frames.isEmpty else { throw noSound }
        return frames
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

    /// The sound at its own rate, that of the first where several are put behind one another; bounded as
    /// ``read(path:maximumSeconds:)`` is.
    public static func recorded(path: String, maximumSeconds: Int = maximumSeconds) throws(Problem) -> Recorded {
        var recorded = Recorded(frames: [], rate: 0, channels: 0, container: "", encoding: "")
        try readParts(of: path, maximumSeconds: maximumSeconds) { part, read throws(Problem) in
            if recorded.rate == 0 {
                recorded.rate = part.rate
                recorded.channels = part.channels
                recorded.container = name(ofFormat: part.format & Int32(SF_FORMAT_TYPEMASK))
                recorded.encoding = name(ofFormat: part.format & Int32(SF_FORMAT_SUBMASK))
            }
            recorded.frames += Resampler.convert(
                try collect(part, read), from: part.rate, to: recorded.rate, quality: .medium)
        }
        guard !recorded.frames.isEmpty else { throw noSound }
        return recorded
    }

    static var noSound: Problem { Problem(reason: "has no sound in it", remedy: replace) }

    // MARK: Parts

    /// Hands over frames of a part one by one.
    private typealias Reading = ((Float) -> Void) throws(Problem) -> Void

    private static func collect(_ part: OpenSoundPart, _ read: Reading) throws(Problem) -> [Float] {
        var frames: [Float] = []
        frames.reserveCapacity(part.expectedFrames ?? 0)
        try read { frames.append($0) }
        return frames
    }

    private static func readParts(
        of path: String, maximumSeconds: Int, _ take: (OpenSoundPart, Reading) throws(Problem) -> Void
    ) throws(Problem) {
        let file = try FileBytes(path: path)
        let (kind, range) = try SoundContainer.find(in: file)
        let parts =
            switch kind {
            case .wav: try RIFFLayout.parts(in: file, range, maximumSeconds: maximumSeconds)
            case .aiff: try AIFFLayout.parts(in: file, range)
            case .caf: try CAFLayout.parts(in: file, range)
            case .flac: try FLACLayout.parts(in: file, range)
            case .ogg: try OggLayout.parts(in: file, range)
            case .mpeg: try MPEGLayout.parts(in: file, range, maximumSeconds: maximumSeconds)
            }
        var left = Double(maximumSeconds)
        for part in parts {
            let part = try OpenSoundPart(part)
            let most = Int(left * Double(part.rate))
            if let expected = part.expectedFrames, expected > most {
                throw Problem(
                    reason: "claims to be \(expected / part.rate) s long, at most \(maximumSeconds) s are played",
                    remedy: "cut it")
            }
            var taken = 0
            try take(part) { (take) throws(Problem) in
                try part.readFrames(take) { (count) throws(Problem) in
                    taken = count
                    guard count > most else { return }
                    throw Problem(reason: "is longer than the \(maximumSeconds) s that are played", remedy: "cut it")
                }
            }
            left -= Double(taken) / Double(part.rate)
        }
    }

    static func checkBounds(rate: Int, channels: Int) throws(Problem) {
        guard rates.contains(rate) else {
            throw Problem(
                reason: "is recorded at \(rate) Hz, and \(rates.lowerBound) to \(rates.upperBound) Hz are played",
                remedy: replace)
        }
        guard (1...maximumChannels).contains(channels) else {
            throw Problem(reason: "has \(channels) channels, and at most \(maximumChannels) are mixed", remedy: replace)
        }
    }

    private static func name(ofFormat format: Int32) -> String {
        var info = SF_FORMAT_INFO()
        info.format = format
        // Fails only for a format that libsndfile itself has just reported.
        sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
        return info.name.map { String(cString: $0) } ?? "format \(format)"
    }

    static func sample(_ value: Float) -> Int16 { Int16(max(-32_768, min(32_767, (value * 32_768).rounded()))) }
}
