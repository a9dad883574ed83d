/// The parts of an HTTP/1 head that two programs on its way could read differently (RFC 9112, sections 3.2 and 6).
///
/// The parser refuses text that is not HTTP. This refuses HTTP that has more than one meaning, before a proxy's view
/// and the server's differ.
package struct RequestHead: Hashable, Sendable {
    package enum Fault: String, Sendable {
        /// 400
        case malformed
        /// 413
        case tooLong = "too-long"
    }

    package var target: String
    package var isHTTP10: Bool
    package var hosts: [String]
    package var contentLengths: [String]
    package var transferEncodings: [String]

    package init(
        target: String, isHTTP10: Bool = false, hosts: [String], contentLengths: [String] = [],
        transferEncodings: [String] = []
    ) {
        self.target = target
        self.isHTTP10 = isHTTP10
        self.hosts = hosts
        self.contentLengths = contentLengths
        self.transferEncodings = transferEncodings
    }

    /// - Parameter maximumBytes: of the longest body that any request may have.
    /// - Returns: `nil` for a head without a fault.
    package func fault(maximumBytes: Int) -> Fault? {
        guard hosts.count == 1, let host = hosts.first, DoorRules.name(of: host) != nil, isTarget(of: host) else {
            return .malformed
        }
        if let encoding = transferEncodings.first {
            guard transferEncodings.count == 1, encoding.lowercased() == "chunked", !isHTTP10, contentLengths.isEmpty
            else { return .malformed }
        }
        guard let length = contentLengths.first else { return nil }
        guard contentLengths.count == 1, !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .malformed
        }
        // A number that does not fit has too many bytes as well.
        return (Int(length) ?? .max) > maximumBytes ? .tooLong : nil
    }

    /// True for a path, `*`, or the whole address of the same host.
    private func isTarget(of host: String) -> Bool {
        guard
            target.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") }
            )
        else { return false }
        if target.hasPrefix("/") || target == "*" { return true }
        let lowercased = target.lowercased()
        return ["http://", "https://"].contains { scheme in
            guard lowercased.hasPrefix(scheme) else { return false }
            let authority = lowercased.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
            return authority == host.lowercased()
        }
    }
}
