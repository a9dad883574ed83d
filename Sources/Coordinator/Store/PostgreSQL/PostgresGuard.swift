internal import CPostgreSQL

/// Keeps a password from any server but the intended one. By default libpq sends it in the clear to every server that
/// asks for it.
///
/// Beyond this machine, either TLS proves the server (`sslmode=verify-ca` or `verify-full`), or SCRAM proves the
/// password to the server, and the server's knowledge of it to us, without sending it.
enum PostgresGuard {
    /// Methods that send nothing that a server could use elsewhere.
    private static let safeMethods: Set<String> = ["scram-sha-256", "gss", "sspi"]

    /// libpq's settings for one server, before those of the address: the same settings in an address are as strict, see
    /// ``mistake(in:)``.
    static func settings(for server: PostgresServer) -> [(String, String)] {
        guard !server.isLocal, !server.isProven else { return [] }
        // libpq has require_auth from version 16 on. In an earlier one, only channel binding insists on SCRAM; it needs
        // TLS, with any certificate.
        return hasRequiredMethods ? [("require_auth", "scram-sha-256")] : [("channel_binding", "require")]
    }

    /// Returns the conflict of an address with that; `nil` for none.
    ///
    /// - Parameter values: the address's values, by libpq's keywords.
    static func mistake(in values: [String: String], _ server: PostgresServer) -> String? {
        guard !server.isLocal, !server.isProven else { return nil }
        let advice = "use sslmode=verify-full with sslrootcert, or leave it out"
        if let methods = values["require_auth"] {
            let isSafe =
                methods.split(separator: ",").allSatisfy { safeMethods.contains($0.trimmed) } && !methods.isEmpty
            if !isSafe { return "require_auth=\(methods) would show the password to any server that asks: \(advice)" }
        }
        if !hasRequiredMethods, let binding = values["channel_binding"], binding != "require" {
            return "channel_binding=\(binding) would show the password to any server that asks: \(advice)"
        }
        return nil
    }

    private static let hasRequiredMethods: Bool = {
        guard let options = PQconndefaults() else { return false }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if String(cString: keyword) == "require_auth" { return true }
            option += 1
        }
        return false
    }()
}

extension Substring {
    fileprivate var trimmed: String { String(filter { $0 != " " }) }
}
