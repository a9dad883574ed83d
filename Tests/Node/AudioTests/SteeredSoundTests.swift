import ClockDomain
import ClockSound
import Glibc
import Testing

@testable import ClockNodeAudio

@Suite("The sound of a steered stream")
struct SteeredSoundTests {
    /// One second of a sine at -1 dB along a path that turns 20 times a second, as an output's clock has it turn.
    private static func stream(hertz: Double, rate: Int, encoding: DeviceFormat.Encoding) -> [Double] {
        let frames = (0..<441).map { Int16((29_204 * sin(2 * .pi * hertz * Double($0) / 44_100)).rounded()) }
        var source = Source(
            RingSoundOrder(
                id: 1, sound: RingSound(frames: frames), targetNanoseconds: 0, volume: .full, rampSeconds: 0),
            latencyTrimNanoseconds: 0)
        source.start = 0
        var path = StreamPath(deviceRate: rate)
        for turn in 0..<60 {
            let pace = 1 + 100e-6 + 1e-6 * sin(Double(turn) / 9) + 0.1e-6 * Double(turn % 2)
            path.turn(at: 4000 + turn * rate / 20, step: path.nominalStep * pace)
        }
        let mixer = Mixer(format: DeviceFormat(rate: rate, channels: 1, encoding: encoding))
        var output: [Double] = []
        while output.count < 1 << 16 {
            let part = mixer.render([source], along: path, from: 20_000 + output.count, count: 1024)
            switch encoding {
            case .float32: output += part.bindMemory(to: Float.self).map(Double.init)
            default: output += part.bindMemory(to: Int16.self).map { Double($0) / 32_768 }
            }
        }
        return output
    }

    /// The loudest tone beside that of the sine, in decibels of full scale.
    private static func worstSpur(_ samples: [Double], hertz: Double, rate: Int) -> Double {
        let transform = FourierTransform(size: samples.count)
        let count = Double(samples.count)
        // Blackman-Harris, whose side lobes are below -92 dB; its main lobe is 8 bins wide.
        var real = samples
        for index in real.indices {
            let angle = 2 * Double.pi * Double(index) / count
            var weight = 0.35875 - 0.48829 * cos(angle)
            weight += 0.14128 * cos(2 * angle)
            weight -= 0.01168 * cos(3 * angle)
            real[index] *= weight
        }
        var imaginary = [Double](repeating: 0, count: samples.count)
        transform.forward(&real, &imaginary)
        let scale = 2 / (count * 0.35875)
        let tone = Int((hertz / Double(rate) * count).rounded())
        var worst = 0.0
        for bin in 20..<samples.count / 2 where abs(bin - tone) > 30 {
            worst = max(worst, real[bin] * real[bin] + imaginary[bin] * imaginary[bin])
        }
        return 20 * log10(worst.squareRoot() * scale)
    }

    @Test(
        "A sine is a sine: nothing else stands above -90 dB of full scale", arguments: [1000.0, 10_000],
        [44_100, 48_000])
    func spurs(hertz: Double, rate: Int) {
        for encoding in [DeviceFormat.Encoding.float32, .signed16] {
            let spur = Self.worstSpur(
                Self.stream(hertz: hertz, rate: rate, encoding: encoding), hertz: hertz, rate: rate)
            #expect(spur < (encoding == .float32 ? -95 : -90), "\(spur) dB")
        }
    }

    @Test("The level stays as it was, up to 18 kHz", arguments: [100.0, 1000, 10_000, 15_000, 18_000])
    func level(hertz: Double) {
        let samples = Self.stream(hertz: hertz, rate: 44_100, encoding: .float32)
        let power = samples.reduce(0.0) { $0 + $1 * $1 } / Double(samples.count)
        let level = 10 * log10(2 * power) - 20 * log10(29_204.0 / 32_768)
        #expect(abs(level) < 0.1, "\(level) dB")
    }
}
