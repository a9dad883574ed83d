internal import CSndfile
internal import Glibc

/// Writes frames as a file that is small enough to send. The handle lives inside ``write(_:to:maximumBytes:)`` and
/// nowhere else.
public enum SoundFileWriter {
    /// Writes mono frames at 44,100 Hz: as FLAC, which keeps every sample, or, if that would be over `maximumBytes`, as
    /// Ogg Vorbis, a tenth as large.
    ///
    /// - Throws: when the file is not writable, or is over `maximumBytes` even so.
    public static func write(_ frames: [Int16], to path: String, maximumBytes: Int) throws(SoundFile.Problem) {
        for format in [SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS] {
            try write(frames, to: path, format: Int32(format))
            var status = stat()
            if stat(path, &status) == 0, status.st_size <= off_t(maximumBytes) { return }
        }
        throw SoundFile.Problem(reason: "is over \(maximumBytes >> 20) MiB however it is packed", remedy: "cut it")
    }

    private static func write(_ frames: [Int16], to path: String, format: Int32) throws(SoundFile.Problem) {
        var info = SF_INFO()
        info.samplerate = Int32(RenderedPlan.sampleRate)
        info.channels = 1
        info.format = format
        guard let handle = sf_open(path, Int32(SFM_WRITE), &info) else { throw problem(path, nil) }
        // A large portion at once overflows the Vorbis encoder's stack.
        let portion = 4_096
        var written = 0
        let isWhole = frames.withUnsafeBufferPointer { frames in
            while written < frames.count {
                let count = min(portion, frames.count - written)
                guard sf_writef_short(handle, frames.baseAddress! + written, Int64(count)) == Int64(count) else {
                    return false
                }
                written += count
            }
            return true
        }
        let failure = isWhole ? nil : problem(path, handle)
        // Closing writes the rest.
        guard sf_close(handle) == 0, failure == nil else { throw failure ?? problem(path, nil) }
    }

    private static func problem(_ path: String, _ handle: OpaquePointer?) -> SoundFile.Problem {
        SoundFile.Problem(
            reason: "cannot be written to \(path) (\(String(cString: sf_strerror(handle))))",
            remedy: "see that its file system has room")
    }
}
