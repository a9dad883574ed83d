internal import ClockDomain

/// A browser that has logged in to an account before, by a cookie that outlives the session. Others' wrong passwords do
/// not delay it.
///
/// The cookie is a random name and a digest of it, keyed by the account's secret: another password ends it, and the
/// server stores nothing. It opens no door.
package enum KnownDevice {
    /// Bytes of the random name.
    package static let nameBytes = 16

    /// - Parameter name: ``nameBytes`` that nobody can guess.
    package static func cookie(_ name: [UInt8], of account: Accounts.Account) -> String {
        let name = Hex.text(name)
        return "\(name).\(Hex.text(seal(name, account)))"
    }

    /// Returns the browser's name; `nil` for a cookie that the server has not made for this account with its present
    /// password.
    package static func name(in cookie: String, of account: Accounts.Account) -> String? {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 2 * nameBytes, let given = Hex.bytes(parts[1]),
            ConstantTime.isSame(given, seal(String(parts[0]), account))
        else { return nil }
        return String(parts[0])
    }

    /// Keyed at both levels, so that nobody can continue a digest (as in HMAC, RFC 2104).
    private static func seal(_ name: String, _ account: Accounts.Account) -> [UInt8] {
        let key = Array(account.secret.text.utf8)
        let inner = SHA256.digest(of: key + Array("device \(account.name) \(name)".utf8))
        return Array(SHA256.digest(of: key + Array(inner)))
    }
}
