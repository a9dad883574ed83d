import ClockTestSupport
import Glibc

/// One HTTP/1.1 request over loopback and its answer; no more than a WebDriver and this project's server need.
enum HTTP {
    struct Answer: Sendable {
        var status: Int
        var body: String
    }

    /// - Throws: ``TestFailure`` when nobody listens, or the answer cannot be read.
    static func send(_ method: String, _ path: String, port: Int, body: String = "") throws -> Answer {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure("cannot make a socket: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw TestFailure("nobody listens on port \(port)") }
        let request =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        try write(Array(request.utf8), to: descriptor)
        return try read(from: descriptor)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw TestFailure("cannot send: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    private static func read(from descriptor: Int32) throws -> Answer {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var head: (status: Int, end: Int, length: Int?)?
        while true {
            if head == nil { head = parsedHead(bytes) }
            if let head, let length = head.length, bytes.count >= head.end + length { break }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw TestFailure("no answer: \(String(cString: strerror(errno)))") }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        guard let head = head ?? parsedHead(bytes) else { throw TestFailure("an answer without a head") }
        return Answer(status: head.status, body: String(decoding: bytes[head.end...], as: UTF8.self))
    }

    private static func parsedHead(_ bytes: [UInt8]) -> (status: Int, end: Int, length: Int?)? {
        let separator = Array("\r\n\r\n".utf8)
        guard bytes.count >= separator.count else { return nil }
        let ends = (0...bytes.count - separator.count).first { bytes[$0..<$0 + 4].elementsEqual(separator) }
        guard let end = ends else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }
        return (status, end + 4, length)
    }
}
