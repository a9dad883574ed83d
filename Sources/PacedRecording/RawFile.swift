import Glibc

/// The one owner of a file descriptor; closed when it goes out of scope.
struct RawFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    init(reading path: String) throws(RecordingError) { try self.init(path: path, flags: O_RDONLY | O_CLOEXEC) }

    init(creating path: String) throws(RecordingError) {
        try self.init(path: path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
    }

    private init(path: String, flags: Int32) throws(RecordingError) {
        descriptor = open(path, flags, 0o644)
        self.path = path
        guard descriptor >= 0 else { throw RecordingError(path: path, reason: systemMessage(errno)) }
    }

    deinit {
        // Only data that was synced is promised to be on disk, so a failing close changes nothing.
        close(descriptor)
    }

    func byteCount() throws(RecordingError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        return Int(status.st_size)
    }

    /// Up to `count` bytes from `offset`; fewer only at the end of the file.
    func read(_ count: Int, from offset: Int) throws(RecordingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw failure() }
            if got == 0 { break }
            filled += got
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    func append(_ bytes: [UInt8]) throws(RecordingError) {
        var sent = 0
        while sent < bytes.count {
            let put = bytes.withUnsafeBytes { buffer in
                write(descriptor, buffer.baseAddress! + sent, bytes.count - sent)
            }
            if put < 0, errno == EINTR { continue }
            guard put >= 0 else { throw failure() }
            sent += put
        }
    }

    private func failure() -> RecordingError { RecordingError(path: path, reason: systemMessage(errno)) }
}

func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
