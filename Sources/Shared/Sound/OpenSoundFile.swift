internal import CLinux
internal import CSndfile
internal import Glibc

/// A sound file that is open in libsndfile and within bounds. The call that opens it owns and closes it.
struct OpenSoundFile {
    let info: SF_INFO
    private let handle: OpaquePointer
    private let length: Length
    private let maximumSeconds: Int

    private enum Length {
        /// The file's header gives the number of frames; a file with fewer was cut off.
        case promised(Int)
        /// There are at most so many, or the number is unknown.
        case atMost(Int?)
    }

    private static let replace = "replace it with a sound of 44100 Hz, mono or stereo"
    private static let copyAgain = "copy it again"
    private static let mostTags = 8

    /// - Parameter path: of a regular file.
    init(path: String, maximumSeconds: Int) throws(SoundFile.Problem) {
        self.maximumSeconds = maximumSeconds
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable() }
        let container: SoundContainer
        var source = descriptor
        do throws(SoundFile.Problem) {
            container = try Self.container(of: descriptor)
            if container == .mp3 {
                source = try Self.wholeFrames(ofMP3: descriptor, maximumSeconds: maximumSeconds)
                Glibc.close(descriptor)
            }
        } catch {
            Glibc.close(descriptor)
            throw error
        }

        var info = SF_INFO()
        // libsndfile closes the descriptor, also of a file that it cannot read.
        guard let handle = sf_open_fd(source, Int32(SFM_READ), &info, Int32(SF_TRUE)) else {
            throw SoundFile.Problem(
                reason: "is not a sound file that can be read (\(String(cString: sf_strerror(nil))))",
                remedy: Self.replace)
        }
        self.handle = handle
        self.info = info
        let isCounted = info.frames < Int64.max
        length =
            isCounted && container != .mp3 ? .promised(Int(info.frames)) : .atMost(isCounted ? Int(info.frames) : nil)
        do throws(SoundFile.Problem) {
            // The last page of an Ogg file holds its length.
            if container == .ogg, !isCounted {
                throw SoundFile.Problem(reason: "is cut off: it has no last page", remedy: Self.copyAgain)
            }
            try checkBounds()
        } catch {
            close()
            throw error
        }
    }

    func close() { sf_close(handle) }

    /// The expected number of frames; 0 when the file does not give it.
    var expectedFrames: Int {
        switch length {
        case .promised(let count), .atMost(.some(let count)): count
        case .atMost(nil): 0
        }
    }

    private func checkBounds() throws(SoundFile.Problem) {
        let (rate, channels) = (Int(info.samplerate), Int(info.channels))
        guard SoundFile.rates.contains(rate) else {
            throw SoundFile.Problem(
                reason: "is recorded at \(rate) Hz, and \(SoundFile.rates.lowerBound) to "
                    + "\(SoundFile.rates.upperBound) Hz are played",
                remedy: Self.replace)
        }
        guard (1...SoundFile.maximumChannels).contains(channels) else {
            throw SoundFile.Problem(
                reason: "has \(channels) channels, and at most \(SoundFile.maximumChannels) are mixed",
                remedy: Self.replace)
        }
        guard expectedFrames <= maximumSeconds * rate else {
            throw SoundFile.Problem(
                reason: "claims to be \(expectedFrames / rate) s long, at most \(maximumSeconds) s are played",
                remedy: "cut it")
        }
        guard info.frames > 0 else { throw SoundFile.Problem(reason: "has no sound in it", remedy: Self.replace) }
    }

    /// Hands over the sound frame by frame, with the channels mixed.
    func readFrames(_ take: (Float) -> Void) throws(SoundFile.Problem) {
        let channels = Int(info.channels)
        let most = maximumSeconds * Int(info.samplerate)
        let chunkFrames = 4096
        // Floats, because libsndfile turns float files into 16 bits without scaling; 16-bit samples survive exactly.
        var chunk: [Float] = .init(repeating: 0, count: chunkFrames * channels)
        var taken = 0
        while true {
            let got = Int(sf_readf_float(handle, &chunk, Int64(chunkFrames)))
            guard got > 0 else { return try checkEnd(taken) }
            guard taken + got <= most else {
                throw SoundFile.Problem(
                    reason: "is longer than the \(most / Int(info.samplerate)) s that are played", remedy: "cut it")
            }
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
        switch length {
        case .promised(let count):
            guard taken >= count else {
                throw SoundFile.Problem(
                    reason: "is cut off: its header says \(count) frames, \(taken) could be read",
                    remedy: Self.copyAgain)
            }
        case .atMost:
            guard taken > 0, sf_error(handle) == Int32(SF_ERR_NO_ERROR) else {
                throw SoundFile.Problem(
                    reason: "is cut off or damaged after \(taken) frames (\(String(cString: sf_strerror(handle))))",
                    remedy: Self.copyAgain)
            }
        }
    }

    // MARK: Before libsndfile

    private static func unreadable() -> SoundFile.Problem {
        SoundFile.Problem(
            reason: "cannot be read (\(String(cString: strerror(errno))))", remedy: "check its permissions")
    }

    /// Returns the kind of file, and refuses a file that is shorter than its header says.
    private static func container(of descriptor: Int32) throws(SoundFile.Problem) -> SoundContainer {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable() }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SoundFile.Problem(reason: "is not a regular file", remedy: "put a sound file there")
        }
        let head = try read(descriptor, count: SoundContainer.headBytes, at: 0)
        guard let container = SoundContainer(head: head) else {
            throw SoundFile.Problem(
                reason: "is not a sound file that can be read (WAV, FLAC, Ogg, MP3, AIFF and CAF are)",
                remedy: replace)
        }
        if let claimed = claimedSize(container, head), claimed > status.st_size {
            throw SoundFile.Problem(
                reason: "is cut off: its header says \(claimed) bytes, the file has \(status.st_size)",
                remedy: copyAgain)
        }
        return container
    }

    /// Returns the whole file's size according to a WAV or AIFF header.
    ///
    /// libsndfile plays the rest of a file that was cut off; a voice should not speak half a word.
    private static func claimedSize(_ container: SoundContainer, _ head: [UInt8]) -> Int? {
        let size = head[4..<8]
        switch container {
        case .wav:
            let claimed = size.reversed().reduce(0) { $0 << 8 | Int($1) }
            // Programs that write to a pipe cannot go back and leave a size near 2 or 4 GiB.
            return claimed >= 0x7FFF_0000 ? nil : claimed + 8
        case .aiff: return size.reduce(0) { $0 << 8 | Int($1) } + 8
        case .caf, .flac, .ogg, .mp3: return nil
        }
    }

    /// Copies an MP3's frames to a file in memory.
    private static func wholeFrames(ofMP3 descriptor: Int32, maximumSeconds: Int) throws(SoundFile.Problem) -> Int32 {
        let start = try endOfTags(descriptor)
        // One frame more than the limit, and the size of a header, show that the file is too long.
        let most = (maximumSeconds + 1) * MP3Frame.mostBytesPerSecond
        guard let stream = MP3Stream(try read(descriptor, count: most, at: start)) else {
            throw SoundFile.Problem(
                reason: "is not a sound file that can be read (an MP3 without frames)", remedy: replace)
        }
        let seconds = stream.frameCount * stream.frame.sampleCount / stream.frame.rate
        guard seconds <= maximumSeconds else {
            throw SoundFile.Problem(reason: "is longer than the \(maximumSeconds) s that are played", remedy: "cut it")
        }
        guard !stream.isCutOff else {
            throw SoundFile.Problem(
                reason: "is cut off: its header says \(stream.promisedCount ?? 0) frames of MPEG audio, the file has "
                    + "\(stream.frameCount)",
                remedy: copyAgain)
        }
        let memory = memfd_create("mp3", UInt32(MFD_CLOEXEC))
        guard memory >= 0 else { throw unreadable() }
        guard write(memory, stream.bytes, stream.bytes.count) == stream.bytes.count, lseek(memory, 0, SEEK_SET) == 0
        else {
            defer { Glibc.close(memory) }
            throw unreadable()
        }
        return memory
    }

    /// Returns the end of the ID3 tags at a file's beginning (id3.org, ID3v2.4.0 3.1: a size of seven bits a byte,
    /// without the header and the footer of ten bytes each).
    private static func endOfTags(_ descriptor: Int32) throws(SoundFile.Problem) -> Int {
        var position = 0
        for _ in 0..<mostTags {
            let head = try read(descriptor, count: 10, at: position)
            guard head.count == 10, head.starts(with: "ID3".utf8) else { break }
            position += 10 + head[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + (head[5] & 0x10 == 0 ? 0 : 10)
        }
        return position
    }

    /// Reads at most so many bytes, fewer at the end of the file.
    private static func read(
        _ descriptor: Int32, count: Int, at offset: Int
    ) throws(SoundFile.Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let portion = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + got, count - got, off_t(offset + got))
            }
            guard portion >= 0 else { throw unreadable() }
            guard portion > 0 else { break }
            got += portion
        }
        bytes.removeLast(count - got)
        return bytes
    }
}
