/// The header of a frame of MPEG audio, layer III: the four bytes at its beginning (ISO/IEC 11172-3, 2.4.2.3; 13818-3
/// for half the rates, and the customary 2.5 for a quarter of them).
struct MP3Frame: Hashable {
    static let headerBytes = 4

    /// Bytes of the whole frame, its header included.
    var byteCount: Int
    /// Samples for each channel.
    var sampleCount: Int
    /// In Hz.
    var rate: Int
    /// Bytes from the frame's beginning to the end of the side information.
    var mainDataOffset: Int

    /// `nil` when no frame begins there, or one of a free bit rate, whose header does not give its length.
    init?(in bytes: [UInt8], at position: Int) {
        guard position + Self.headerBytes <= bytes.count, bytes[position] == 0xFF else { return nil }
        let word = bytes[position..<position + Self.headerBytes].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let (version, layer) = (word >> 19 & 3, word >> 17 & 3)
        let (bitRateIndex, rateIndex) = (Int(word >> 12 & 15), Int(word >> 10 & 3))
        guard word >> 21 == 0x7FF, version != 1, layer == 1, (1...14).contains(bitRateIndex), rateIndex < 3 else {
            return nil
        }
        let isFull = version == 3
        let isMono = word >> 6 & 3 == 3
        let hasChecksum = word >> 16 & 1 == 0
        rate = [44_100, 48_000, 32_000][rateIndex] >> (isFull ? 0 : version == 2 ? 1 : 2)
        sampleCount = isFull ? 1152 : 576
        let kilobits = (isFull ? Self.fullKilobits : Self.lowKilobits)[bitRateIndex - 1]
        byteCount = sampleCount / 8 * kilobits * 1000 / rate + Int(word >> 9 & 1)
        let sideInformation = isFull ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        mainDataOffset = Self.headerBytes + (hasChecksum ? 2 : 0) + sideInformation
    }

    /// True when both can belong to one stream.
    func isLike(_ other: MP3Frame) -> Bool { rate == other.rate && sampleCount == other.sampleCount }

    /// The highest bit rate there is, in bytes a second.
    static let mostBytesPerSecond = 320_000 / 8

    private static let fullKilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let lowKilobits = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
