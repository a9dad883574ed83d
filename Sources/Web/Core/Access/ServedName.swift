/// A name by which browsers call a server.
public enum ServedName {
    /// True for a host name or a numeric address, without scheme, port and brackets.
    public static func isValid(_ name: String) -> Bool {
        guard (1...253).contains(name.utf8.count) else { return false }
        if name.contains(":") { return name.utf8.allSatisfy { isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E } }
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { isHexadecimal($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F }
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
