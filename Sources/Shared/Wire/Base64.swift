internal import FoundationEssentials

/// Bytes as text within JSON: base 64 with padding (RFC 4648 section 4).
package enum Base64 {
    package static func text(of bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// `nil` for a text that is not base 64: another character, a length that is no multiple of 4, bits left over.
    package static func bytes(of text: String) -> [UInt8]? {
        // Foundation also takes some texts that are not: it makes a byte of "====".
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }
}
