internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import ClockctlKit
internal import Glibc

/// The folder of an authority and its certificates.
///
/// `ca.crt`, `ca.key`, `revoked.pem`, `index.json`, and `issued/NAME.crt` and `issued/NAME.key` of certificates in use.
/// A new authority's index comes last, so a folder with one is complete; a new certificate's entry in the index comes
/// first. The web page's own authority is `web-ca.crt` and `web-ca.key`, there before anything that it has signed; that of
/// the nodes, which the hub's door signs with, is `nodes-ca.crt` and `nodes-ca.key`.
struct AuthorityFolder: Sendable {
    let site: SiteID
    let path: String

    static func usual(_ site: SiteID, environment: [String: String]) -> AuthorityFolder? {
        AuthorityPlace.usual(site, environment: environment).map { AuthorityFolder(site: site, path: $0) }
    }

    var certificate: String { "\(path)/ca.crt" }
    var key: String { "\(path)/ca.key" }
    var index: String { "\(path)/\(AuthorityPlace.indexFile)" }
    var revocationList: String { "\(path)/revoked.pem" }
    var issued: String { "\(path)/issued" }
    var webCertificate: String { "\(path)/web-ca.crt" }
    private var webKey: String { "\(path)/web-ca.key" }
    private var nodesCertificate: String { "\(path)/nodes-ca.crt" }
    private var nodesKey: String { "\(path)/nodes-ca.key" }

    func certificate(_ name: String) -> String { "\(issued)/\(name).crt" }
    func key(_ name: String) -> String { "\(issued)/\(name).key" }

    static let keyMode: UInt32 = 0o600
    private static let certificateMode: UInt32 = 0o644

    /// True when the folder holds an authority.
    var isThere: Bool { access(index, F_OK) == 0 }

    // MARK: Making

    /// - Throws: ``FatalError`` when there is one already, or the folder is not writable.
    func create(now: WallTime, days: Int) throws(FatalError) -> Authority {
        try AuthorityFolder.make(path)
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        guard !isThere else {
            throw FatalError(
                .cannotCreate,
                "\(path) has an authority already, whose certificates would be lost; choose another folder with --dir")
        }
        // A key without an index is left over from an interrupted attempt, unless it has signed something.
        guard access(issued, F_OK) != 0 else {
            throw FatalError(
                .cannotCreate, "\(path) has certificates but no index.json; put that back from a copy of the folder")
        }
        let authority = try AuthorityFolder.said { () throws(PKIError) in
            try Authority.make(site: site, now: now, days: days)
        }
        try AuthorityFolder.write(authority.keyPEM, key, mode: AuthorityFolder.keyMode)
        try AuthorityFolder.write(authority.certificatePEM, certificate)
        try write(CertificateIndex(site: site), of: authority)
        return authority
    }

    // MARK: Reading

