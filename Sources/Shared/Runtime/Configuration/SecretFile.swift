internal import ClockDomain
internal import Glibc

/// A secret in a file that a setting names.
public struct SecretFile: Sendable {
    /// `nil` where only the running service can read it.
    public var text: String?
    public var warnings: [String]

    /// - Parameters:
    ///   - name: the setting.
    ///   - secret: its name for people, such as `the token`.
    /// - Throws: ``FatalError`` naming the setting and the file.
    public static func read(
        _ path: String, _ name: String, _ secret: String, _ configuration: ProgramConfiguration
    ) throws(FatalError) -> SecretFile {
        SecretFile(text: try text(of: path, name, configuration), warnings: warnings(path, of: secret))
    }

    /// The folder in which systemd puts a service's `LoadCredential=` files.
    static let credentials = "/run/credentials/"

    /// The file's text without the line end that editors leave; `nil` where only the running service can read it.
    static func text(
        of path: String, _ name: String, _ configuration: ProgramConfiguration
    ) throws(FatalError) -> String? {
        // A credential is for the service's main process: neither a person nor the check before a reload can read it.
        if configuration.isOnlyChecked, path.hasPrefix(credentials) { return nil }
        let setting = "\(configuration.source(of: name)): \(name)"
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(path, limit: 64 << 10)
        } catch {
            throw FatalError(error, exitCode: .noInput, purpose: setting)
        }
        guard var text = FileText.text(bytes) else {
            throw FatalError(.configuration, "\(setting): \(path) holds no text")
        }
        while text.last == "\n" { text.removeLast() }
        guard !text.isEmpty else { throw FatalError(.configuration, "\(setting): \(path) holds no text") }
        return text
    }

    static func warnings(_ file: String, of secret: String) -> [String] {
        // The reader of the file reports one that it cannot examine.
        guard let permissions = try? FileStatus(of: file).permissions, permissions & S_IROTH != 0 else { return [] }
        return ["every user can read \(secret) in \(file); chmod 600 it"]
    }
}
