import ClockDomain
import Testing

/// Against the examples of NIST (FIPS 180-4's "Example Values" and the SHA-256 short and long message vectors).
struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func textsHaveTheirDigests(text: String, digest: String) {
        #expect(Digest(of: Array(text.utf8)).rawValue == digest)
    }

    @Test func aMillionLettersHaveTheirDigest() {
        let digest = SHA256.digest(of: repeatElement(UInt8(ascii: "a"), count: 1_000_000))
        #expect(
            Digest(sha256: digest).rawValue == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// The lengths at which padding needs a block more or not, in pieces of any size.
    @Test func piecesMakeNoDifference() {
        for length in [1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1_000] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let whole = SHA256.digest(of: bytes)
            for piece in [1, 3, 63, 64, 65, 200] {
                var hash = SHA256()
                var rest = bytes[...]
                while !rest.isEmpty {
                    hash.update(Array(rest.prefix(piece)))
                    rest = rest.dropFirst(piece)
                }
                #expect(hash.finish() == whole, "\(length) bytes in pieces of \(piece)")
            }
        }
    }

    @Test(arguments: [
        "", "e3b0c442", String(repeating: "g", count: 64), String(repeating: "A", count: 64),
        String(repeating: "0", count: 65),
    ])
    func otherTextsNameNoSound(text: String) {
        #expect(Digest(text) == nil)
    }
}