    /// - Throws: ``FatalError`` when there is none, or it is another site's.
    func readIndex() throws(FatalError) -> CertificateIndex {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(index, limit: CertificateIndex.maximumBytes)
        } catch {
            guard error.code == ENOENT else { throw FatalError(error, exitCode: .noInput) }
            throw FatalError(.noInput, "there is no authority of site \(site) in \(path); clockctl pki init makes one")
        }
        do throws(PKIError) {
            let read = try CertificateIndex(json: bytes)
            guard read.site == site else { throw PKIError("it is of site \(read.site), not \(site)") }
            return read
        } catch {
            throw FatalError(.badData, "\(index): \(error)")
        }
    }

    func readAuthority() throws(FatalError) -> Authority {
        let (certificate, key) = (try AuthorityFolder.read(certificate), try AuthorityFolder.read(key))
        do throws(PKIError) {
            return try Authority(site: site, certificatePEM: certificate, keyPEM: key)
        } catch {
            throw FatalError(.badData, "\(path): \(error)")
        }
    }

    /// Returns the authority of the web page that the site's last `pki issue web` made.
    func readWebAuthority() throws(FatalError) -> WebAuthority {
        let (certificate, key) = (try AuthorityFolder.read(webCertificate), try AuthorityFolder.read(webKey))
        do throws(PKIError) {
            return try WebAuthority(site: site, certificatePEM: certificate, keyPEM: key)
        } catch {
            throw FatalError(.badData, "\(path): \(error)")
        }
    }

    /// Returns the authority of the nodes that the door accepts; a new one where there is none yet.
    func nodeAuthority(now: WallTime) throws(FatalError) -> NodeAuthority {
        guard access(nodesCertificate, F_OK) == 0 else {
            let made = try AuthorityFolder.said { () throws(PKIError) in try NodeAuthority.make(site: site, now: now) }
            try AuthorityFolder.write(made.keyPEM, nodesKey, mode: AuthorityFolder.keyMode)
            try AuthorityFolder.write(made.certificatePEM, nodesCertificate)
            return made
        }
        let (certificate, key) = (try AuthorityFolder.read(nodesCertificate), try AuthorityFolder.read(nodesKey))
        do throws(PKIError) {
            return try NodeAuthority(certificatePEM: certificate, keyPEM: key)
        } catch {
            throw FatalError(.badData, "\(path): \(error)")
        }
    }

    /// Returns the private key on disk of a certificate in use.
    ///
    /// - Throws: ``FatalError`` when it is gone, or belongs to another certificate.
    func readKey(of record: CertificateRecord) throws(FatalError) -> String {
        let path = key(record.subject.name)
        let remedy = "clockctl pki renew \(record.subject.name) makes another one"
        guard access(path, F_OK) == 0 else { throw FatalError(.noInput, "\(path) is not there; \(remedy)") }
        let text = try AuthorityFolder.read(path)
        guard IssuedCertificate.key(text, fits: record.facts) else {
            throw FatalError(.badData, "\(path) is not the key of the certificate in use; \(remedy)")
        }
        return text
    }

    /// A warning for the person when others may read the key.
    var warning: String? {
        // The code that reads an inaccessible key reports it.
        guard let status = try? FileStatus(of: key), status.permissions & 0o077 != 0 else { return nil }
        return "other users may read \(key); chmod 600 it"
    }

    // MARK: Writing

    /// Returns a lock on the folder, for as long as the value lives.
    func lock() throws(FatalError) -> FolderLock {
        try FolderLock(path, program: "clockctl", remedy: "try again when that has ended")
    }

    /// Writes the index, and the list of its revoked certificates.
    func write(_ index: CertificateIndex, of authority: Authority) throws(FatalError) {
        let (json, list) = try AuthorityFolder.said { () throws(PKIError) in
            let revoked = index.revoked
            return (try index.json(), try authority.revocationList(revoked, number: revoked.count + 1))
        }
        // Mosquitto refuses everybody without a list, so a new authority has one from the beginning.
        if !isThere { try AuthorityFolder.write(list, revocationList) }
        try AuthorityFolder.put(json, self.index, mode: AuthorityFolder.keyMode)
        try AuthorityFolder.write(list, revocationList)
    }

    func write(_ authority: WebAuthority) throws(FatalError) {
        try AuthorityFolder.write(authority.keyPEM, webKey, mode: AuthorityFolder.keyMode)
        try AuthorityFolder.write(authority.certificatePEM, webCertificate)
    }

    /// Removes the web page's authority: without its key it signs nothing.
    func removeWebAuthority() throws(FatalError) {
        for file in [webKey, webCertificate] where unlink(file) != 0 && errno != ENOENT {
            throw FatalError(SystemError("remove \(file)", code: errno), exitCode: .cannotCreate)
        }
    }

    func write(_ certificate: IssuedCertificate) throws(FatalError) {
        try AuthorityFolder.make(issued)
        try AuthorityFolder.write(certificate.keyPEM, key(certificate.subject.name), mode: AuthorityFolder.keyMode)
        try AuthorityFolder.write(certificate.certificatePEM, self.certificate(certificate.subject.name))
    }

    static func write(_ text: String, _ path: String, mode: UInt32 = certificateMode) throws(FatalError) {
        try put(Array(text.utf8), path, mode: mode)
    }

    static func put(_ bytes: [UInt8], _ path: String, mode: UInt32) throws(FatalError) {
        do throws(SystemError) {
            try AtomicFile.replace(path, with: bytes, mode: mode)
        } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
    }

    private static func read(_ path: String) throws(FatalError) -> String {
        do throws(SystemError) {
            return String(decoding: try AtomicFile.read(path, limit: 64 << 10), as: UTF8.self)
        } catch {
            throw FatalError(error, exitCode: .noInput)
        }
    }

    /// Makes a folder that nobody else can read.
    private static func make(_ path: String) throws(FatalError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? part : "/\(part)"
            guard mkdir(made, 0o700) == 0 || access(made, F_OK) == 0 else {
                throw FatalError(SystemError("make the folder \(made)", code: errno), exitCode: .cannotCreate)
            }
        }
    }

    static func said<Value>(_ work: () throws(PKIError) -> Value) throws(FatalError) -> Value {
        do throws(PKIError) {
            return try work()
        } catch {
            throw FatalError(.badData, error.description)
        }
    }
}
