/// The format of a pack's sound files.
public struct ClipFormat: Hashable, Sendable {
    /// The representation of a sample.
    public enum Encoding: String, Hashable, Sendable, CaseIterable {
        /// Signed integers of 16 bits; in CAF little-endian ones (LEI16).
        case pcm16
        case pcm24, float32
    }

    /// The kind of file; the raw value is its extension.
    public enum Container: String, Hashable, Sendable, CaseIterable {
        case wav, caf, aiff, flac
    }

    /// Frames per second, in ``sampleRates``.
    public var sampleRate: Int
    /// 1 or 2.
    public var channels: Int
    public var encoding: Encoding
    public var container: Container

    public init(sampleRate: Int = 44_100, channels: Int = 1, encoding: Encoding = .pcm16, container: Container = .wav) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.encoding = encoding
        self.container = container
    }

    /// 44.1 kHz, mono, 16 bits, WAV: nodes play it as it is.
    public static let standard = ClipFormat()

    public static let sampleRates = 8000...192_000
    public static let channelCounts = 1...2

    /// The contradiction in the combination, for people; `nil` when there is none.
    public var contradiction: String? {
        container == .flac && encoding == .float32 ? "flac holds pcm16 or pcm24, not float32" : nil
    }
}
