internal import ClockDomain

/// Several files as one, in the format "ustar" (POSIX.1-2024, pax), which every tar unpacks with owners and
/// permissions.
struct TarArchive: Sendable {
    struct Entry: Hashable, Sendable {
        /// Relative, at most 100 bytes.
        var path: String
        var content: String
        var mode: UInt32
        /// Owner and group by their names on the machine that unpacks it.
        var owner = "root"
        var group = "root"
    }

    var entries: [Entry]
    var made: WallTime

    /// The archive. All of it is ASCII if the entries are.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            let content = Array(entry.content.utf8)
            bytes += header(entry, size: content.count)
            bytes += content
            bytes += zeros(-content.count & (TarArchive.block - 1))
        }
        return bytes + zeros(2 * TarArchive.block)
    }

    private static let block = 512

    private func header(_ entry: Entry, size: Int) -> [UInt8] {
        var header: [UInt8] = []
        header += field(entry.path, 100)
        header += number(UInt64(entry.mode), 8)
        header += number(0, 8)
        header += number(0, 8)
        header += number(UInt64(size), 12)
        header += number(UInt64(max(0, made.seconds)), 12)
        // The sum counts spaces in its own place.
        header += [UInt8](repeating: UInt8(ascii: " "), count: 8)
        // A plain file without a link's target.
        header += field("0", 1) + zeros(100)
        header += field("ustar", 6) + field("00", 2)
        header += field(entry.owner, 32) + field(entry.group, 32)
        header += zeros(TarArchive.block - header.count)
        let sum = header.reduce(UInt64(0)) { $0 + UInt64($1) }
        header.replaceSubrange(148..<156, with: number(sum, 7) + [UInt8(ascii: " ")])
        return header
    }

    private func field(_ text: String, _ width: Int) -> [UInt8] {
        let bytes = Array(text.utf8)
        precondition(bytes.count <= width, "\(text) does not fit into \(width) bytes of a tar header")
        return bytes + zeros(width - bytes.count)
    }

    /// Returns octal digits and a zero byte.
    private func number(_ value: UInt64, _ width: Int) -> [UInt8] {
        let digits = String(value, radix: 8)
        return field(String(repeating: "0", count: max(0, width - 1 - digits.count)) + digits, width)
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
