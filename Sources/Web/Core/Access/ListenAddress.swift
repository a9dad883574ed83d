/// The address at which the server listens: a numeric address with a port, or a Unix socket.
public enum ListenAddress: Hashable, Sendable {
    /// The address without brackets.
    case network(address: String, port: Int)
    case socket(path: String)

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `/run/clocksmith-web/http`; `nil` for anything else. A name is refused:
    /// its address could change under the server.
    public init?(_ text: String) {
        if text.hasPrefix("/") {
            // Longest path that fits into a socket's address.
            guard text.utf8.count < 108, !text.utf8.contains(0) else { return nil }
            self = .socket(path: text)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        var address = text[..<colon]
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
            (0...65_535).contains(port)
        else { return nil }
        if address.hasPrefix("["), address.hasSuffix("]") {
            address = address.dropFirst().dropLast()
            guard address.contains(":"), address.utf8.allSatisfy({ Self.isIPv6($0) }) else { return nil }
        } else {
            let parts = address.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) else { return nil }
        }
        self = .network(address: String(address), port: port)
    }

    private static func isIPv6(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x46, 0x61...0x66, 0x2E: true
        default: false
        }
    }

    /// True when only this machine can reach it.
    public var isLocal: Bool {
        switch self {
        case .network(let address, _): address.hasPrefix("127.") || address == "::1"
        case .socket: true
        }
    }
}
