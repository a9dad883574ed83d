internal import Glibc

/// A file for a decoder that is put together: parts of a file on the disk, and bytes in their place or between them.
final class SplicedFile {
    private enum Source {
        case bytes([UInt8])
        case file(start: Int)
    }

    private let file: FileBytes
    private var pieces: [(start: Int, count: Int, source: Source)] = []
    private(set) var count = 0
    /// The place that a decoder reads next.
    private var position = 0

    init(_ file: FileBytes) { self.file = file }

    func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        pieces.append((count, bytes.count, .bytes(bytes)))
        count += bytes.count
    }

    func append(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if case (let start, let length, .file(let origin))? = pieces.last, origin + length == range.lowerBound {
            pieces[pieces.count - 1] = (start, length + range.count, .file(start: origin))
        } else {
            pieces.append((count, range.count, .file(start: range.lowerBound)))
        }
        count += range.count
    }

    /// Reads on, as read(2) does.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var got = 0
        while got < buffer.count, position < count {
            let piece = pieces[pieceIndex(at: position)]
            let offset = position - piece.start
            let rest = UnsafeMutableRawBufferPointer(
                rebasing: buffer[got..<min(buffer.count, got + piece.count - offset)])
            let portion: Int
            switch piece.source {
            case .bytes(let bytes):
                rest.copyBytes(from: bytes[offset..<offset + rest.count])
                portion = rest.count
            case .file(let start): portion = file.read(into: rest, at: start + offset)
            }
            guard portion > 0 else { break }
            got += portion
            position += portion
        }
        return got
    }

    /// Goes to another place, as lseek(2) does; places outside of the file are its ends.
    func seek(_ offset: Int, _ whence: Int32) -> Int {
        let base = whence == SEEK_CUR ? position : whence == SEEK_END ? count : 0
        let (target, isTooFar) = base.addingReportingOverflow(offset)
        position = isTooFar ? count : max(0, min(count, target))
        return position
    }

    var tell: Int { position }

    private func pieceIndex(at position: Int) -> Int {
        var (low, high) = (0, pieces.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= position { low = middle } else { high = middle }
        }
        return low
    }
}
