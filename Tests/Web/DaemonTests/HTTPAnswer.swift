import ClockTestSupport
import Dispatch
import Glibc

/// An answer of a server, asked over a plain socket.
struct HTTPAnswer: CustomStringConvertible {
    var status: Int
    /// Names in lower case.
    var headers: [String: String]
    /// `NAME=VALUE` of each cookie that is set.
    var cookies: [String] = []
    var body: String

    var description: String { "\(status) \(headers) \(body.prefix(300))" }

    static func of(
        _ port: Int, _ method: String, _ path: String, body: String? = nil, headers: [String: String] = [:],
        cookie: String? = nil
    ) async throws -> HTTPAnswer {
        var lines = ["host": "127.0.0.1:\(port)", "connection": "close"]
        if let body {
            lines["content-length"] = "\(body.utf8.count)"
            lines["content-type"] = "application/json"
        }
        if let cookie { lines["cookie"] = cookie }
        lines.merge(headers) { $1 }
        let socket = try PlainSocket(port)
        socket.send(
            "\(method) \(path) HTTP/1.1\r\n" + lines.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
                + (body ?? ""))
        return try HTTPAnswer(await socket.readToEnd())
    }

    init(_ text: String) throws {
        guard let end = text.range(of: "\r\n\r\n") else { throw TestFailure("no answer: \(text.prefix(200))") }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw TestFailure("no status: \(text.prefix(200))")
        }
        self.status = status
        headers = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let (name, value) = (line[..<colon].lowercased(), line[line.index(after: colon)...].drop { $0 == " " })
            headers[name] = String(value)
            if name == "set-cookie" { cookies.append(String(value.prefix { $0 != ";" })) }
        }
        body = String(text[end.upperBound...])
    }
}

extension HTTPAnswer {
    /// - Throws: ``TestFailure`` where nobody was logged in.
    func sessionCookie() throws -> String {
        guard status == 200, let cookie = cookies.first(where: { $0.hasPrefix("clocksmith=") }) else {
            throw TestFailure("nobody is logged in: \(self)")
        }
        return cookie
    }
}

extension String {
    /// Returns the first place of a text.
    func range(of text: String) -> Range<String.Index>? {
        let (mine, its) = (Array(utf8), Array(text.utf8))
        guard mine.count >= its.count else { return nil }
        for start in 0...(mine.count - its.count)
        where mine[start] == its[0] && Array(mine[start..<(start + its.count)]) == its {
            let lower = utf8.index(utf8.startIndex, offsetBy: start)
            return lower..<utf8.index(lower, offsetBy: its.count)
        }
        return nil
    }
}

/// A connection to a port of this machine.
///
/// Waiting for input has a thread of its own. The server is in this process: a test that held one of its few threads
/// would wait for itself.
// One test has it, and awaits each call.
final class PlainSocket: @unchecked Sendable {
    private let descriptor: Int32
    private(set) var received = ""

    init(_ port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw TestFailure("cannot connect to \(port): \(errno)") }
        // No read waits for ever.
        var timeout = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Reads more input.
    ///
    /// - Returns: false at the end, or where nothing comes for 20 s.
    func readMore() async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.receive()) }
        }
    }

    private func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        received += String(decoding: chunk[..<count], as: UTF8.self)
        return true
    }

    func readToEnd() async -> String {
        while await readMore() {}
        return received
    }

    /// Reads until a text has come.
    func read(until text: String) async throws {
        while received.range(of: text) == nil {
            guard await readMore() else { throw TestFailure("\"\(text)\" has not come: \(received.suffix(400))") }
        }
    }
}
