/// A page of an Ogg file (RFC 3533, section 6).
struct OggPage {
    var range: Range<Int>
    var bodyStart: Int
    var flags: UInt8
    var serial: UInt64

    private static let last: UInt8 = 4

    var isFirst: Bool { flags & 2 != 0 }
    var isContinued: Bool { flags & 1 != 0 }
    var isLast: Bool { flags & Self.last != 0 }

    /// `nil` where none begins, or its checksum is wrong; its range may end behind the file's end, and then no checksum is
    /// looked at.
    init?(_ file: FileBytes, at position: Int, end: Int) {
        guard position + 27 <= end, file.has("OggS", at: position), file[position + 4] == 0 else { return nil }
        let segments = Int(file[position + 26])
        bodyStart = position + 27 + segments
        let size = (position + 27..<bodyStart).reduce(0) { $0 + Int(file[$1]) }
        range = position..<bodyStart + size
        flags = file[position + 5]
        serial = file.number(at: position + 14, bytes: 4, isLittleEndian: true)
        guard range.upperBound <= end else { return }
        let bytes = file.bytes(range)
        let checksum = bytes[22..<26].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard Self.checksum(bytes) == checksum else { return nil }
    }

    /// The same page, marked as the last one.
    func asLast(of file: FileBytes) -> [UInt8] {
        var bytes = file.bytes(range)
        bytes[5] |= Self.last
        let checksum = Self.checksum(bytes)
        bytes.replaceSubrange(22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
        return bytes
    }

    /// Of a page whose own field counts as 0.
    private static func checksum(_ page: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0
        for (index, byte) in page.enumerated() {
            sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ ((22..<26).contains(index) ? 0 : byte))]
        }
        return sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum << 1 ^ (sum & 0x8000_0000 == 0 ? 0 : 0x04C1_1DB7) }
    }
}
