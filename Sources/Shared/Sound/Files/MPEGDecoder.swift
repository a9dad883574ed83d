internal import CMpg123
internal import Glibc

/// Decodes MPEG audio; the one owner of a libmpg123 handle, which `deinit` frees. Not for two threads.
///
/// libsndfile decodes it by libmpg123 too, but lets it write to the error output, and believes the headers.
final class MPEGDecoder {
    let rate: Int
    let channels: Int
    private let handle: OpaquePointer
    private let file: SplicedFile
    private var skipped: Int
    private var left: Int

    init(_ file: SplicedFile, skipped: Int, count: Int) throws(SoundFile.Problem) {
        self.file = file
        self.skipped = skipped
        left = count
        // Does nothing from 1.27 on.
        mpg123_init()
        guard let handle = mpg123_new(nil, nil) else { preconditionFailure("no MPEG decoder") }
        let flags = [MPG123_QUIET, MPG123_FORCE_FLOAT, MPG123_IGNORE_INFOFRAME, MPG123_SKIP_ID3V2]
        clocksmith_mpg123_flags(handle, flags.reduce(0) { $0 | Int($1.rawValue) })
        mpg123_replace_reader_handle(
            handle,
            { file, buffer, count in
                guard let file, let buffer else { return -1 }
                return MPEGDecoder.file(file).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
            },
            { file, offset, whence in
                guard let file else { return -1 }
                return off_t(MPEGDecoder.file(file).seek(Int(offset), whence))
            }, nil)
        var (rate, channels, encoding): (CLong, Int32, Int32) = (0, 0, 0)
        guard mpg123_open_handle(handle, Unmanaged.passUnretained(file).toOpaque()) == MPG123_OK.rawValue,
            mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue
        else {
            let reason = String(cString: mpg123_strerror(handle))
            mpg123_delete(handle)
            throw SoundPart.unreadable(reason)
        }
        self.handle = handle
        (self.rate, self.channels) = (Int(rate), Int(channels))
    }

    deinit { mpg123_delete(handle) }

    private static func file(_ pointer: UnsafeMutableRawPointer) -> SplicedFile {
        Unmanaged<SplicedFile>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Reads on.
    ///
    /// - Returns: frames; 0 at the end.
    func read(into buffer: inout [Float]) -> Int {
        let frameBytes = channels * MemoryLayout<Float>.size
        while left > 0 {
            var bytes = 0
            let outcome = mpg123_read(handle, &buffer, buffer.count * MemoryLayout<Float>.size, &bytes)
            var got = bytes / frameBytes
            let isNewFormat = outcome == MPG123_NEW_FORMAT.rawValue
            guard got > 0 || isNewFormat else { return 0 }
            let passed = min(skipped, got)
            skipped -= passed
            got = min(got - passed, left)
            guard got > 0 else { continue }
            if passed > 0 {
                buffer.replaceSubrange(..<(got * channels), with: buffer[passed * channels..<(passed + got) * channels])
            }
            left -= got
            return got
        }
        return 0
    }
}
