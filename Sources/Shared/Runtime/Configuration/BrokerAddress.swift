/// A broker as people type it: `HOST`, `HOST:PORT`, `[IPV6]:PORT`, or a bare IPv6 address.
public struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
    public var host: String
    public var port: Int?

    public init(host: String, port: Int? = nil) {
        self.host = host
        self.port = port
    }

    /// `nil` for a text that is none of these, or a port outside 1...65535.
    public init?(_ text: String) {
        let portText: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            portText = rest.isEmpty ? nil : rest.dropFirst()
        } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
            host = String(text[..<colon])
            portText = text[text.index(after: colon)...]
        } else {
            host = text
            portText = nil
        }
        guard !host.isEmpty, !host.contains(where: { $0 == "/" || $0 == " " || $0 == "@" }) else { return nil }
        if let portText {
            guard portText.allSatisfy(\.isNumber), let port = Int(portText), (1...65_535).contains(port) else {
                return nil
            }
            self.port = port
        }
    }

    /// `HOST` or `HOST:PORT`, with the brackets that a numeric IPv6 address needs before a port.
    public var description: String {
        guard let port else { return host }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
