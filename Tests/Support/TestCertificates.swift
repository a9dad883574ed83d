/// A throw-away certificate authority with a broker's and a client's certificate, valid for a day.
public final class TestCertificates: Sendable {
    public let folder: TemporaryFolder
    public var authority: String { folder.file("ca.crt") }
    public var brokerCertificate: String { folder.file("broker.crt") }
    public var brokerKey: String { folder.file("broker.key") }
    public var clientCertificate: String { folder.file("client.crt") }
    public var clientKey: String { folder.file("client.key") }

    /// - Parameter names: the names in the broker's certificate, as in openssl's subjectAltName.
    public init(names: String = "DNS:localhost,IP:127.0.0.1") throws {
        folder = try TemporaryFolder("pki")
        try TestProcess.run(
            "openssl",
            ["req", "-x509", "-days", "1", "-subj", "/CN=Test CA", "-out", authority]
                + Self.newKey(folder.file("ca.key")))
        try issue("broker", extensions: "subjectAltName=\(names)")
        try issueClient("client")
    }

    /// A client's certificate, made once for each name, and its key.
    ///
    /// - Parameter name: its CN.
    @discardableResult
    public func issueClient(_ name: String) throws -> (certificate: String, key: String) {
        let files = (certificate: folder.file("\(name).crt"), key: folder.file("\(name).key"))
        if folder.read("\(name).crt").isEmpty { try issue(name, extensions: "extendedKeyUsage=clientAuth") }
        return files
    }

    private func issue(_ name: String, extensions: String) throws {
        let request = folder.file("\(name).csr")
        try TestProcess.run(
            "openssl", ["req", "-subj", "/CN=\(name)", "-out", request] + Self.newKey(folder.file("\(name).key")))
        let file = try folder.write(extensions, to: "\(name).ext")
        try TestProcess.run(
            "openssl",
            [
                "x509", "-req", "-in", request, "-CA", authority, "-CAkey", folder.file("ca.key"), "-days", "1",
                "-set_serial", "1", "-extfile", file, "-out", folder.file("\(name).crt"),
            ])
    }

    private static func newKey(_ path: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path]
    }
}
