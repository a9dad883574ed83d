package import ClockWebCore
internal import Crypto
internal import CryptoExtras

/// scrypt (RFC 7914), which takes the work and the memory of its cost.
package enum PasswordKey {
    /// A secret of a password, with a salt of its own.
    package static func secret(of password: String, cost: PasswordSecret.Cost = .standard) throws -> PasswordSecret {
        let salt = random(PasswordSecret.saltBytes)
        return PasswordSecret(cost: cost, salt: salt, key: try key(of: password, cost: cost, salt: salt))
    }

    /// A secret that nobody knows the password of.
    package static func stranger(cost: PasswordSecret.Cost = .standard) -> PasswordSecret {
        PasswordSecret(
            cost: cost, salt: random(PasswordSecret.saltBytes), key: random(PasswordSecret.keyBytes))
    }

    /// Whether it is the secret's password.
    package static func matches(_ password: String, _ secret: PasswordSecret) throws -> Bool {
        // scrypt's HMAC fills a short key up with zero bytes (RFC 2104, section 2), so such a password would be another one's.
        secret.matches(try key(of: password, cost: secret.cost, salt: secret.salt)) && !password.utf8.contains(0)
    }

    /// Bytes that nobody can guess.
    package static func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }

    private static func key(of password: String, cost: PasswordSecret.Cost, salt: [UInt8]) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: PasswordSecret.keyBytes, rounds: cost.rounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Array($0) }
    }
}
