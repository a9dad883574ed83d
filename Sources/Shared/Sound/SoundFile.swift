import CSndfile
import Glibc

/// Reads one sound file into memory through libsndfile. A handle lives no longer than the call that opens it.
public enum SoundFile {
    /// Longest clip that is taken unless the caller says otherwise, in seconds: a header can claim anything.
    public static let maximumSeconds = 60
    /// Most channels that are mixed.
    static let maximumChannels = 8
    /// What a recording can have, in Hz.
    static let rates = 4_000...384_000

    /// Why a file is no clip.
    public struct Problem: Error, Hashable, Sendable {
        /// What is wrong, with the value that is.
        public var reason: String
        /// What a person can do about it.
        public var remedy: String
    }

    /// The sound as mono 16-bit frames at 44,100 Hz: several channels are mixed to their mean, and another rate is
    /// converted, which takes some 10 ms of processor time for a second of sound.
    ///
    /// Reads at most `maximumSeconds` whatever the header says, and takes nothing but regular files.
    public static func read(path: String, maximumSeconds: Int = maximumSeconds) throws(Problem) -> [Int16] {
        let (handle, info) = try open(path: path, maximumSeconds: maximumSeconds)
        defer { sf_close(handle) }
        let (rate, count, channels) = (Int(info.samplerate), Int(info.frames), Int(info.channels))
        guard rate != RenderedPlan.sampleRate else {
            var frames: [Int16] = []
            frames.reserveCapacity(count)
            try readFrames(handle, count: count, channels: channels) { frames.append(sample($0)) }
            return frames
        }
        var recorded: [Float] = []
        recorded.reserveCapacity(count)
        try readFrames(handle, count: count, channels: channels) { recorded.append($0) }
        return Resampler.convert(recorded, from: rate, to: RenderedPlan.sampleRate, quality: .medium).map(sample)
    }

    /// A sound as it is in its file, its channels mixed.
    public struct Recorded: Hashable, Sendable {
        /// Mono, full scale 1.
        public var frames: [Float]
        /// In Hz.
        public var rate: Int
        public var channels: Int
        /// What libsndfile calls the container and the encoding: `WAV (Microsoft)`, `Signed 16 bit PCM`.
        public var container: String
        public var encoding: String
    }

    /// The sound at its own rate, bounded as ``read(path:maximumSeconds:)`` is.
    public static func recorded(path: String, maximumSeconds: Int = maximumSeconds) throws(Problem) -> Recorded {
        let (handle, info) = try open(path: path, maximumSeconds: maximumSeconds)
        defer { sf_close(handle) }
        var frames: [Float] = []
        frames.reserveCapacity(Int(info.frames))
        try readFrames(handle, count: Int(info.frames), channels: Int(info.channels)) { frames.append($0) }
        return Recorded(
            frames: frames, rate: Int(info.samplerate), channels: Int(info.channels),
            container: name(ofFormat: info.format & Int32(SF_FORMAT_TYPEMASK)),
            encoding: name(ofFormat: info.format & Int32(SF_FORMAT_SUBMASK)))
    }

    private static func name(ofFormat format: Int32) -> String {
        var info = SF_FORMAT_INFO()
        info.format = format
        // Fails only for a format that libsndfile has just told of.
        sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
        return info.name.map { String(cString: $0) } ?? "format \(format)"
    }

    /// A file that is within bounds; the caller closes it.
    private static func open(
        path: String, maximumSeconds: Int
    ) throws(Problem) -> (handle: OpaquePointer, info: SF_INFO) {
        let replace = "replace it with a sound of 44100 Hz, mono or stereo"
        let size = try regularFileSize(path: path)
        if let claimed = claimedSize(path: path), claimed > size {
            throw Problem(
                reason: "is cut off: its header says \(claimed) bytes, the file has \(size)", remedy: "copy it again")
        }

        var info = SF_INFO()
        guard let handle = sf_open(path, Int32(SFM_READ), &info) else {
            throw Problem(
                reason: "is not a sound file that can be read (\(String(cString: sf_strerror(nil))))", remedy: replace)
        }
        do throws(Problem) {
            let rate = Int(info.samplerate)
            guard rates.contains(rate) else {
                throw Problem(
                    reason:
                        "is recorded at \(rate) Hz, and \(rates.lowerBound) to \(rates.upperBound) Hz are played",
                    remedy: replace)
            }
            let channels = Int(info.channels)
            guard (1...maximumChannels).contains(channels) else {
                throw Problem(
                    reason: "has \(channels) channels, and at most \(maximumChannels) are mixed", remedy: replace)
            }
            guard info.frames <= Int64(maximumSeconds * rate) else {
                throw Problem(
                    reason: "claims to be \(info.frames / Int64(rate)) s long, at most \(maximumSeconds) s are played",
                    remedy: "cut it")
            }
            guard info.frames > 0 else { throw Problem(reason: "has no sound in it", remedy: replace) }
        } catch {
            sf_close(handle)
            throw error
        }
        return (handle, info)
    }

    private static func regularFileSize(path: String) throws(Problem) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Problem(
                reason: "cannot be read (\(String(cString: strerror(errno))))", remedy: "check its permissions")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Problem(reason: "is not a regular file", remedy: "put a sound file there")
        }
        return Int64(status.st_size)
    }

    /// The whole file's size as a RIFF (WAV) or FORM (AIFF) header tells it; `nil` for other kinds.
    ///
    /// libsndfile plays what is there of a file that was cut off; half a word should not be spoken.
    private static func claimedSize(path: String) -> Int64? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var header: [UInt8] = .init(repeating: 0, count: 8)
        guard fread(&header, 1, header.count, file) == header.count else { return nil }
        let size = header[4..<8]
        switch String(decoding: header[0..<4], as: UTF8.self) {
        case "RIFF":
            let claimed = size.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            // Programs that write to a pipe cannot go back and leave a size near 2 or 4 GiB.
            return claimed >= 0x7FFF_0000 ? nil : claimed + 8
        case "FORM":
            return size.reduce(Int64(0)) { $0 << 8 | Int64($1) } + 8
        default:
            return nil
        }
    }

    /// Hands over frame by frame, the channels mixed.
    private static func readFrames(
        _ handle: OpaquePointer, count: Int, channels: Int, _ take: (Float) -> Void
    ) throws(Problem) {
        let chunkFrames = 4096
        // Floats, because libsndfile turns float files into 16 bits without scaling; 16-bit samples survive exactly.
        var chunk: [Float] = .init(repeating: 0, count: chunkFrames * channels)
        var taken = 0
        while taken < count {
            let got = Int(sf_readf_float(handle, &chunk, Int64(min(chunkFrames, count - taken))))
            guard got > 0 else {
                throw Problem(
                    reason: "is cut off: its header says \(count) frames, \(taken) could be read",
                    remedy: "copy it again")
            }
            for frame in 0..<got {
                let sum = chunk[frame * channels..<(frame + 1) * channels].reduce(0, +)
                guard sum.isFinite else {
                    throw Problem(
                        reason: "has a sample that is not a number at frame \(taken + frame)",
                        remedy: "record it again")
                }
                take(sum / Float(channels))
            }
            taken += got
        }
    }

    private static func sample(_ value: Float) -> Int16 {
        Int16(max(-32_768, min(32_767, (value * 32_768).rounded())))
    }
}
