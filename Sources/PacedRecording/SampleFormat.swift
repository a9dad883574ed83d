/// The encoding of one sample in a recording. The raw values are ALSA's names.
public enum SampleFormat: String, Sendable, Codable {
    case signed16 = "S16_LE"
    case signed32 = "S32_LE"
    case signed24Packed = "S24_3LE"
    case signed24 = "S24_LE"
    case float32 = "FLOAT_LE"

    var byteCount: Int {
        switch self {
        case .signed16: 2
        case .signed24Packed: 3
        case .signed32, .signed24, .float32: 4
        }
    }

    /// The sample at `offset` of `bytes` as 16 bits; floats outside -1...1 are clipped, NaN is silence.
    func sample(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int16 {
        switch self {
        case .signed16: return Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
        case .signed24Packed:
            return Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 1, as: Int16.self))
        case .signed24:
            let sample = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
            return Int16(truncatingIfNeeded: sample >> 8)
        case .signed32:
            let sample = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
            return Int16(truncatingIfNeeded: sample >> 16)
        case .float32:
            let pattern = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            let sample = Float(bitPattern: pattern)
            guard !sample.isNaN else { return 0 }
            return Int16((min(max(sample, -1), 1) * 32767).rounded())
        }
    }
}
