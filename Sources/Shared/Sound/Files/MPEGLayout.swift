// The length of MPEG audio, and its completeness.
//
// Problem. An MP3 is a row of frames, and nothing marks the last one. A header in the first frame may tell how many follow;
// LAME leaves it out where it writes to a pipe, and where MP3s are put one behind the other it tells of the first alone.
// Decoders believe it, or divide the file's size by the size of a frame.
//
// Method. The frames are counted. The header's numbers are held against the count, so that a file that was cut off is
// refused; one that has more is played to its end. The decoder gets frames alone, without tags and what else lies between
// them. A header within the file is a frame of silence, as it is for decoders that do not know it.

/// Finds the frames of MPEG audio.
struct MPEGLayout {
    private struct Row {
        var frame: MPEGFrame
        var file: SplicedFile
        var count = 0
    }

    private let file: FileBytes
    private let end: Int
    private var rows: [Row] = []
    /// Samples that the encoder put before the sound, by the first header, and behind it, by the last.
    private var (delay, padding): (Int?, Int?)
    /// Samples in all rows.
    private var seconds: Double {
        rows.reduce(0) { $0 + Double($1.count * $1.frame.sampleCount) / Double($1.frame.rate) }
    }

    /// Bytes in which the first frame must begin.
    private static let longestPadding = 64 << 10
    /// Samples that every decoder of layer III is late by.
    private static let decoderDelay = 529

    static func parts(
        in file: FileBytes, _ range: Range<Int>, maximumSeconds: Int
    ) throws(SoundFile.Problem) -> [SoundPart] {
        var layout = MPEGLayout(file: file, end: range.upperBound)
        try layout.walk(from: range.lowerBound, maximumSeconds: maximumSeconds)
        return layout.parts()
    }

    private init(file: FileBytes, end: Int) {
        self.file = file
        self.end = end
    }

    /// The place of the first frame; `nil` where there is none near a position.
    ///
    /// Four bytes look like a frame's beginning by chance, and some frames in a row do not.
    static func beginning(in file: FileBytes, from start: Int) -> Int? {
        let layout = MPEGLayout(file: file, end: file.count)
        return (start..<min(file.count, start + longestPadding)).first {
            file[$0] == 0xFF && layout.frameOfRow(at: $0, of: $0 == start ? 2 : 4) != nil
        }
    }

    /// The frame at a position, where others like it, or the end of the file, follow it.
    private func frameOfRow(at position: Int, of count: Int = 2) -> MPEGFrame? {
        guard let first = MPEGFrame(file, at: position) else { return nil }
        var (next, left) = (position + first.byteCount, count - 1)
        while left > 0, next < end, let frame = MPEGFrame(file, at: next), frame.isLike(first) {
            (next, left) = (next + frame.byteCount, left - 1)
        }
        return left == 0 || next == end ? first : nil
    }

    private mutating func walk(from start: Int, maximumSeconds: Int) throws(SoundFile.Problem) {
        guard let start = Self.beginning(in: file, from: start), let first = MPEGFrame(file, at: start) else {
            throw SoundPart.unreadable("an MP3 without frames")
        }
        let header = MPEGHeader(file, at: start, first)
        (delay, padding) = (header?.delay, header?.padding)
        var position = header == nil ? start : start + first.byteCount
        var isInRow = true
        var last = position
        while position < end {
            let like = MPEGFrame(file, at: position)
            guard
                let frame = isInRow && rows.last.map({ like?.isLike($0.frame) == true }) ?? true
                    ? like : frameOfRow(at: position)
            else {
                isInRow = false
                position = file.find([0xFF], in: position + 1..<max(position + 1, end)) ?? end
                continue
            }
            let next = position + frame.byteCount
            guard next <= end else { break }
            if !rows.isEmpty, let header = MPEGHeader(file, at: position, frame) { padding = header.padding }
            add(frame, position..<next)
            (position, last, isInRow) = (next, next, true)
            guard seconds <= Double(maximumSeconds) + 1 else {
                throw SoundFile.Problem(
                    reason: "is longer than the \(maximumSeconds) s that are played", remedy: "cut it")
            }
        }
        guard !rows.isEmpty else { throw SoundFile.noSound }
        if let header { try check(header, bytes: last - start) }
    }

    private mutating func add(_ frame: MPEGFrame, _ range: Range<Int>) {
        if rows.last?.frame.isLike(frame) != true { rows.append(Row(frame: frame, file: SplicedFile(file))) }
        rows[rows.count - 1].file.append(range)
        rows[rows.count - 1].count += 1
    }

    /// Some programs count the header's own frame too, so one less than promised is all. A number that is wrong where the
    /// size is right is a mistake and no loss.
    private func check(_ header: MPEGHeader, bytes: Int) throws(SoundFile.Problem) {
        let count = rows.reduce(0) { $0 + $1.count }
        guard let promised = header.count, count + 1 < promised else { return }
        if let size = header.bytes, size <= bytes + SoundPart.tolerance { return }
        throw SoundFile.Problem(
            reason: "is cut off: its header says \(promised) frames of MPEG audio, the file has \(count)",
            remedy: SoundFile.copyAgain)
    }

    private func parts() -> [SoundPart] {
        rows.enumerated().map { index, row in
            let all = row.count * row.frame.sampleCount
            let skipped = index == 0 ? delay.map { min(all - 1, $0 + Self.decoderDelay) } ?? 0 : 0
            let left = index == rows.count - 1 ? padding.map { max(0, $0 - Self.decoderDelay) } ?? 0 : 0
            return SoundPart(file: row.file, decoder: .mpeg(skipped: skipped, count: max(1, all - skipped - left)))
        }
    }
}
