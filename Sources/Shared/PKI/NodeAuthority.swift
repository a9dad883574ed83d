public import ClockDomain
internal import Crypto
internal import SwiftASN1
internal import X509

/// An authority of nodes alone, which the hub's door keeps: it signs for the rooms that an administrator accepts.
///
/// A broker accepts its certificates beside those of the site's authority. Its key is on a machine that the network
/// reaches, so its certificate says, by constraints that are critical, what it may sign: clients alone (RFC 5280 section
/// 4.2.1.12), and no common name in the form of a host's name, which OpenSSL holds against an excluded name (section
/// 4.2.1.10). A node's id has no dot, and every other user of a site has one: `home.admin`. So a thief of the key can be
/// any node, and neither a person, nor the page, nor the coordinator, nor the broker.
public struct NodeAuthority: Sendable {
    /// Its certificate, as PEM text.
    public let certificatePEM: String
    /// Its private key, as PEM text (PKCS #8).
    public let keyPEM: String
    /// The last second of its validity, and of every certificate that it signs.
    public let until: WallTime
    private let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// A new authority with a new key.
    ///
    /// - Throws: ``PKIError`` where the clock is not set.
    public static func make(
        site: SiteID, now: WallTime, days: Int = Authority.standardDays
    ) throws(PKIError) -> NodeAuthority {
        let until = try Authority.end(now, days)
        return try PKIError.explaining("the nodes' authority cannot be made") {
            let key = P256.Signing.PrivateKey()
            let name = try DistinguishedName { CommonName("Clocksmith \(site) node authority") }
            let certificate = try Certificate(
                version: .v3, serialNumber: Authority.newSerial(), publicKey: .init(key.publicKey),
                notValidBefore: Authority.date(Authority.beginning), notValidAfter: Authority.date(until), issuer: name,
                subject: name,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    Critical(NameConstraints(permittedSubtrees: [], excludedSubtrees: [.dnsName("")]))
                    try ExtendedKeyUsage([.clientAuth])
                    SubjectKeyIdentifier(hash: .init(key.publicKey))
                },
                issuerPrivateKey: .init(key))
            return NodeAuthority(certificate: certificate, pem: try Authority.text(certificate), key: key)
        }
    }

    /// The authority whose files these are.
    ///
    /// - Throws: ``PKIError`` for texts that are not its certificate and its key.
    public init(certificatePEM: String, keyPEM: String) throws(PKIError) {
        let (certificate, key) = try Authority.read("the nodes' authority", certificatePEM, keyPEM)
        self.init(certificate: certificate, pem: certificatePEM, key: key)
    }

    private init(certificate: Certificate, pem: String, key: P256.Signing.PrivateKey) {
        self.certificate = certificate
        self.key = key
        certificatePEM = pem
        keyPEM = key.pemRepresentation + "\n"
        until = CertificateFacts(certificate).until
    }

    /// Signs a certificate for a node's own key, until the authority's end.
    ///
    /// - Parameter publicKey: an uncompressed point of the curve P-256.
    /// - Returns: PEM text.
    /// - Throws: ``PKIError`` for bytes that are no key, or where the authority has come to its end.
    public func issue(_ node: NodeID, publicKey: [UInt8], now: WallTime) throws(PKIError) -> String {
        guard now < until else { throw PKIError("the nodes' authority has come to its end, \(until)") }
        return try PKIError.explaining("the certificate for \(node) cannot be made") {
            let key = try P256.Signing.PublicKey(x963Representation: publicKey)
            let certificate = try Certificate(
                version: .v3, serialNumber: Authority.newSerial(), publicKey: .init(key),
                notValidBefore: Authority.date(Authority.beginning), notValidAfter: Authority.date(until),
                issuer: self.certificate.subject,
                subject: DistinguishedName([
                    RelativeDistinguishedName(.init(type: .RDNAttributeType.commonName, utf8String: node.rawValue))
                ]),
                extensions: try Authority.extensions(of: key, signedBy: self.certificate, server: nil),
                issuerPrivateKey: .init(self.key))
            return try Authority.text(certificate)
        }
    }

    /// Returns the list of the revoked certificates, as ``Authority/revocationList(_:number:)``.
    public func revocationList(_ revoked: [(serial: String, at: WallTime)]) throws(PKIError) -> String {
        try PKIError.explaining("the list of revoked certificates cannot be made") {
            let signed = try list(revoked).signed { Array(try key.signature(for: $0).derRepresentation) }
            return PEMDocument(type: "X509 CRL", derBytes: signed).pemString + "\n"
        }
    }

    /// True for a list, as PEM text, of these certificates and no others. A signature is another one each time, so the
    /// signed parts are compared.
    public func isRevocationList(_ text: String, of revoked: [(serial: String, at: WallTime)]) -> Bool {
        // A text that is no list is not this one.
        guard let document = try? PEMDocument(pemString: text), let root = try? DER.parse(document.derBytes),
            case .constructed(let parts) = root.content, let first = parts.first(where: { _ in true }),
            let body = try? list(revoked).content()
        else { return false }
        return Array(first.encodedBytes) == body
    }

    private func list(_ revoked: [(serial: String, at: WallTime)]) throws -> RevocationList {
        RevocationList(
            issuer: certificate.subject, keyIdentifier: try Authority.keyIdentifier(of: certificate),
            from: Authority.beginning, until: until,
            revoked: try revoked.map { (try Authority.bytes($0.serial), $0.at) }, number: revoked.count + 1)
    }
}
