/// Assembles runs into one WAV file on the wall clock's timeline: the recording of an ideal microphone in the room.
///
/// Each frame of the file holds, for each run, the frame that left the converter nearest to that moment (so a fast
/// crystal shows as a left-out frame now and then); between runs there is silence, and runs at the same time are added.
public enum TimelineWAV {
    /// A WAV file counts its bytes in 32 bits.
    private static let mostBytes = Int(UInt32.max) - 36

    /// Writes 16-bit PCM at the first run's nominal rate, with as many channels as the run with most.
    ///
    /// - Parameters:
    ///   - from: wall time of the first frame, nanoseconds since the Unix epoch; the first run's start by default.
    ///   - to: wall time of the end; the end of the last sound by default.
    /// - Throws: `RecordingError` when there are no recordings, the span is empty or too long, or a file fails.
    public static func write(
        _ recordings: [Recording], to path: String, fromWall from: Int64? = nil, toWall to: Int64? = nil
    ) throws(RecordingError) {
        guard let first = recordings.first else { throw RecordingError(path: path, reason: "no recordings to write") }
        let start = from ?? recordings.map { $0.wallNanoseconds(atFrame: 0) }.min()!
        let end = to ?? recordings.map { $0.wallNanoseconds(atFrame: Double($0.frameCount)) }.max()!
        let rate = first.header.rate
        let channels = recordings.map(\.header.channels).max()!
        let duration = Double(end - start) / 1e9
        let frames = (duration * Double(rate)).rounded()
        guard frames > 0, frames * Double(channels * 2) < Double(mostBytes) else {
            throw RecordingError(
                path: path, reason: "\(duration) s at \(rate) Hz is no length for a WAV file; choose other limits")
        }

        let file = try RawFile(creating: path)
        try file.append(header(frames: Int(frames), rate: rate, channels: channels))
        // One second at a time, so that memory does not grow with the span.
        for block in stride(from: 0, to: Int(frames), by: rate) {
            let count = min(rate, Int(frames) - block)
            var mix = [Int32](repeating: 0, count: count * channels)
            for recording in recordings {
                try add(recording, to: &mix, channels: channels) { offset in
                    start + Int64((Double(block + offset) / Double(rate) * 1e9).rounded())
                }
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(mix.count * 2)
            for sample in mix { append(UInt16(bitPattern: Int16(clamping: sample)), to: &bytes) }
            try file.append(bytes)
        }
    }

    private static func add(
        _ recording: Recording, to mix: inout [Int32], channels: Int, wallAt: (Int) -> Int64
    ) throws(RecordingError) {
        let count = mix.count / channels
        func source(_ offset: Int) -> Int { Int(recording.frame(atWallNanoseconds: wallAt(offset)).rounded()) }
        let present = (source(0)..<source(count - 1) + 1).clamped(to: 0..<recording.frameCount)
        guard !present.isEmpty else { return }
        let samples = try recording.samples(in: present)
        let width = recording.header.channels
        for offset in 0..<count {
            let frame = source(offset)
            guard present.contains(frame) else { continue }
            let at = (frame - present.lowerBound) * width
            guard at + width <= samples.count else { continue }
            // A run with fewer channels than the file is heard on all of them.
            for channel in 0..<channels { mix[offset * channels + channel] += Int32(samples[at + channel % width]) }
        }
    }

    private static func header(frames: Int, rate: Int, channels: Int) -> [UInt8] {
        let dataBytes = UInt32(frames * channels * 2)
        var bytes = Array("RIFF".utf8)
        append(36 + dataBytes, to: &bytes)
        bytes += Array("WAVEfmt ".utf8)
        append(UInt32(16), to: &bytes)
        append(UInt16(1), to: &bytes)
        append(UInt16(channels), to: &bytes)
        append(UInt32(rate), to: &bytes)
        append(UInt32(rate * channels * 2), to: &bytes)
        append(UInt16(channels * 2), to: &bytes)
        append(UInt16(16), to: &bytes)
        bytes += Array("data".utf8)
        append(dataBytes, to: &bytes)
        return bytes
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
