public import ClockDomain
internal import FoundationEssentials

extension CertificateEnd {
    /// The last second of the validity of the first certificate in a PEM text (RFC 7468).
    ///
    /// - Returns: `nil` where there is none, or its end is not in ``WallTime/validSeconds``.
    public static func of(pem bytes: [UInt8]) -> WallTime? {
        let lines = bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
        let end = Array("-----END CERTIFICATE-----".utf8)
        guard let first = lines.firstIndex(where: { $0.elementsEqual(begin) }),
            let last = lines[first...].firstIndex(where: { $0.elementsEqual(end) })
        else { return nil }
        return Data(base64Encoded: Data(lines[(first + 1)..<last].joined())).flatMap { of(der: Array($0)) }
    }
}
