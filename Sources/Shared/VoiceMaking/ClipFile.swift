internal import CSndfile
public import ClockRuntime
public import ClockSound
public import ClockVoice
internal import Glibc

/// Writes a clip in a pack's format. The handle lives inside ``write(_:to:format:)`` and nowhere else.
public enum ClipFile {
    /// Writes mono frames to every channel of a new file and renames it once it is complete: `path` holds either the
    /// old file or the new one. Integers are little-endian in WAV and CAF (LEI16), big-endian in AIFF.
    ///
    /// - Throws: ``SystemError`` naming the path; it then leaves no other file behind.
    public static func write(_ frames: [Float], to path: String, format: ClipFormat) throws(SystemError) {
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).tmp"
        do throws(SystemError) {
            try fill(temporary, with: frames, format: format)
            guard rename(temporary, path) == 0 else { throw SystemError("write \(path)", code: errno) }
        } catch {
            // The first error is the one to report; a leftover is only a file of our own name.
            _ = unlink(temporary)
            throw SystemError("write \(path)", code: error.code)
        }
    }

    private static func fill(_ path: String, with frames: [Float], format: ClipFormat) throws(SystemError) {
        let operation = "write \(path)"
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard file >= 0 else { throw SystemError(operation, code: errno) }
        defer { close(file) }
        var info = SF_INFO()
        info.samplerate = Int32(format.sampleRate)
        info.channels = Int32(format.channels)
        info.format = code(of: format)
        guard let handle = sf_open_fd(file, Int32(SFM_WRITE), &info, 0) else {
            throw SystemError(operation, code: EINVAL)
        }
        // By default libsndfile turns floats into integers without clipping, and adds a peak's time to float files,
        // which would make equal clips differ.
        sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
        sf_command(handle, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
        let samples = format.channels == 1 ? frames : frames.flatMap { [Float](repeating: $0, count: format.channels) }
        errno = 0
        let written = sf_writef_float(handle, samples, Int64(frames.count))
        let code = errno
        guard sf_close(handle) == 0, written == Int64(frames.count) else {
            throw SystemError(operation, code: code == 0 ? EIO : code)
        }
    }

    private static func code(of format: ClipFormat) -> Int32 {
        let container =
            switch format.container {
            case .wav: SF_FORMAT_WAV
            case .caf: SF_FORMAT_CAF | SF_ENDIAN_LITTLE
            case .aiff: SF_FORMAT_AIFF
            case .flac: SF_FORMAT_FLAC
            }
        let encoding =
            switch format.encoding {
            case .pcm16: SF_FORMAT_PCM_16
            case .pcm24: SF_FORMAT_PCM_24
            case .float32: SF_FORMAT_FLOAT
            }
        return Int32(container | encoding)
    }

    /// True when libsndfile's names of the sound's format, as ``SoundFile/Recorded`` has them, match a pack's format.
    public static func matches(_ sound: SoundFile.Recorded, _ format: ClipFormat) -> Bool {
        let container =
            switch format.container {
            case .wav: "WAV"
            case .caf: "CAF"
            case .aiff: "AIFF"
            case .flac: "FLAC"
            }
        let encoding =
            switch format.encoding {
            case .pcm16: "Signed 16 bit PCM"
            case .pcm24: "Signed 24 bit PCM"
            case .float32: "32 bit float"
            }
        return sound.rate == format.sampleRate && sound.channels == format.channels
            && sound.container.hasPrefix(container) && sound.encoding == encoding
    }
}
