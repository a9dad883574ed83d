/// Text files as people, editors and other programs write them.
///
/// UTF-8 with or without a byte order mark, and UTF-16 in both orders: with a mark, or known by the zero byte of its
/// first character. Lines end with LF, CR LF, CR CR LF (a file that two programs converted) or CR.
public enum FileText {
    /// The file as UTF-8 without a mark, every line end as one LF. Bytes that are not valid UTF-8 stay as they are.
    ///
    /// - Returns: `nil` for UTF-16 that is not valid.
    public static func bytes(_ file: [UInt8]) -> [UInt8]? {
        if file.starts(with: [0xEF, 0xBB, 0xBF]) { return withPlainLineEnds(file.dropFirst(3)) }
        if file.starts(with: [0xFF, 0xFE]) { return utf16(file.dropFirst(2), isBigEndian: false) }
        if file.starts(with: [0xFE, 0xFF]) { return utf16(file.dropFirst(2), isBigEndian: true) }
        if file.count >= 2, (file[0] == 0) != (file[1] == 0) { return utf16(file[...], isBigEndian: file[0] == 0) }
        return withPlainLineEnds(file[...])
    }

    /// As ``bytes(_:)``, as a text.
    ///
    /// - Returns: `nil` also for bytes that are not valid UTF-8.
    public static func text(_ file: [UInt8]) -> String? {
        bytes(file).flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8]? {
        guard bytes.count % 2 == 0 else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (high, low) = isBigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        return String(validating: units, as: UTF16.self).map { withPlainLineEnds(Array($0.utf8)[...]) }
    }

    private static func withPlainLineEnds(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        guard bytes.contains(carriage) else { return Array(bytes) }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var carriages = 0
        var (lineEnds, bare) = (0, 0)
        func flush() {
            plain += repeatElement(carriage, count: carriages)
            bare += carriages
            carriages = 0
        }
        for byte in bytes {
            if byte == carriage {
                carriages += 1
                continue
            }
            if byte == feed { (carriages, lineEnds) = (0, lineEnds + 1) } else { flush() }
            plain.append(byte)
        }
        flush()
        // A few of them between other line ends are part of their lines.
        guard bare > lineEnds else { return plain }
        return plain.map { $0 == carriage ? feed : $0 }
    }
}
