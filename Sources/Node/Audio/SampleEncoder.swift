/// Encodes frames of the stream for the device. Allocates only at the start.
final class SampleEncoder {
    private let format: DeviceFormat
    private let output: UnsafeMutableRawBufferPointer

    init(format: DeviceFormat, mostFrames: Int) {
        self.format = format
        output = .allocate(byteCount: mostFrames * format.frameBytes, alignment: 8)
    }

    deinit { output.deallocate() }

    func silence(count: Int) -> UnsafeRawBufferPointer {
        let bytes = UnsafeMutableRawBufferPointer(rebasing: output[..<(count * format.frameBytes)])
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        return UnsafeRawBufferPointer(bytes)
    }

    /// Returns the frames for the device, every channel the same. They stay until the next call.
    ///
    /// - Parameters:
    ///   - mix: `count` frames in steps of 16 bits.
    ///   - marks: for each frame its origin, as an exact frame of a sound needs no dither; `nil` when none is exact.
    ///   - first: the number of the first frame.
    func encode(
        _ mix: UnsafePointer<Float>, marks: UnsafePointer<FrameMark>?, from first: Int, count: Int
    ) -> UnsafeRawBufferPointer {
        switch format.encoding {
        case .signed16:
            fill(count) { frame in
                let value = mix[frame]
                // Silence stays silence.
                let isExact = value == 0 || marks?[frame] == .exact
                return Self.signed16(isExact ? value : value + Dither.noise(at: first + frame)).littleEndian
            }
        case .signed32: fill(count) { Self.signed32(mix[$0]).littleEndian }
        case .signed24: fill(count) { (Self.signed32(mix[$0]) >> 8).littleEndian }
        case .float32: fill(count) { (mix[$0] / 32_768).bitPattern.littleEndian }
        case .signed24Packed:
            var offset = 0
            for frame in 0..<count {
                let sample = UInt32(bitPattern: Self.signed32(mix[frame]))
                for _ in 0..<format.channels {
                    output[offset] = UInt8(truncatingIfNeeded: sample >> 8)
                    output[offset + 1] = UInt8(truncatingIfNeeded: sample >> 16)
                    output[offset + 2] = UInt8(truncatingIfNeeded: sample >> 24)
                    offset += 3
                }
            }
        }
        return UnsafeRawBufferPointer(rebasing: output[..<(count * format.frameBytes)])
    }

    private func fill<Sample: BitwiseCopyable>(_ count: Int, _ sample: (Int) -> Sample) {
        let samples = output.bindMemory(to: Sample.self)
        var index = 0
        for frame in 0..<count {
            let value = sample(frame)
            for _ in 0..<format.channels {
                samples[index] = value
                index += 1
            }
        }
    }

    private static func signed16(_ value: Float) -> Int16 {
        // Rounding of a sum, and dither, may reach a step beyond full scale.
        Int16(max(-32_768, min(32_767, value.rounded())))
    }

    /// The upper bound is the greatest Float below full scale.
    private static func signed32(_ value: Float) -> Int32 {
        Int32(max(-0x1p31, min(0x1p31 - 128, (value * 65_536).rounded())))
    }
}
