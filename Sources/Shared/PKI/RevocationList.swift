internal import ClockDomain
internal import SwiftASN1
internal import X509

/// The DER of a certificate revocation list, version 2 (RFC 5280 section 5.1).
struct RevocationList {
    var issuer: DistinguishedName
    var keyIdentifier: ArraySlice<UInt8>
    var from: WallTime
    var until: WallTime
    var revoked: [(serial: [UInt8], at: WallTime)]
    var number: Int

    /// The list with its signature.
    ///
    /// - Parameter signature: signs the bytes that it receives, ECDSA with SHA-256, in DER.
    func signed(_ signature: ([UInt8]) throws -> [UInt8]) throws -> [UInt8] {
        let body = try content()
        let proof = try signature(body)
        var coder = DER.Serializer()
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            coder.serializeRawBytes(body)
            try algorithm(&coder)
            try coder.serialize(ASN1BitString(bytes: proof[...]))
        }
        return coder.serializedBytes
    }

    /// The part that is signed.
    func content() throws -> [UInt8] {
        var coder = DER.Serializer()
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            // Version 2 is written as 1.
            try coder.serialize(1)
            try algorithm(&coder)
            try coder.serialize(issuer)
            try time(from, &coder)
            try time(until, &coder)
            // The standard leaves out an empty list.
            if !revoked.isEmpty {
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    for entry in revoked {
                        try coder.appendConstructedNode(identifier: .sequence) { coder in
                            coder.appendPrimitiveNode(identifier: .integer) { bytes in
                                // A first bit that is set would make the number negative.
                                if (entry.serial.first ?? 0) & 0x80 != 0 { bytes.append(0) }
                                bytes += entry.serial
                            }
                            try time(entry.at, &coder)
                        }
                    }
                }
            }
            try coder.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in try extensions(&coder) }
            }
        }
        return coder.serializedBytes
    }

    private func extensions(_ coder: inout DER.Serializer) throws {
        let authority = try Certificate.Extension(AuthorityKeyIdentifier(keyIdentifier: keyIdentifier), critical: false)
        try append(authority.oid, Array(authority.value), &coder)
        var number = DER.Serializer()
        try number.serialize(self.number)
        // cRLNumber, section 5.2.3.
        try append([2, 5, 29, 20], number.serializedBytes, &coder)
    }

    private func append(_ identifier: ASN1ObjectIdentifier, _ value: [UInt8], _ coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(identifier)
            try coder.serialize(ASN1OctetString(contentBytes: value[...]))
        }
    }

    /// ecdsa-with-SHA256, whose parameters are left out (RFC 5758 section 3.2).
    private func algorithm(_ coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize([1, 2, 840, 10_045, 4, 3, 2] as ASN1ObjectIdentifier)
        }
    }

    /// Two digits of the year up to 2049, four from then on (section 5.1.2.4).
    private func time(_ instant: WallTime, _ coder: inout DER.Serializer) throws {
        let local = LocalDateTime(secondsSinceEpoch: instant.seconds)
        let (date, time) = (local.date, local.time)
        if date.year < 2050 {
            try coder.serialize(
                UTCTime(
                    year: date.year, month: date.month, day: date.day, hours: time.hour, minutes: time.minute,
                    seconds: time.second))
        } else {
            try coder.serialize(
                GeneralizedTime(
                    year: date.year, month: date.month, day: date.day, hours: time.hour, minutes: time.minute,
                    seconds: time.second, fractionalSeconds: 0))
        }
    }
}
