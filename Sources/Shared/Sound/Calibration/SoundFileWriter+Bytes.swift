import Glibc

extension SoundFileWriter {
    /// Returns mono frames at 44,100 Hz as the bytes of a FLAC file, or of an Ogg file if that would be over
    /// `maximumBytes`.
    ///
    /// - Throws: when there is no room in `/tmp`, or the Ogg file is over `maximumBytes` too.
    public static func bytes(of frames: [Int16], maximumBytes: Int) throws(SoundFile.Problem) -> [UInt8] {
        var name = Array("/tmp/clocksmith-sound-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { throw problem("be put into /tmp") }
        // A file without a name goes with its descriptor.
        unlink(name)
        defer { close(file) }
        try write(frames, to: "/proc/self/fd/\(file)", maximumBytes: maximumBytes)
        var status = stat()
        guard fstat(file, &status) == 0 else { throw problem("be measured") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress! + done, $0.count - done, off_t(done))
            }
            guard count > 0 else { throw problem("be read back") }
            done += count
        }
        return bytes
    }

    private static func problem(_ what: String) -> SoundFile.Problem {
        SoundFile.Problem(
            reason: "the sound cannot \(what) (\(String(cString: strerror(errno))))", remedy: "free some room in /tmp")
    }
}
