import FoundationEssentials
import Glibc

/// One run of a paced output: the frames that left the converter from a start to the next stop, and their times.
///
/// A recording may still be growing; `frameCount` is its length when it was opened.
public struct Recording: Sendable, Equatable {
    public let path: String
    public let header: RecordingHeader
    /// Whole frames in the file.
    public let frameCount: Int

    /// Reads the header of the recording at `path`.
    public init(path: String) throws(RecordingError) {
        let file = try RawFile(reading: path)
        let bytes = try file.read(RecordingHeader.byteCount, from: 0)
        guard bytes.count == RecordingHeader.byteCount else {
            throw RecordingError(path: path, reason: "no recording: \(bytes.count) bytes are less than its header")
        }
        do {
            header = try JSONDecoder().decode(RecordingHeader.self, from: Data(bytes))
        } catch {
            throw RecordingError(path: path, reason: "no recording: its header cannot be read (\(error))")
        }
        if let fault = header.fault { throw RecordingError(path: path, reason: fault) }
        self.path = path
        frameCount = (try file.byteCount() - RecordingHeader.byteCount) / header.frameByteCount
    }

    /// The recordings (`*.paced`) in `folder`, earliest start first.
    ///
    /// Leaves out a file shorter than a header: that run is being created this moment.
    public static func list(in folder: String) throws(RecordingError) -> [Recording] {
        guard let directory = opendir(folder) else { throw RecordingError(path: folder, reason: systemMessage(errno)) }
        defer { closedir(directory) }
        var recordings: [Recording] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(".paced") else { continue }
            let path = "\(folder)/\(name)"
            guard try RawFile(reading: path).byteCount() >= RecordingHeader.byteCount else { continue }
            recordings.append(try Recording(path: path))
        }
        return recordings.sorted { first, second in
            let starts = (first.header.startMonotonicNanoseconds, second.header.startMonotonicNanoseconds)
            return starts.0 == starts.1 ? first.path < second.path : starts.0 < starts.1
        }
    }

    /// The samples of all channels, interleaved, of `frames` (all by default), as 16 bits.
    ///
    /// Leaves out frames outside the recording.
    public func samples(in frames: Range<Int>? = nil) throws(RecordingError) -> [Int16] {
        let wanted = (frames ?? 0..<frameCount).clamped(to: 0..<frameCount)
        guard !wanted.isEmpty else { return [] }
        let file = try RawFile(reading: path)
        let frameBytes = header.frameByteCount
        let bytes = try file.read(
            wanted.count * frameBytes, from: RecordingHeader.byteCount + wanted.lowerBound * frameBytes)
        let format = header.format
        return bytes.withUnsafeBytes { buffer in
            (0..<buffer.count / format.byteCount).map { format.sample(in: buffer, at: $0 * format.byteCount) }
        }
    }

    /// The samples of one channel (0 is the first), as 16 bits. Empty when there is no such channel.
    public func samples(ofChannel channel: Int, in frames: Range<Int>? = nil) throws(RecordingError) -> [Int16] {
        let channels = header.channels
        guard (0..<channels).contains(channel) else { return [] }
        let all = try samples(in: frames)
        return stride(from: channel, to: all.count, by: channels).map { all[$0] }
    }

    /// CLOCK_MONOTONIC in nanoseconds at which `frame`, which may lie between two frames, left the converter.
    public func monotonicNanoseconds(atFrame frame: Double) -> Int64 {
        header.startMonotonicNanoseconds + Int64((frame / header.heardRate * 1e9).rounded())
    }

    /// Wall time in nanoseconds since the Unix epoch at which `frame` left the converter, by the wall clock as it stood
    /// at the start of the run.
    public func wallNanoseconds(atFrame frame: Double) -> Int64 {
        monotonicNanoseconds(atFrame: frame) + header.wallOffsetNanoseconds
    }

    /// The position, possibly before or behind the recording, that left the converter at a wall time.
    public func frame(atWallNanoseconds wall: Int64) -> Double {
        let elapsed = wall - header.wallOffsetNanoseconds - header.startMonotonicNanoseconds
        return Double(elapsed) / 1e9 * header.heardRate
    }
}

extension RecordingHeader {
    var frameByteCount: Int { channels * format.byteCount }
}
