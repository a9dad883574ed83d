internal import COpenSSL

/// Checks that a certificate and a private key, both in PEM, belong together, with the library that will use them.
enum KeyPair {
    enum Problem: Error {
        case certificate
        /// Also a key that needs a passphrase: a daemon has nobody to ask for it.
        case key
        case apart
    }

    /// - Parameter certificate: the first one in the text counts; those of its authorities follow.
    static func check(certificate: [UInt8], key: [UInt8]) throws(Problem) {
        // The library keeps the errors of a thread, and a connection of that thread would take them for its own.
        defer { ERR_clear_error() }
        let shown = read(certificate) { PEM_read_bio_X509($0, nil, { _, _, _, _ in -1 }, nil) }
        defer { X509_free(shown) }
        guard shown != nil else { throw .certificate }
        let held = read(key) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
        defer { EVP_PKEY_free(held) }
        guard held != nil else { throw .key }
        guard X509_check_private_key(shown, held) == 1 else { throw .apart }
    }

    private static func read(_ text: [UInt8], _ parse: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        text.withUnsafeBytes { bytes in
            guard let input = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer { BIO_free(input) }
            return parse(input)
        }
    }
}
