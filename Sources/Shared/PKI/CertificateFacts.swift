public import ClockDomain
internal import FoundationEssentials
internal import SwiftASN1
internal import X509

/// The facts in a certificate, read from its PEM text.
public struct CertificateFacts: Hashable, Sendable {
    /// The number by which its authority knows it: hexadecimal digits, two a byte.
    public let serial: String
    /// The last second of its validity.
    public let until: WallTime
    /// The common name of whom it is for; empty where it has none.
    public let commonName: String
    /// The uncompressed point of its key (SEC 1 section 2.3.3); empty for a key that is not of the curve P-256.
    public let publicKey: [UInt8]

    /// - Throws: ``PKIError`` for a text that is no certificate.
    public init(pem: String) throws(PKIError) {
        let certificate = try PKIError.explaining("this is no certificate in PEM") { try Certificate(pemEncoded: pem) }
        self.init(certificate)
    }

    init(_ certificate: Certificate) {
        serial = certificate.serialNumber.bytes.map(hexadecimal).joined()
        until = WallTime(seconds: Int64(certificate.notValidAfter.timeIntervalSince1970))
        commonName =
            certificate.subject.lazy.flatMap(\.self).first { $0.type == .RDNAttributeType.commonName }
            .flatMap { String($0.value) } ?? ""
        publicKey = P256Point.bytes(of: certificate.publicKey)
    }
}

private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0\(digits)" : digits
}
