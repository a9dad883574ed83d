internal import ClockDomain

/// Names a session: the digest of its token. Nobody can come in by reading the server's files.
package struct SessionID: Hashable, Sendable {
    /// 64 hexadecimal digits.
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// - Parameter token: the browser's cookie.
    package init(token: String) { self.init(Hex.text(SHA256.digest(of: token.utf8))) }
}
