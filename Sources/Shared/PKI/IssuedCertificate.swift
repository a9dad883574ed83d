internal import Crypto

/// A certificate with the private key that was made for it.
public struct IssuedCertificate: Sendable {
    public let subject: CertificateSubject
    public let certificatePEM: String
    /// PKCS #8. Anybody who has it can act as the certificate's owner.
    public let keyPEM: String

    /// True when a private key is the one of a certificate.
    ///
    /// - Parameters:
    ///   - keyPEM: of the curve P-256; for anything else the answer is no.
    public static func key(_ keyPEM: String, fits facts: CertificateFacts) -> Bool {
        // Whatever is wrong with the key's text, it does not fit.
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyPEM) else { return false }
        return Array(key.publicKey.x963Representation) == facts.publicKey
    }
}
