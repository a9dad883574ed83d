public import ClockDomain
internal import Crypto
internal import FoundationEssentials
internal import SwiftASN1
internal import X509

/// A site's certificate authority: signs the certificates by which its programs know each other, and the list of the
/// revoked ones.
///
/// Keys are of the curve P-256, signatures ECDSA with SHA-256. A certificate can be used for one thing only: the
/// broker's cannot connect, and nobody else's can pass for the broker (extended key usage, RFC 5280 section 4.2.1.12).
public struct Authority: Sendable {
    public let site: SiteID
    public let certificatePEM: String
    /// Its private key, as PEM text (PKCS #8).
    public let keyPEM: String
    /// The last second of its validity.
    public let until: WallTime
    private let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    public static let standardDays = 3650
    /// Of the certificates that it signs.
    public static let standardCertificateDays = 730
    /// The time before its end at which it should be renewed: for as long as its certificates are valid, so that every
    /// machine gets the new certificate together with one of its own that is due anyway.
    public static let notice: Duration = .seconds(standardCertificateDays * 86_400)
    /// The possible lengths of a validity, in days.
    public static let dayRange = 1...7300

    /// The beginning of the validity of everything that an authority signs: 2020-01-01.
    ///
    /// A board without a battery clock starts in the past, by as much as it was off or as its image is old, and can
    /// have its clock put right over the broker only if it may connect before. A later certificate did not exist
    /// before, so an early beginning gives nobody anything.
    public static let beginning = WallTime(seconds: 1_577_836_800)

    /// A new authority with a new key.
    ///
    /// - Throws: ``PKIError`` where `now` is before ``beginning``: by such a clock nothing would last.
    public static func make(site: SiteID, now: WallTime, days: Int = standardDays) throws(PKIError) -> Authority {
        let until = try end(now, days)
        let name = try PKIError.explaining("the authority cannot be named") {
            try DistinguishedName { CommonName("Clocksmith \(site)") }
        }
        return try make(site: site, name, P256.Signing.PrivateKey(), until: until)
    }

    /// The same authority until a later end: another certificate for the same name and the same key.
    ///
    /// So everything that it has signed stays valid. Programs that have the old certificate and programs that have the
    /// new one take each other's word, both ways, until the old one ends.
    ///
    /// - Parameter days: the length of its validity from now on, in ``dayRange``.
    /// - Throws: ``PKIError`` where that is no later than it is already.
    public func renewed(now: WallTime, days: Int = standardDays) throws(PKIError) -> Authority {
        let later = try Authority.end(now, days)
        guard later > until else {
            throw PKIError(
                "the authority is valid until \(LocalDateTime(secondsSinceEpoch: until.seconds).date) already; "
                    + "say how many days from now it should be")
        }
        return try Authority.make(site: site, certificate.subject, key, until: later)
    }

