internal import ClockDomain

/// Names a session: the digest of its token. Whoever reads what the server keeps cannot come in by it.
package struct SessionID: Hashable, Sendable {
    /// 64 hexadecimal digits.
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// - Parameter token: what a browser keeps as its cookie.
    package init(token: String) {
        self.init(Hex.text(SHA256.digest(of: token.utf8)))
    }
}
