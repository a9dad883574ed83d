/// The settings of an open device: its rate, its channels, and its encoding of a sample.
struct DeviceFormat: Hashable, Sendable {
    /// In the order of preference: 16 bits are enough for these sounds, and every card has them.
    enum Encoding: CaseIterable, Hashable, Sendable {
        case signed16, signed32
        /// 24 bits in three bytes.
        case signed24Packed
        /// 24 bits in the lower three of four bytes.
        case signed24
        case float32

        var byteCount: Int {
            switch self {
            case .signed16: 2
            case .signed24Packed: 3
            case .signed32, .signed24, .float32: 4
            }
        }
    }

    /// Nominal frames per second.
    var rate: Int
    /// 1...``mostChannels``; every one plays the same.
    var channels: Int
    var encoding: Encoding

    static let mostChannels = 32

    var frameBytes: Int { channels * encoding.byteCount }
}
