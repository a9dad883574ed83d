// TZif, the compiled form of the tz database (RFC 9636, which replaced RFC 8536).
//
// A file starts with a block of 32-bit times for readers of version 1. From version 2 on a second block follows with
// 64-bit times, then a footer: a POSIX TZ string between two newlines. A block is a header of six counts and then, in
// this order: transition times, an index of a local time type per transition, the types (offset, flag, index of the
// abbreviation), the abbreviations, leap seconds, and two lists of indicators that only matter to programs which apply
// a foreign rule. All numbers are big-endian.
//
// The bytes are untrusted: every count is bounded before it is used, every index and value checked.

extension TimeZoneRules {
    /// Longer input is refused unread. The largest file of the tz database has under 4 KiB.
    public static let maximumBytes = 65_536

    /// The offsets a file may hold, in seconds east (RFC 9636 section 3.2).
    static let possibleOffsets = -89_999...93_599

    /// Reads a TZif file of version 1, 2, 3 or 4. Files that count leap seconds (the `right/` zones) are refused.
    ///
    /// - Parameters:
    ///   - name: the zone's name, by the rule of ``isValidName(_:)``.
    ///   - tzif: the whole file, at most ``maximumBytes``.
    public init(name: String, tzif: [UInt8]) throws(TZifError) {
        guard Self.isValidName(name) else {
            let shown = String(name.prefix(64)).debugDescription
            throw TZifError(.name, zone: shown, "not a valid name")
        }
        guard tzif.count <= Self.maximumBytes else {
            throw TZifError(.size, zone: name, "\(tzif.count) bytes, more than \(Self.maximumBytes)")
        }
        var reader = TZifReader(zone: name, bytes: tzif)
        var header = try reader.header()
        if header.version == 1 {
            let block = try reader.block(header, timeLength: 4)
            try reader.expectEnd()
            self.init(name: name, block: block, footer: nil)
        } else {
            try reader.skip(header.blockLength(timeLength: 4), "the 32-bit block")
            header = try reader.header()
            let block = try reader.block(header, timeLength: 8)
            let footer = try reader.footer()
            try reader.expectEnd()
            self.init(name: name, block: block, footer: footer)
        }
    }

    private init(name: String, block: TZifReader.Block, footer: FooterRule?) {
        self.init(
            name: name, transitionSeconds: block.transitionSeconds, transitionOffsets: block.transitionOffsets,
            offsets: block.offsets, footer: footer)
    }
}

extension ZoneOffset {
    /// An abbreviation of 1 to 15 letters, digits and signs; `nil` for anything else.
    static func abbreviation(_ bytes: ArraySlice<UInt8>) -> String? {
        guard (1...15).contains(bytes.count) else { return nil }
        let isPlain = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
