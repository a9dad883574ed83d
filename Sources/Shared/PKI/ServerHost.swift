internal import Glibc

/// A name or address by which clients call a server.
public struct ServerHost: Hashable, Sendable, CustomStringConvertible {
    /// As it was written, names in lower case.
    public let text: String
    /// The 4 or 16 bytes of an address; empty for a name.
    public let address: [UInt8]

    /// `nil` for a text that is neither an IPv4 or IPv6 address nor a host name by RFC 1123 section 2.1.
    public init?(_ text: String) {
        if let address = ServerHost.address(text) {
            self.text = text
            self.address = address
            return
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(ServerHost.isLabel),
            // Four numbers that are no address are a typing error, not a name.
            labels.last?.contains(where: { $0.isLetter }) == true
        else { return nil }
        self.text = text.lowercased()
        address = []
    }

    public var description: String { text }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    private static func address(_ text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
