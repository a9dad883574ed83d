internal import CPostgreSQL

/// What keeps a password from a server that is not the one that is meant. libpq by itself sends it in the clear to whoever
/// asks for it.
///
/// Beyond this machine either TLS proves the server (`sslmode=verify-ca` or `verify-full`), or SCRAM proves the password to
/// the server, and the server's knowledge of it to us, and sends it never.
enum PostgresGuard {
    /// Methods that send nothing a server could use elsewhere.
    private static let safeMethods: Set<String> = ["scram-sha-256", "gss", "sspi"]

    /// The settings of libpq for one server, before those of the address: those of the address that say the same are as
    /// strict, see ``mistake(in:)``.
    static func settings(for server: PostgresServer) -> [(String, String)] {
        guard !server.isLocal, !server.isProven else { return [] }
        // libpq knows require_auth from 16 on. With an earlier one nothing but the channel binding insists on SCRAM, which
        // takes TLS, with any certificate.
        return hasRequiredMethods ? [("require_auth", "scram-sha-256")] : [("channel_binding", "require")]
    }

    /// What an address says against that; `nil` for nothing.
    ///
    /// - Parameter values: of the address, by libpq's keywords.
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
