import CSndfile
import Glibc

/// A microphone's recording in memory: one channel, as it came from the file.
public struct MicrophoneRecording: Sendable {
    /// Within ±1 unless the file says otherwise.
    public let samples: [Float]
    /// Frames per second.
    public let rate: Int

    /// Permitted frames per second.
    public static let rateRange = 8_000...192_000
    /// Longest recording that it reads, in seconds.
    public static let maximumSeconds = 300
    private static let maximumChannels: Int32 = 32

    /// - Precondition: `rate` is in ``rateRange``.
    public init(samples: [Float], rate: Int) {
        precondition(Self.rateRange.contains(rate), "\(rate) frames a second")
        self.samples = samples
        self.rate = rate
    }

    public var seconds: Double { Double(samples.count) / Double(rate) }

    /// Reads any file that libsndfile reads. Of several channels it takes the one with the most sound: mixing two
    /// microphones would add two ways of the sound to one.
    ///
    /// - Throws: ``RecordingProblem`` for a file that is unreadable or out of bounds.
    public init(path: String) throws(RecordingProblem) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw RecordingProblem("cannot be read (\(String(cString: strerror(errno))))", "name the recording's file")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RecordingProblem("is not a regular file", "name the recording's file")
        }
        var info = SF_INFO()
        guard let handle = sf_open(path, Int32(SFM_READ), &info) else {
            throw RecordingProblem(
                "is no sound file that can be read (\(String(cString: sf_strerror(nil))))",
                "convert it to WAV, as with: ffmpeg -i FILE recording.wav")
        }
        defer { sf_close(handle) }
        guard Self.rateRange.contains(Int(info.samplerate)) else {
            throw RecordingProblem(
                "has \(info.samplerate) frames a second",
                "record with \(Self.rateRange.lowerBound) to "
                    + "\(Self.rateRange.upperBound), best 48000")
        }
        guard (1...Self.maximumChannels).contains(info.channels) else {
            throw RecordingProblem("has \(info.channels) channels", "record one or two")
        }
        guard info.frames <= Int64(Self.maximumSeconds) * Int64(info.samplerate) else {
            throw RecordingProblem(
                "is over \(Self.maximumSeconds / 60) minutes long", "cut it to the part with the clicks")
        }
        self.init(samples: try Self.loudestChannel(of: handle, info), rate: Int(info.samplerate))
    }

    private static func loudestChannel(of handle: OpaquePointer, _ info: SF_INFO) throws(RecordingProblem) -> [Float] {
        let channels = Int(info.channels)
        var energies = [Double](repeating: 0, count: channels)
        if channels > 1 {
            try forEachFrame(of: handle, info) { frame in
                for channel in 0..<channels { energies[channel] += Double(frame[channel] * frame[channel]) }
            }
            guard sf_seek(handle, 0, Int32(SEEK_SET)) == 0 else {
                throw RecordingProblem("cannot be read twice", "convert it to WAV with one channel")
            }
        }
        let loudest = energies.indices.max { energies[$0] < energies[$1] } ?? 0
        var samples: [Float] = []
        samples.reserveCapacity(Int(info.frames))
        try forEachFrame(of: handle, info) { samples.append($0[loudest]) }
        return samples
    }

    /// Reads at most as many frames as the header announces, in small pieces.
    private static func forEachFrame(
        of handle: OpaquePointer, _ info: SF_INFO, _ body: (UnsafePointer<Float>) -> Void
    ) throws(RecordingProblem) {
        let channels = Int(info.channels)
        let pieceFrames = 4096
        var piece = [Float](repeating: 0, count: pieceFrames * channels)
        var left = Int(info.frames)
        while left > 0 {
            let got = Int(sf_readf_float(handle, &piece, Int64(min(pieceFrames, left))))
            guard got > 0 else { return }
            guard piece[..<(got * channels)].allSatisfy(\.isFinite) else {
                throw RecordingProblem("has samples that are not numbers", "record it again")
            }
            piece.withUnsafeBufferPointer { piece in
                guard let first = piece.baseAddress else { return }
                for frame in 0..<got { body(first + frame * channels) }
            }
            left -= got
        }
    }
}
