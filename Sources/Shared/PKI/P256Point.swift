internal import Crypto
internal import X509

/// Public keys of the curve P-256 as bytes, to compare them.
enum P256Point {
    /// The uncompressed point; empty for a key of another kind.
    static func bytes(of key: Certificate.PublicKey) -> [UInt8] {
        P256.Signing.PublicKey(key).map { Array($0.x963Representation) } ?? []
    }
}
