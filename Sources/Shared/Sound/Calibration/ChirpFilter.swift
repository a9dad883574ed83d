import Glibc

/// Squeezes every chirp in a recording into a short pulse, by dividing the recording's spectrum by the chirp's.
///
/// The result is the response of the path from speaker to microphone to a pulse: a first arrival and its echoes. A Hann
/// window over the band keeps the pulse's own side lobes 31 dB below it. Only the positive half of the spectrum goes
/// back, so the result is complex and its magnitude the envelope, free of the carrier's ripple. It is limited to 8 kHz,
/// so it may come out at a lower rate than the recording's, or be interpolated to a higher one, without loss.
struct ChirpFilter {
    /// Frames of the recording in one block.
    let size: Int
    /// Values per second of the envelope.
    let outputRate: Double
    /// Lags of a block at which a whole chirp lies within the block, in values of the envelope.
    let validCount: Int
    /// Frames of the recording for each value of the envelope.
    let framesPerValue: Double

    private let forward: FourierTransform
    private let inverse: FourierTransform
    /// The filter's response at each positive frequency, scaled so that a chirp of full scale gives a pulse of 1.
    private let responseReal: [Double]
    private let responseImaginary: [Double]
    private let firstBin: Int

    /// - Parameters:
    ///   - rate: frames per second of the recording, at least 8,000.
    ///   - seconds: least length of a block, the chirp included.
    ///   - leastOutputRate: least number of envelope values per second.
    init(rate: Double, seconds: Double, leastOutputRate: Double) {
        let chirp = CalibrationChirp.frames(rate: rate)
        size = Self.powerOfTwo(atLeast: seconds * rate)
        // A quarter less than half the rate: a recorder's own filter cuts the rest.
        let top = min(CalibrationChirp.band.high, 0.45 * rate)
        let outputSize = max(
            Self.powerOfTwo(atLeast: Double(size) * leastOutputRate / rate),
            Self.powerOfTwo(atLeast: Double(size) * top / rate))
        outputRate = rate * Double(outputSize) / Double(size)
        framesPerValue = Double(size) / Double(outputSize)
        validCount = Int(Double(size - chirp.count) / framesPerValue)
        forward = FourierTransform(size: size)
        inverse = FourierTransform(size: outputSize)

        var real = chirp + [Double](repeating: 0, count: size - chirp.count)
        var imaginary = [Double](repeating: 0, count: size)
        forward.forward(&real, &imaginary)
        let binWidth = rate / Double(size)
        let firstBin = Int((CalibrationChirp.band.low / binWidth).rounded(.up))
        let lastBin = Int(top / binWidth)
        let power = (firstBin...lastBin).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
        // At frequencies that the chirp hardly contains, the division would only amplify noise.
        let floor = 0.01 * (power.max() ?? 1)
        let window = power.indices.map { (1 - cos(2 * .pi * (Double($0) + 0.5) / Double(power.count))) / 2 }
        let scale = 1 / window.reduce(0, +)
        self.firstBin = firstBin
        responseReal = power.indices.map { scale * window[$0] * real[firstBin + $0] / (power[$0] + floor) }
        responseImaginary = power.indices.map { -scale * window[$0] * imaginary[firstBin + $0] / (power[$0] + floor) }
    }

    private static func powerOfTwo(atLeast size: Double) -> Int {
        var power = 1
        while Double(power) < size { power *= 2 }
        return power
    }

    /// Returns the power of the envelope at ``validCount`` lags from frame `start` on; frames outside the recording
    /// count as silence.
    func power(of recording: [Float], from start: Int) -> [Float] {
        var real = [Double](repeating: 0, count: size)
        let inside = max(0, start)..<max(0, start, min(recording.count, start + size))
        for frame in inside { real[frame - start] = Double(recording[frame]) }
        var imaginary = [Double](repeating: 0, count: size)
        forward.forward(&real, &imaginary)

        var outputReal = [Double](repeating: 0, count: inverse.size)
        var outputImaginary = outputReal
        for index in responseReal.indices {
            let bin = firstBin + index
            let (a, b) = (real[bin], imaginary[bin])
            let (c, d) = (responseReal[index], responseImaginary[index])
            outputReal[bin] = a * c - b * d
            outputImaginary[bin] = a * d + b * c
        }
        inverse.inverse(&outputReal, &outputImaginary)
        return (0..<validCount).map {
            Float(outputReal[$0] * outputReal[$0] + outputImaginary[$0] * outputImaginary[$0])
        }
    }
}
