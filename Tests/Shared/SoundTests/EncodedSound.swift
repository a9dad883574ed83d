import CSndfile
import ClockTestSupport
import FoundationEssentials

/// Sound files as other programs write them, made by libsndfile (its MP3s by LAME).
enum EncodedSound {
    enum Kind: CaseIterable, Hashable {
        case wav, aiff, caf, flac, ogg
        /// MP3 of a constant bit rate, of a varying one.
        case constantMP3, varyingMP3

        fileprivate var format: Int32 {
            switch self {
            case .wav: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
            case .aiff: Int32(SF_FORMAT_AIFF | SF_FORMAT_PCM_16)
            case .caf: Int32(SF_FORMAT_CAF | SF_FORMAT_PCM_16)
            case .flac: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
            case .ogg: Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
            case .constantMP3, .varyingMP3: Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
            }
        }
    }

    struct Unwritable: Error {}

    /// A file of mono frames.
    ///
    /// - Parameter compression: of an MP3, from 0, the largest, to 1, the smallest.
    static func bytes(
        _ frames: [Int16], _ kind: Kind, rate: Int = 44_100, compression: Double = 0.5
    ) throws -> [UInt8] {
        try bytes(frames, format: kind.format, rate: rate) { handle in
            guard kind.format & Int32(SF_FORMAT_SUBMASK) == Int32(SF_FORMAT_MPEG_LAYER_III) else { return }
            var mode = Int32(kind == .constantMP3 ? SF_BITRATE_MODE_CONSTANT : SF_BITRATE_MODE_VARIABLE)
            sf_command(handle, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
            var level = compression
            sf_command(handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
        }
    }

    /// A file in any of libsndfile's formats.
    static func bytes(
        _ frames: [Int16], format: Int32, rate: Int = 44_100, prepare: (OpaquePointer) -> Void = { _ in }
    ) throws -> [UInt8] {
        let folder = try TemporaryFolder("encoded")
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = 1
        info.format = format
        guard let handle = sf_open(folder.file("sound"), Int32(SFM_WRITE), &info) else { throw Unwritable() }
        prepare(handle)
        // More at once overflows the Vorbis encoder's stack.
        let portion = 4096
        for start in stride(from: 0, to: frames.count, by: portion) {
            let part = Array(frames[start..<min(start + portion, frames.count)])
            guard sf_writef_short(handle, part, Int64(part.count)) == Int64(part.count) else { throw Unwritable() }
        }
        guard sf_close(handle) == 0 else { throw Unwritable() }
        return Array(try Data(contentsOf: URL(filePath: folder.file("sound"))))
    }

    /// True when this libsndfile has MP3s, which came with 1.1.
    static let hasMP3 = (try? bytes([0], .constantMP3)) != nil
}
