import ClockTestSupport

/// A site's authority as `clockctl pki` keeps it, with the bundles that `clockctl provision` packs.
final class IssuingSite: Sendable {
    let folder: TemporaryFolder

    /// - Parameter users: at the broker, as ``ShippedBroker/users``.
    init(users: [String]) throws {
        folder = try TemporaryFolder("authority")
        try clockctl("pki", "init")
        try clockctl("pki", "issue", "broker", "127.0.0.1", "localhost")
        for user in users {
            switch user.split(separator: ".").last.map(String.init) {
            case "coordinator": try clockctl("pki", "issue", "coordinator")
            case "door": try clockctl("provision", "door", "--out", folder.file("door.tar"))
            case "web-admin":
                try clockctl("pki", "issue", "web", "localhost")
                try clockctl("provision", "web", "--out", folder.file("web.tar"))
            case "homeassistant": try clockctl("pki", "issue", "homeassistant")
            case let role? where user.contains("."):
                try clockctl("pki", "issue", "client", Self.name(of: user), "--role", role)
            default: try clockctl("pki", "issue", "node", user)
            }
        }
    }

    /// Under which the authority has a user's certificate.
    static func name(of user: String) -> String {
        let parts = user.split(separator: ".").map(String.init)
        if parts.count == 1 { return user }
        return ["coordinator", "homeassistant", "door", "web-admin"].contains(parts[1]) ? parts[1] : "anna-\(parts[1])"
    }

    var authority: String { folder.file("pki/ca.crt") }

    func certificate(of user: String) -> String { folder.file("pki/issued/\(Self.name(of: user)).crt") }

    func key(of user: String) -> String { folder.file("pki/issued/\(Self.name(of: user)).key") }

    /// Runs a command for this authority and returns what it prints.
    @discardableResult
    func clockctl(_ words: String...) throws -> String {
        try TestProcess.run(
            "env",
            [
                "HOME=\(folder.path)", "XDG_CONFIG_HOME=", try BuiltProgram.path("clockctl"),
            ] + words + ["--dir", folder.file("pki")])
    }

    /// Packs the broker's bundle and unpacks it into a folder, as on the broker's machine into the root.
    func installBroker(into root: String) throws {
        try clockctl("provision", "broker", "--out", folder.file("broker.tar"))
        // The user who runs the tests must own the files.
        try TestProcess.run("tar", ["--no-same-owner", "-C", root, "-xf", folder.file("broker.tar")])
    }
}