    private static func make(
        site: SiteID, _ name: DistinguishedName, _ key: P256.Signing.PrivateKey, until: WallTime
    ) throws(PKIError) -> Authority {
        try PKIError.explaining("the authority's certificate cannot be made") {
            let certificate = try Certificate(
                version: .v3, serialNumber: newSerial(), publicKey: .init(key.publicKey),
                notValidBefore: date(beginning), notValidAfter: date(until), issuer: name, subject: name,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    SubjectKeyIdentifier(hash: .init(key.publicKey))
                },
                issuerPrivateKey: .init(key))
            return Authority(site: site, certificate: certificate, pem: try text(certificate), key: key)
        }
    }

    /// The authority whose files these are.
    ///
    /// - Throws: ``PKIError`` for texts that are not its certificate and its key.
    public init(site: SiteID, certificatePEM: String, keyPEM: String) throws(PKIError) {
        let (certificate, key) = try Authority.read("the authority", certificatePEM, keyPEM)
        self.init(site: site, certificate: certificate, pem: certificatePEM, key: key)
    }

    /// A certificate and the key that fits it.
    static func read(
        _ whose: String, _ certificatePEM: String, _ keyPEM: String
    ) throws(PKIError) -> (Certificate, P256.Signing.PrivateKey) {
        let certificate = try PKIError.explaining("\(whose)'s certificate cannot be read") {
            try Certificate(pemEncoded: certificatePEM)
        }
        let key = try PKIError.explaining("\(whose)'s key cannot be read") {
            try P256.Signing.PrivateKey(pemRepresentation: keyPEM)
        }
        guard P256Point.bytes(of: certificate.publicKey) == Array(key.publicKey.x963Representation) else {
            throw PKIError("\(whose)'s key is not the one of its certificate")
        }
        return (certificate, key)
    }

    private init(site: SiteID, certificate: Certificate, pem: String, key: P256.Signing.PrivateKey) {
        self.site = site
        self.certificate = certificate
        self.key = key
        certificatePEM = pem
        keyPEM = key.pemRepresentation + "\n"
        until = CertificateFacts(certificate).until
    }

    /// Signs a certificate for a new key.
    ///
    /// - Parameters:
    ///   - subject: anybody but the web page's server, whose certificate a ``WebAuthority`` signs.
    ///   - days: the length of its validity, in ``dayRange``; no longer than the authority's own.
    /// - Throws: ``PKIError`` if the authority has come to its end, or the clock is not set.
    public func issue(
        _ subject: CertificateSubject, now: WallTime, days: Int = standardCertificateDays
    ) throws(PKIError) -> IssuedCertificate {
        guard now < until else {
            throw PKIError("the authority has come to its end, \(until); clockctl pki renew --authority moves that")
        }
        let end = min(try Authority.end(now, days), until)
        return try PKIError.explaining("the certificate for \(subject.name) cannot be made") {
            let key = P256.Signing.PrivateKey()
            let certificate = try Certificate(
                version: .v3, serialNumber: Authority.newSerial(), publicKey: .init(key.publicKey),
                notValidBefore: Authority.date(Authority.beginning), notValidAfter: Authority.date(end),
                issuer: self.certificate.subject, subject: try name(of: subject),
                extensions: try extensions(of: subject, key.publicKey), issuerPrivateKey: .init(self.key))
            return IssuedCertificate(
                subject: subject, certificatePEM: try Authority.text(certificate), keyPEM: key.pemRepresentation + "\n")
        }
    }

    /// Returns the list of the revoked certificates (RFC 5280 section 5), as PEM text.
    ///
    /// It is valid for as long as the authority: with an outdated list a broker refuses everybody, so a list that
    /// nobody renews would silence the site.
    ///
    /// - Parameters:
    ///   - revoked: serial numbers as in ``CertificateFacts``, each with the instant of its revocation.
    ///   - number: grows with every list.
    public func revocationList(_ revoked: [(serial: String, at: WallTime)], number: Int) throws(PKIError) -> String {
        try PKIError.explaining("the list of revoked certificates cannot be made") {
            let list = RevocationList(
                issuer: certificate.subject, keyIdentifier: try Authority.keyIdentifier(of: certificate),
                from: Authority.beginning, until: until,
                revoked: try revoked.map { (try Authority.bytes($0.serial), $0.at) }, number: number)
            let signed = try list.signed { Array(try key.signature(for: $0).derRepresentation) }
            return PEMDocument(type: "X509 CRL", derBytes: signed).pemString + "\n"
        }
    }

    /// A client's name stands beside the user that it shares with others of its role.
    private func name(of subject: CertificateSubject) throws -> DistinguishedName {
        guard let user = subject.user(of: site) else { preconditionFailure("\(subject) is nobody at the broker") }
        var parts = [RelativeDistinguishedName(.init(type: .RDNAttributeType.commonName, utf8String: user))]
        switch subject {
        case .client(let name, _):
            parts.append(RelativeDistinguishedName(.init(type: .NameAttributes.name, utf8String: name.rawValue)))
        case .webClient:
            parts.append(RelativeDistinguishedName(.init(type: .NameAttributes.name, utf8String: subject.name)))
        case .node, .coordinator, .door, .broker, .homeAssistant, .web: break
        }
        return DistinguishedName(parts)
    }

    private func extensions(
        of subject: CertificateSubject, _ key: P256.Signing.PublicKey
    ) throws -> Certificate.Extensions {
        let hosts: [ServerHost]? = if case .broker(let hosts) = subject { hosts } else { nil }
        return try Authority.extensions(of: key, signedBy: certificate, server: hosts)
    }

    /// Returns the extensions of a certificate, which describe its key.
    ///
    /// - Parameter hosts: the names of a server; `nil` for a client.
    static func extensions(
        of key: P256.Signing.PublicKey, signedBy authority: Certificate, server hosts: [ServerHost]?
    ) throws -> Certificate.Extensions {
        let identifier = try keyIdentifier(of: authority)
        return try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: true))
            SubjectKeyIdentifier(hash: .init(key))
            AuthorityKeyIdentifier(keyIdentifier: identifier)
            if let hosts {
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(
                    hosts.map {
                        $0.address.isEmpty
                            ? .dnsName($0.text) : .ipAddress(ASN1OctetString(contentBytes: $0.address[...]))
                    })
            } else {
                try ExtendedKeyUsage([.clientAuth])
            }
        }
    }

    static func keyIdentifier(of certificate: Certificate) throws -> ArraySlice<UInt8> {
        guard let identifier = try certificate.extensions.subjectKeyIdentifier else {
            throw PKIError("the authority's certificate has no key identifier")
        }
        return identifier.keyIdentifier
    }

    /// 127 random bits: positive, and never the same twice.
    static func newSerial() -> Certificate.SerialNumber {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0 ... .max) }
        bytes[0] = bytes[0] & 0x7F | 0x40
        return Certificate.SerialNumber(bytes: bytes)
    }

    static func end(_ now: WallTime, _ days: Int) throws(PKIError) -> WallTime {
        guard now > beginning else { throw PKIError("this computer's clock is not set, it shows \(now)") }
        return WallTime(seconds: now.seconds + Int64(days) * 86_400)
    }

    static func date(_ time: WallTime) -> Date { Date(timeIntervalSince1970: Double(time.seconds)) }

    static func text(_ certificate: Certificate) throws -> String { try certificate.serializeAsPEM().pemString + "\n" }

    static func bytes(_ serial: String) throws(PKIError) -> [UInt8] {
        let digits = Array(serial.utf8)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<min(index + 2, digits.count)], as: UTF8.self), radix: 16)
        }
        guard !bytes.isEmpty, bytes.count * 2 == digits.count else {
            throw PKIError("\"\(serial)\" is not the number of a certificate")
        }
        return bytes
    }
}
