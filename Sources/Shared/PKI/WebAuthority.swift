public import ClockDomain
internal import Crypto
internal import SwiftASN1
internal import X509

/// An authority of the web page's server alone, which phones and other browsers trust.
///
/// A device that trusts an authority believes it about every name there is. So this one is not the site's: it has a key
/// of its own, and its certificate says by name constraints (RFC 5280 section 4.2.1.10), which are critical, that it
/// signs for the page's names and addresses only. A thief of its key can be the page, and nobody else: no bank, and no
/// program of the site either, as those trust the site's authority alone.
///
/// A name stands for those below it as well: an authority for `hub.local` may sign for `a.hub.local`.
public struct WebAuthority: Sendable {
    /// Its certificate, as PEM text. No secret: devices receive it.
    public let certificatePEM: String
    /// Its private key, as PEM text (PKCS #8).
    public let keyPEM: String
    /// The last second of its validity.
    public let until: WallTime
    private let site: SiteID
    private let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// Apple's browsers refuse a server's certificate that is valid for more than 825 days, its beginning a day back
    /// included.
    public static let maximumCertificateDays = 824

    /// A new authority with a new key, for these names and addresses, at least one.
    ///
    /// - Parameter days: the length of its validity, in ``Authority/dayRange``.
    /// - Throws: ``PKIError`` where the clock is not set.
    public static func make(
        site: SiteID, hosts: [ServerHost], now: WallTime, days: Int = Authority.standardDays
    ) throws(PKIError) -> WebAuthority {
        precondition(!hosts.isEmpty, "an authority for nothing")
        let until = try Authority.end(now, days)
        return try PKIError.explaining("the web page's authority cannot be made") {
            let key = P256.Signing.PrivateKey()
            let name = try DistinguishedName { CommonName("Clocksmith \(site) web authority") }
            let certificate = try Certificate(
                version: .v3, serialNumber: Authority.newSerial(), publicKey: .init(key.publicKey),
                notValidBefore: Authority.date(beginning(now)), notValidAfter: Authority.date(until), issuer: name,
                subject: name,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true))
                    Critical(constraints(hosts))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectKeyIdentifier(hash: .init(key.publicKey))
                },
                issuerPrivateKey: .init(key))
            return WebAuthority(site: site, certificate: certificate, pem: try Authority.text(certificate), key: key)
        }
    }

    /// The authority whose files these are.
    ///
    /// - Throws: ``PKIError`` for texts that are not its certificate and its key.
    public init(site: SiteID, certificatePEM: String, keyPEM: String) throws(PKIError) {
        let (certificate, key) = try Authority.read("the web page's authority", certificatePEM, keyPEM)
        self.init(site: site, certificate: certificate, pem: certificatePEM, key: key)
    }

    private init(site: SiteID, certificate: Certificate, pem: String, key: P256.Signing.PrivateKey) {
        self.site = site
        self.certificate = certificate
        self.key = key
        certificatePEM = pem
        keyPEM = key.pemRepresentation + "\n"
        until = CertificateFacts(certificate).until
    }

    /// Signs a certificate for a new key of the page's server.
    ///
    /// - Parameters:
    ///   - hosts: the names by which browsers call it; they refuse one that the authority was not made for.
    ///   - days: the length of its validity, at most ``maximumCertificateDays`` and no longer than the authority's.
    /// - Throws: ``PKIError`` for a longer validity, where the authority has come to its end, or the clock is not set.
    public func issue(
        _ hosts: [ServerHost], now: WallTime, days: Int = Authority.standardCertificateDays
    ) throws(PKIError) -> IssuedCertificate {
        guard days <= WebAuthority.maximumCertificateDays else {
            throw PKIError(
                "browsers refuse a server's certificate for \(days) days; say \(WebAuthority.maximumCertificateDays) at "
                    + "most")
        }
        guard now < until else {
            throw PKIError(
                "the web page's authority has come to its end, \(until); clockctl pki revoke web, then clockctl pki "
                    + "issue web HOST makes another one, which devices must trust again")
        }
        let end = min(try Authority.end(now, days), until)
        return try PKIError.explaining("the web page's certificate cannot be made") {
            let key = P256.Signing.PrivateKey()
            // Not in the form of a host's name: OpenSSL would hold that against the constraints.
            let name = try DistinguishedName { CommonName("Clocksmith \(site) web page") }
            let certificate = try Certificate(
                version: .v3, serialNumber: Authority.newSerial(), publicKey: .init(key.publicKey),
                notValidBefore: Authority.date(WebAuthority.beginning(now)), notValidAfter: Authority.date(end),
                issuer: self.certificate.subject, subject: name,
                extensions: try Authority.extensions(of: key.publicKey, signedBy: self.certificate, server: hosts),
                issuerPrivateKey: .init(self.key))
            return IssuedCertificate(
                subject: .web(hosts), certificatePEM: try Authority.text(certificate),
                keyPEM: key.pemRepresentation + "\n")
        }
    }

    /// Yesterday: a phone's clock may be behind. Years back, as for the site's own programs, would count as validity.
    private static func beginning(_ now: WallTime) -> WallTime { WallTime(seconds: now.seconds - 86_400) }

    /// Permits these names and addresses and no others. The constraints must exclude as a whole a kind of name without
    /// permitted ones: they say nothing about kinds that they do not mention.
    private static func constraints(_ hosts: [ServerHost]) -> NameConstraints {
        let addressLengths = [4, 16]
        let permitted: [GeneralName] = hosts.map { host in
            host.address.isEmpty
                ? .dnsName(host.text)
                : .ipAddress(range(host.address, mask: [UInt8](repeating: 0xFF, count: host.address.count)))
        }
        let hasNames = hosts.contains { $0.address.isEmpty }
        let hasAddresses = hosts.contains { !$0.address.isEmpty }
        let everyAddress: [GeneralName] = addressLengths.map { length in
            let zeros = [UInt8](repeating: 0, count: length)
            return .ipAddress(range(zeros, mask: zeros))
        }
        return NameConstraints(
            permittedSubtrees: permitted,
            excludedSubtrees: (hasNames ? [] : [.dnsName("")]) + (hasAddresses ? [] : everyAddress))
    }

    private static func range(_ address: [UInt8], mask: [UInt8]) -> ASN1OctetString {
        ASN1OctetString(contentBytes: (address + mask)[...])
    }
}
