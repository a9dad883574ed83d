internal import COpenSSL
package import ClockWebCore

/// scrypt (RFC 7914) by OpenSSL's libcrypto. Its cost sets the work and the memory.
package enum PasswordKey {
    /// OpenSSL computed no key: it had no memory for the cost, or refused it.
    package struct Failure: Error, CustomStringConvertible {
        let cost: PasswordSecret.Cost

        package var description: String {
            "scrypt computes no key with N=\(cost.rounds), r=\(cost.blockSize), p=\(cost.parallelism): "
                + "it needs \(PasswordKey.memory(of: cost) >> 20) MiB"
        }
    }

    /// Returns a secret of a password, with a salt of its own.
    package static func secret(of password: String, cost: PasswordSecret.Cost = .standard) throws -> PasswordSecret {
        let salt = random(PasswordSecret.saltBytes)
        return PasswordSecret(cost: cost, salt: salt, key: try key(of: password, cost: cost, salt: salt))
    }

    /// Returns a secret whose password nobody knows.
    package static func stranger(cost: PasswordSecret.Cost = .standard) -> PasswordSecret {
        PasswordSecret(cost: cost, salt: random(PasswordSecret.saltBytes), key: random(PasswordSecret.keyBytes))
    }

    /// True when the secret was made of this password.
    package static func matches(_ password: String, _ secret: PasswordSecret) throws -> Bool {
        // scrypt's HMAC fills a short key up with zero bytes (RFC 2104, section 2), so a password with zero bytes at
        // its end would equal another one.
        secret.matches(try key(of: password, cost: secret.cost, salt: secret.salt)) && !password.utf8.contains(0)
    }

    /// Returns bytes that nobody can guess.
    package static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max) } }

    private static func key(of password: String, cost: PasswordSecret.Cost, salt: [UInt8]) throws -> [UInt8] {
        var password = password
        var key = [UInt8](repeating: 0, count: PasswordSecret.keyBytes)
        let isMade = password.withUTF8 { password in
            password.withMemoryRebound(to: CChar.self) { password in
                EVP_PBE_scrypt(
                    password.baseAddress, password.count, salt, salt.count, UInt64(cost.rounds),
                    UInt64(cost.blockSize), UInt64(cost.parallelism), UInt64(memory(of: cost)), &key, key.count)
            }
        }
        guard isMade == 1 else { throw Failure(cost: cost) }
        return key
    }

    /// Returns the bytes of scrypt's working memory, and a mebibyte of room for OpenSSL's own count.
    private static func memory(of cost: PasswordSecret.Cost) -> Int {
        128 * cost.blockSize * (cost.rounds + cost.parallelism + 2) + 1 << 20
    }
}
