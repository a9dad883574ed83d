internal import ClockDomain
internal import ClockRuntime
internal import ClockWebCore
internal import Glibc

/// The pages' files, read once at the start. No path from the web reaches the file system.
struct PageFiles: Sendable {
    struct File: Sendable {
        var bytes: [UInt8]
        /// `nil` for a file that compression does not shrink.
        var compressed: [UInt8]?
        var type: String
        /// Of the content.
        var digest: String

        /// Strong, so that it differs with the encoding (RFC 9110, section 8.8.3.3).
        func tag(isCompressed: Bool) -> String { isCompressed ? "\"\(digest)-gzip\"" : "\"\(digest)\"" }
    }

    /// By their path in the web, such as `/app/clock.js`.
    private(set) var files: [String: File] = [:]

    /// Most bytes of all files together; pages are small.
    private static let maximumBytes = 16 << 20
    private static let maximumDepth = 4

    /// The paths that show the page itself.
    static let routes: Set<String> = [
        "/", "/rooms", "/alarms", "/bells", "/timers", "/history", "/slo", "/sites", "/trainer", "/doctor",
        "/emergency", "/login",
    ]

    /// - Throws: ``FatalError`` when there are no pages.
    init(folder: String) throws(FatalError) {
        var left = Self.maximumBytes
        try read(folder, below: "", depth: 0, &left)
        guard files["/index.html"] != nil else {
            throw FatalError(.noInput, "\(folder)/index.html is not there; --pages names the folder of the pages")
        }
    }

    /// Returns `nil` when there is no such file.
    func file(_ path: String) -> File? { files[Self.routes.contains(path) ? "/index.html" : path] }

    private mutating func read(_ folder: String, below path: String, depth: Int, _ left: inout Int) throws(FatalError) {
        guard depth < Self.maximumDepth, let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            let (file, place) = ("\(folder)/\(name)", "\(path)/\(name)")
            var status = stat()
            guard stat(file, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                try read(file, below: place, depth: depth + 1, &left)
            } else if let type = Self.type(of: name) {
                var bytes: [UInt8]
                do throws(SystemError) {
                    bytes = try AtomicFile.read(file, limit: left)
                } catch {
                    throw FatalError(error, exitCode: .noInput, purpose: "read \(file)")
                }
                left -= bytes.count
                if name.hasSuffix(".js") { bytes = Self.withoutComments(bytes) }
                let compressed = bytes.count < Gzip.minimumBytes ? nil : Gzip.bytes(bytes, .thorough)
                files[place] = File(
                    bytes: bytes, compressed: compressed.flatMap { $0.count < bytes.count * 9 / 10 ? $0 : nil },
                    type: type, digest: Hex.text(SHA256.digest(of: bytes).prefix(12)))
            }
        }
    }

    /// Returns a script whose lines of comments are empty, so that lines keep their numbers. A comment behind code stays.
    static func withoutComments(_ script: [UInt8]) -> [UInt8] {
        var isInBlock = false
        let lines = script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            line -> ArraySlice<UInt8> in
            let text = line.drop { $0 == UInt8(ascii: " ") }
            let end = text.firstRange(of: "*/".utf8)?.upperBound
            if !isInBlock, text.starts(with: "//".utf8) { return [] }
            guard isInBlock || text.starts(with: "/*".utf8) else { return line }
            isInBlock = end == nil
            return end.map { text[$0...] } ?? []
        }
        return Array(lines.joined(separator: "\n".utf8))
    }

    /// Returns `nil` for a file that is no part of a page.
    private static func type(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        default: nil
        }
    }
}
