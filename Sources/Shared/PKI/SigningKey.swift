internal import Crypto

/// A private key of the curve P-256, for signatures by ECDSA with SHA-256.
public struct SigningKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// A new one.
    public init() { key = P256.Signing.PrivateKey() }

    /// - Parameter pem: PKCS #8.
    /// - Throws: ``PKIError`` for a text that is no key.
    public init(pem: String) throws(PKIError) {
        key = try PKIError.explaining("this is no private key in PEM") {
            try P256.Signing.PrivateKey(pemRepresentation: pem)
        }
    }

    /// PKCS #8.
    public var pem: String { key.pemRepresentation + "\n" }

    /// The uncompressed point of its public key (SEC 1 section 2.3.3).
    public var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// Returns a signature in DER.
    public func signature(of bytes: [UInt8]) throws(PKIError) -> [UInt8] {
        try PKIError.explaining("the signature cannot be made") {
            Array(try key.signature(for: bytes).derRepresentation)
        }
    }

    /// True for a signature of the bytes by the owner of a public key.
    ///
    /// - Parameters:
    ///   - signature: in DER.
    ///   - publicKey: an uncompressed point; anything else signs nothing.
    public static func isSignature(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool {
        // A key or a signature that cannot be read is not right.
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}
