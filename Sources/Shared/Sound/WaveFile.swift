/// Sound as a WAV file.
public enum WaveFile {
    /// 16-bit mono at 44,100 Hz.
    public static func bytes(_ frames: [Int16]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + frames.count * 2)
        func add<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        let dataBytes = UInt32(frames.count * 2)
        let rate = UInt32(RenderedPlan.sampleRate)
        bytes += Array("RIFF".utf8)
        add(dataBytes + 36)
        bytes += Array("WAVEfmt ".utf8)
        add(UInt32(16))
        // PCM, one channel.
        add(UInt16(1))
        add(UInt16(1))
        add(rate)
        add(rate * 2)
        add(UInt16(2))
        add(UInt16(16))
        bytes += Array("data".utf8)
        add(dataBytes)
        for frame in frames { add(frame) }
        return bytes
    }
}
