import BenchmarkSupport
import Glibc

/// A viewer's connection. The owner of its socket; used on one thread.
///
/// A WebSocket's messages come in the clear from the server (RFC 6455, section 5.1), so that a text is found in them as
/// among events.
final class LiveStream {
    let descriptor: Int32
    private(set) var receivedBytes = 0
    /// The bytes received since the last ``forget()``.
    private var text: [UInt8] = []

    init(port: UInt16, path: String, isWebSocket: Bool, cookie: String?, receiveBytes: Int32?) throws {
        guard let descriptor = LoopbackSocket.connect(port, receiveBytes: receiveBytes) else {
            throw SocketFailure(description: "nobody listens on port \(port)")
        }
        self.descriptor = descriptor
        let upgrade =
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        let lines =
            (isWebSocket ? upgrade : "Accept: text/event-stream\r\n") + (cookie.map { "Cookie: \($0)\r\n" } ?? "")
        try LoopbackSocket.send(
            Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(lines)\r\n".utf8), to: descriptor)
    }

    deinit { close(descriptor) }

    /// Receives the available bytes.
    ///
    /// - Returns: false once the server has ended the stream.
    func take() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        guard count > 0 else { return false }
        receivedBytes += count
        text += chunk[..<count]
        return true
    }

    /// Waits until a text has arrived since the last ``forget()``.
    ///
    /// - Throws: ``SocketFailure`` at the stream's end, or after this time.
    func wait(for wanted: String, milliseconds: Int32 = 10_000) throws {
        let end = Countdown(milliseconds: milliseconds)
        while !has(wanted) {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = end.milliseconds
            guard left > 0, poll(&polled, 1, left) >= 0, take() else {
                let tail = String(decoding: text.suffix(300), as: UTF8.self)
                throw SocketFailure(description: "\"\(wanted)\" has not come; at last came: \(tail)")
            }
        }
    }

    func has(_ wanted: String) -> Bool {
        text.firstRange(of: Array(wanted.utf8)) != nil
    }

    func forget() { text = [] }
}

/// Counts down to an instant.
struct Countdown {
    private let end: Int64

    init(milliseconds: Int32) {
        end = Monotonic.nanoseconds() + Int64(milliseconds) * 1_000_000
    }

    /// The remaining time, not less than zero.
    var milliseconds: Int32 { Int32(max(0, (end - Monotonic.nanoseconds() + 999_999) / 1_000_000)) }
}

enum Monotonic {
    static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
