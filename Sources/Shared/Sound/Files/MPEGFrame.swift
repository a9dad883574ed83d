/// The four bytes at the beginning of a frame of MPEG audio (ISO/IEC 11172-3, 2.4.2.3; 13818-3 for half the rates, and the
/// customary 2.5 for a quarter of them).
struct MPEGFrame: Hashable {
    static let headerBytes = 4

    /// Of the whole frame, its header included.
    var byteCount: Int
    /// For each channel.
    var sampleCount: Int
    /// In Hz.
    var rate: Int
    var channels: Int
    /// From the frame's beginning to the bytes behind the side information of layer III.
    var mainDataOffset: Int

    init?(_ file: FileBytes, at position: Int) {
        guard file[position] == 0xFF, position + Self.headerBytes <= file.count else { return nil }
        self.init(word: UInt32(file.number(at: position, bytes: 4)))
    }

    init?(in bytes: [UInt8], at position: Int) {
        guard position + Self.headerBytes <= bytes.count else { return nil }
        self.init(word: bytes[position..<position + Self.headerBytes].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }

    /// `nil` where it begins no frame, or one of a free bit rate, which does not tell where the next one is.
    private init?(word: UInt32) {
        let (version, layer) = (word >> 19 & 3, 4 - Int(word >> 17 & 3))
        let (bitRateIndex, rateIndex) = (Int(word >> 12 & 15), Int(word >> 10 & 3))
        guard word >> 21 == 0x7FF, version != 1, layer < 4, (1...14).contains(bitRateIndex), rateIndex < 3 else {
            return nil
        }
        let isFull = version == 3
        channels = word >> 6 & 3 == 3 ? 1 : 2
        let hasChecksum = word >> 16 & 1 == 0
        let padding = Int(word >> 9 & 1)
        rate = [44_100, 48_000, 32_000][rateIndex] >> (isFull ? 0 : version == 2 ? 1 : 2)
        sampleCount = layer == 1 ? 384 : layer == 2 || isFull ? 1152 : 576
        let bitRate =
            1000 * (isFull ? Self.fullKilobits[layer - 1] : Self.lowKilobits[min(layer, 2) - 1])[bitRateIndex - 1]
        byteCount = layer == 1 ? (12 * bitRate / rate + padding) * 4 : sampleCount / 8 * bitRate / rate + padding
        let sideInformation = isFull ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
        mainDataOffset = Self.headerBytes + (hasChecksum ? 2 : 0) + sideInformation
    }

    /// `true` where both can be of one stream.
    func isLike(_ other: MPEGFrame) -> Bool {
        rate == other.rate && sampleCount == other.sampleCount && channels == other.channels
    }

    /// By layer.
    private static let fullKilobits = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    ]
    /// Layers II and III have the same.
    private static let lowKilobits = [
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
}
