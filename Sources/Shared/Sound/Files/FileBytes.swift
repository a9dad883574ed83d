internal import Glibc

/// The bytes of a sound file by position, read in blocks. Owns the descriptor, which `deinit` closes. Not for two threads.
final class FileBytes {
    /// Of the file when it was opened.
    let count: Int
    private let descriptor: Int32
    private var block: [UInt8] = []
    private var blockStart = 0

    private static let blockBytes = 64 << 10

    /// - Throws: where there is no regular file that can be read.
    init(path: String) throws(SoundFile.Problem) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw SoundFile.Problem(
                reason: "cannot be read (\(String(cString: strerror(errno))))", remedy: "check its permissions")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            Glibc.close(descriptor)
            throw SoundFile.Problem(reason: "is not a regular file", remedy: "put a sound file there")
        }
        count = Int(status.st_size)
    }

    deinit { Glibc.close(descriptor) }

    /// 0 beyond the end of the file.
    subscript(position: Int) -> UInt8 {
        if !(blockStart..<blockStart + block.count).contains(position) { load(around: position) }
        let index = position - blockStart
        return block.indices.contains(index) ? block[index] : 0
    }

    private func load(around position: Int) {
        // Most walks go forward; a little is kept for a look back.
        let start = max(0, position - 64)
        var bytes = [UInt8](repeating: 0, count: Self.blockBytes)
        let got = bytes.withUnsafeMutableBytes { read(into: $0, at: start) }
        bytes.removeLast(bytes.count - got)
        (block, blockStart) = (bytes, start)
    }

    /// Fewer where the file ends or cannot be read on.
    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) -> Int {
        var got = 0
        while got < buffer.count {
            let portion = pread(descriptor, buffer.baseAddress! + got, buffer.count - got, off_t(position + got))
            if portion < 0, errno == EINTR { continue }
            guard portion > 0 else { break }
            got += portion
        }
        return got
    }

    /// Zeros beyond the end of the file.
    func bytes(_ range: Range<Int>) -> [UInt8] { range.map { self[$0] } }

    /// The number that begins at a position.
    func number(at position: Int, bytes: Int, isLittleEndian: Bool = false) -> UInt64 {
        (0..<bytes).reduce(0) { $0 << 8 | UInt64(self[position + (isLittleEndian ? bytes - 1 - $1 : $1)]) }
    }

    func has(_ mark: String, at position: Int) -> Bool {
        position >= 0 && position + mark.utf8.count <= count
            && zip(mark.utf8, position...).allSatisfy { self[$1] == $0 }
    }

    /// The first place in a range at which a pattern begins; it may end behind the range.
    func find(_ pattern: [UInt8], in range: Range<Int>) -> Int? {
        var buffer = [UInt8](repeating: 0, count: Self.blockBytes + pattern.count)
        var start = range.lowerBound
        while start < range.upperBound {
            let got = buffer.withUnsafeMutableBytes { read(into: $0, at: start) }
            let found = buffer.withUnsafeBytes { Self.find(pattern, in: UnsafeRawBufferPointer(rebasing: $0[..<got])) }
            if let found { return start + found < range.upperBound ? start + found : nil }
            guard got == buffer.count else { return nil }
            start += Self.blockBytes
        }
        return nil
    }

    private static func find(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
        var start = 0
        while start + pattern.count <= bytes.count,
            let first = memchr(bytes.baseAddress! + start, Int32(pattern[0]), bytes.count - pattern.count + 1 - start)
        {
            let index = UnsafeRawPointer(first) - bytes.baseAddress!
            if memcmp(first, pattern, pattern.count) == 0 { return index }
            start = index + 1
        }
        return nil
    }
}
