// Another rate for the same sound.
//
// libsamplerate interpolates with a windowed sinc (J. O. Smith, "Digital Audio Resampling", CCRMA) and has no delay of
// its own: frame n of its output is the sound at n / `target` seconds. Its frames do not depend on the portions of the
// input, so a stream made again from the same beginning comes out the same.

internal import CSamplerate

/// Converts mono sound between sample rates; the one owner of a libsamplerate handle, which `deinit` frees.
///
/// Two threads must not use it at the same time. Only `init` and ``convert(_:from:to:quality:)`` allocate memory.
public final class Resampler {
    public enum Quality: Sendable {
        /// 145 dB signal to noise, flat to 97 % of the band; 45 ms of processor time for a second of sound.
        case best
        /// 121 dB, flat to 90 % of the band; 10 ms for a second of sound.
        case medium
        /// 97 dB, as much as 16 bits have; flat to 80 % of the band, 17.6 kHz of 44,100 Hz.
        case fast

        fileprivate var converter: Int32 {
            switch self {
            case .best: Int32(SRC_SINC_BEST_QUALITY)
            case .medium: Int32(SRC_SINC_MEDIUM_QUALITY)
            case .fast: Int32(SRC_SINC_FASTEST)
            }
        }
    }

    /// Numbers of frames that went in and that came out.
    public struct Progress: Hashable, Sendable {
        public var used: Int
        public var made: Int
    }

    private let handle: OpaquePointer
    private let ratio: Double

    /// True when it can convert sound from one rate to the other: by a factor from 1/256 to 256.
    public static func canConvert(from source: Int, to target: Int) -> Bool {
        source > 0 && target > 0 && src_is_valid_ratio(Double(target) / Double(source)) != 0
    }

    /// - Precondition: ``canConvert(from:to:)``.
    public init(from source: Int, to target: Int, quality: Quality) {
        precondition(Self.canConvert(from: source, to: target), "\(source) Hz cannot be made into \(target) Hz")
        ratio = Double(target) / Double(source)
        var error: Int32 = 0
        guard let handle = src_new(quality.converter, 1, &error) else {
            // The only error left is a lack of memory, for which Swift stops the program too.
            preconditionFailure("no resampler: \(String(cString: src_strerror(error)))")
        }
        self.handle = handle
    }

    deinit { src_delete(handle) }

    /// Takes frames and makes as many as it can from all the frames so far.
    ///
    /// - Parameters:
    ///   - isEnd: true when nothing comes after these, so that it makes the last frames too.
    /// - Returns: the numbers of frames that went in and that came out; call again with the rest.
    public func process(
        _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>, isEnd: Bool = false
    ) -> Progress {
        var data = SRC_DATA()
        data.data_in = input.baseAddress
        data.input_frames = input.count
        data.data_out = output.baseAddress
        data.output_frames = output.count
        data.src_ratio = ratio
        data.end_of_input = isEnd ? 1 : 0
        let error = src_process(handle, &data)
        precondition(error == 0, "resampling failed: \(String(cString: src_strerror(error)))")
        return Progress(used: data.input_frames_used, made: data.output_frames_gen)
    }

    /// Returns a whole sound at another rate. Frame n of the result is the sound at n / `target` seconds; peaks between
    /// the frames of the source may come out above its highest sample.
    ///
    /// - Precondition: ``canConvert(from:to:)``.
    public static func convert(_ frames: [Float], from source: Int, to target: Int, quality: Quality = .best) -> [Float]
    {
        guard source != target, !frames.isEmpty else { return frames }
        let resampler = Resampler(from: source, to: target, quality: quality)
        let count = max(1, Int((Double(frames.count) * resampler.ratio).rounded()))
        return [Float](unsafeUninitializedCapacity: count) { output, made in
            frames.withUnsafeBufferPointer { input in
                var used = 0
                while made < count {
                    let progress = resampler.process(
                        UnsafeBufferPointer(rebasing: input[used...]),
                        into: UnsafeMutableBufferPointer(rebasing: output[made...]), isEnd: true)
                    guard progress.used > 0 || progress.made > 0 else { break }
                    used += progress.used
                    made += progress.made
                }
            }
            // The library may leave out the last frame.
            while made < count {
                output.initializeElement(at: made, to: 0)
                made += 1
            }
        }
    }
}
