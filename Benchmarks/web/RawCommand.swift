import ArgumentParser
import BenchmarkSupport
import Glibc

/// The least program that sends an event to viewers: no site behind it, no bounds, no access control.
struct RawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raw",
        abstract: "Sends each POSTed body as an event to every GET client: the limit of any server.")

    @Option(help: "The port to listen on.") var port: UInt16

    func run() throws {
        // A write shows that a viewer has gone.
        signal(SIGPIPE, SIG_IGN)
        let listener = try LoopbackSocket.listen(port)
        var viewers: [Int32] = []
        while let connection = LoopbackSocket.accept(listener) {
            guard let request = Self.request(connection) else {
                close(connection)
                continue
            }
            if request.head.hasPrefix("GET ") {
                try? LoopbackSocket.send(
                    Array(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: heartbeat\ndata: {}\n\n".utf8),
                    to: connection)
                viewers.append(connection)
            } else {
                let event = Array("event: node\ndata: ".utf8) + request.body + Array("\n\n".utf8)
                viewers = viewers.filter { viewer in
                    do {
                        try LoopbackSocket.send(event, to: viewer)
                        return true
                    } catch {
                        close(viewer)
                        return false
                    }
                }
                // The client may have gone.
                try? LoopbackSocket.send(
                    Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8), to: connection)
                close(connection)
            }
        }
    }

    /// `nil` if the connection ends before the request does.
    private static func request(_ connection: Int32) -> (head: String, body: [UInt8])? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
            let head = String(text[..<end.lowerBound])
            let body = Array(text[end.upperBound...].utf8)
            let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
                .flatMap { Int($0.dropFirst(16)) }
            if body.count >= length ?? 0 { return (head, body) }
        }
    }
}
