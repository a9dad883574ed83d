import ClockDomain
import Glibc

extension VoicePack {
    /// Reads `voice.yaml` of a pack's folder. It does not examine clips.
    /// - Throws: the first fault; ``VoicePackProblem/isMissing`` when there is no such file.
    public static func read(folder: String) throws(VoicePackProblem) -> VoicePack {
        let path = "\(folder)/\(fileName)"
        let bytes = try bytes(of: path)
        guard let text = FileText.text(bytes) else {
            throw VoicePackProblem(source: path, message: "is not UTF-8 text; save it as UTF-8")
        }
        return try parse(text, source: path)
    }

    private static func bytes(of path: String) throws(VoicePackProblem) -> [UInt8] {
        func failure(_ code: Int32) -> VoicePackProblem {
            VoicePackProblem(
                source: path, message: code == ENOENT ? "there is no such file" : "cannot read it: \(text(of: code))",
                isMissing: code == ENOENT || code == ENOTDIR)
        }
        // Without O_NONBLOCK, a pipe in the file's place would make this wait.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw failure(errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw VoicePackProblem(source: path, message: "is not a regular file")
        }
        // One byte more than the size, to see if there is more.
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), maximumBytes) + 1)
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if part < 0, errno == EINTR { continue }
            guard part >= 0 else { throw failure(errno) }
            if part == 0 { break }
            count += part
        }
        guard count <= maximumBytes, count < bytes.count else {
            throw VoicePackProblem(source: path, message: "is larger than 1 MiB; split the pack into several")
        }
        return Array(bytes[..<count])
    }

    private static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let text = buffer.baseAddress, strerror_r(code, text, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: text)
        }
    }
}
