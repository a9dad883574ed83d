// The Secure Hash Algorithm with 256 bits, FIPS 180-4 sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2.2. Carried sounds are
// named by it in the cores, the simulator and clockctl, which link no library that has it.

/// Computes the SHA-256 digest of bytes that come in pieces.
public struct SHA256: Sendable {
    /// H of section 6.2, from the first 32 bits of the fractional parts of the square roots of the first 8 primes.
    private var hash: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    /// The message schedule W.
    private var schedule = [UInt32](repeating: 0, count: 64)
    /// The bytes of a block that is not complete yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    public init() {}

    /// The digest of `bytes`, 32 bytes.
    public static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(Array(bytes))
        return hash.finish()
    }

    /// Takes the next bytes of the message.
    public mutating func update(_ bytes: [UInt8]) {
        byteCount &+= UInt64(bytes.count)
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            if !rest.isEmpty {
                start = min(Self.blockBytes - rest.count, bytes.count)
                rest += bytes[..<start]
                guard rest.count == Self.blockBytes else { return }
                let block = rest
                block.withUnsafeBufferPointer { process($0, at: 0) }
                rest.removeAll(keepingCapacity: true)
            }
            while bytes.count - start >= Self.blockBytes {
                process(bytes, at: start)
                start += Self.blockBytes
            }
            rest += bytes[start...]
        }
    }

    /// Ends the message; the value is used up.
    public consuming func finish() -> [UInt8] {
        let bitCount = byteCount &* 8
        let zeros = (Self.blockBytes * 2 - 9 - rest.count) % Self.blockBytes
        update([0x80] + [UInt8](repeating: 0, count: zeros) + Self.bytes(of: bitCount))
        return hash.flatMap(Self.bytes(of:))
    }

    private mutating func process(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        schedule.withUnsafeMutableBufferPointer { w in
            for t in 0..<16 {
                let i = start + 4 * t
                w[t] =
                    UInt32(bytes[i]) << 24 | UInt32(bytes[i + 1]) << 16 | UInt32(bytes[i + 2]) << 8
                    | UInt32(bytes[i + 3])
            }
            for t in 16..<64 {
                let a = w[t - 15]
                let b = w[t - 2]
                let sigma0 = Self.rotate(a, 7) ^ Self.rotate(a, 18) ^ a >> 3
                let sigma1 = Self.rotate(b, 17) ^ Self.rotate(b, 19) ^ b >> 10
                w[t] = sigma1 &+ w[t - 7] &+ sigma0 &+ w[t - 16]
            }
        }
        var (a, b, c, d, e, f, g, h) = (hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7])
        for t in 0..<64 {
            let sum1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
            let choice = e & f ^ ~e & g
            let t1 = h &+ sum1 &+ choice &+ Self.constants[t] &+ schedule[t]
            let sum0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
            let majority = a & b ^ a & c ^ b & c
            (h, g, f, e) = (g, f, e, d &+ t1)
            (d, c, b, a) = (c, b, a, t1 &+ sum0 &+ majority)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= value }
    }

    private static let blockBytes = 64

    private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }

    /// Most significant byte first.
    private static func bytes<Value: FixedWidthInteger>(of value: Value) -> [UInt8] {
        stride(from: Value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// K of section 4.2.2, from the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
