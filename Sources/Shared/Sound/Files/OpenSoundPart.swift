internal import CSndfile

/// A part of a sound file that is open in its decoder and within bounds.
final class OpenSoundPart {
    let rate: Int
    let channels: Int
    /// libsndfile's number of container and encoding.
    let format: Int32
    /// Frames that there will be, where that is known.
    let expectedFrames: Int?

    private enum Decoder {
        case library(LibraryDecoder)
        case mpeg(MPEGDecoder)
    }

    private let decoder: Decoder
    /// Frames of a block that a decoder may lose at either end.
    private static let blockFrames = 2 * 1152

    init(_ part: SoundPart) throws(SoundFile.Problem) {
        switch part.decoder {
        case .library:
            let decoder = try LibraryDecoder(part.file)
            let info = decoder.info
            (rate, channels, format) = (Int(info.samplerate), Int(info.channels), info.format)
            expectedFrames = part.promised ?? (info.frames < Int64.max ? Int(info.frames) : nil)
            self.decoder = .library(decoder)
        case .mpeg(let skipped, let count):
            let decoder = try MPEGDecoder(part.file, skipped: skipped, count: count)
            (rate, channels) = (decoder.rate, decoder.channels)
            format = Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
            expectedFrames = count
            self.decoder = .mpeg(decoder)
        }
        try SoundFile.checkBounds(rate: rate, channels: channels)
    }

    /// Hands over frame by frame, the channels mixed.
    ///
    /// - Parameter check: throws where so many frames are too many.
    /// - Throws: where a sample is no number, or the sound is longer or shorter than it may be.
    func readFrames(_ take: (Float) -> Void, checking check: (Int) throws(SoundFile.Problem) -> Void) throws(SoundFile
        .Problem)
    {
        let chunkFrames = 4096
        var chunk: [Float] = .init(repeating: 0, count: chunkFrames * channels)
        var taken = 0
        while true {
            let got =
                switch decoder {
                case .library(let decoder): decoder.read(into: &chunk)
                case .mpeg(let decoder): decoder.read(into: &chunk)
                }
            guard got > 0 else { return try checkEnd(taken) }
            try check(taken + got)
            for frame in 0..<got {
                let sum = chunk[frame * channels..<(frame + 1) * channels].reduce(0, +)
                guard sum.isFinite else {
                    throw SoundFile.Problem(
                        reason: "has a sample that is not a number at frame \(taken + frame)",
                        remedy: "record it again")
                }
                take(sum / Float(channels))
            }
            taken += got
        }
    }

    private func checkEnd(_ taken: Int) throws(SoundFile.Problem) {
        let failure: String?
        switch decoder {
        case .library(let decoder):
            if let expectedFrames {
                guard taken < expectedFrames else { return }
                throw SoundFile.Problem(
                    reason: "is cut off: its header says \(expectedFrames) frames, \(taken) could be read",
                    remedy: SoundFile.copyAgain)
            }
            failure = decoder.failure
        case .mpeg: failure = taken + Self.blockFrames < expectedFrames ?? 0 ? "a frame is broken" : nil
        }
        guard failure == nil, taken > 0 else {
            throw SoundFile.Problem(
                reason: "is cut off or damaged after \(taken) frames\(failure.map { " (\($0))" } ?? "")",
                remedy: SoundFile.copyAgain)
        }
    }
}
