import CSndfile
import Glibc

/// Reads one sound file into memory through libsndfile. The handle lives inside ``read(path:)`` and nowhere else.
enum SoundFile {
    /// Longest clip that is taken, in seconds: a header can claim anything.
    static let maximumSeconds = 60

    /// Why a file is no clip.
    struct Problem: Error, Hashable {
        var reason: String
        var remedy: String
    }

    /// The sound as mono 16-bit frames at 44,100 Hz; stereo is mixed to the mean of both sides.
    ///
    /// Reads at most ``maximumSeconds`` of frames whatever the header says, and takes nothing but regular files.
    static func read(path: String) throws(Problem) -> [Int16] {
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
        defer { sf_close(handle) }

        guard info.samplerate == Int32(RenderedPlan.sampleRate) else {
            throw Problem(
                reason: "is recorded at \(info.samplerate) Hz, and \(RenderedPlan.sampleRate) Hz is played",
                remedy: "convert it, for example with: sox IN -r \(RenderedPlan.sampleRate) OUT")
        }
        guard info.channels == 1 || info.channels == 2 else {
            throw Problem(reason: "has \(info.channels) channels, and mono or stereo is played", remedy: replace)
        }
        let longest = maximumSeconds * RenderedPlan.sampleRate
        guard info.frames <= Int64(longest) else {
            throw Problem(
                reason:
                    "claims to be \(info.frames / Int64(RenderedPlan.sampleRate)) s long, at most \(maximumSeconds) s are"
                    + " played", remedy: "cut it")
        }
        guard info.frames > 0 else { throw Problem(reason: "has no sound in it", remedy: replace) }

        let frames = try readFrames(handle, count: Int(info.frames), channels: Int(info.channels))
        guard frames.count == Int(info.frames) else {
            throw Problem(
                reason: "is cut off: its header says \(info.frames) frames, \(frames.count) could be read",
                remedy: "copy it again")
        }
        return frames
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

    private static func readFrames(_ handle: OpaquePointer, count: Int, channels: Int) throws(Problem) -> [Int16] {
        var frames: [Int16] = []
        frames.reserveCapacity(count)
        let chunkFrames = 4096
        // Floats, because libsndfile turns float files into 16 bits without scaling; 16-bit samples survive exactly.
        var chunk: [Float] = .init(repeating: 0, count: chunkFrames * channels)
        while frames.count < count {
            let got = Int(sf_readf_float(handle, &chunk, Int64(min(chunkFrames, count - frames.count))))
            guard got > 0 else { break }
            for frame in 0..<got {
                let sample = channels == 1 ? chunk[frame] : (chunk[2 * frame] + chunk[2 * frame + 1]) / 2
                guard sample.isFinite else {
                    throw Problem(
                        reason: "has a sample that is not a number at frame \(frames.count)", remedy: "record it again")
                }
                frames.append(Int16(max(-32_768, min(32_767, (sample * 32_768).rounded()))))
            }
        }
        return frames
    }
}
