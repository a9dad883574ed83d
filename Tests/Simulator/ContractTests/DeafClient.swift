import ClockTestSupport
import Glibc

/// An MQTT 5 client that acknowledges nothing, written byte by byte: every library's client acknowledges.
///
/// It resumes a session that another client of the same identifier has left at the broker.
final class DeafClient {
    private let descriptor: Int32

    init(port: Int, clientID: String, sessionSeconds: UInt32) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("cannot make a socket") }
        // A broker that sends less than it should fails the test, instead of holding it up.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Self.failure("cannot connect to 127.0.0.1:\(port)") }
        // CONNECT (MQTT 5.0 section 3.1): no clean start, keep-alive 60 s, session expiry interval.
        let expiry = (0..<4).map { UInt8(truncatingIfNeeded: sessionSeconds >> (24 - 8 * $0)) }
        try write(0x10, Self.text("MQTT") + [5, 0, 0, 60, 5, 0x11] + expiry + Self.text(clientID))
        let answer = try read()
        guard answer.kind == 0x20, answer.body.count >= 2, answer.body[1] == 0 else {
            throw TestFailure("the broker refused the connection: \(answer.body)")
        }
    }

    deinit { close(descriptor) }

    /// The next at-least-once messages that it receives, as topic, text and a flag that is true for a repetition.
    func messages(_ count: Int) throws -> [(topic: String, text: String, isRepeated: Bool)] {
        var messages: [(topic: String, text: String, isRepeated: Bool)] = []
        while messages.count < count {
            let packet = try read()
            // PUBLISH (section 3.3): topic, packet identifier, properties, payload.
            guard packet.kind & 0xF0 == 0x30 else { continue }
            let body = packet.body
            let topicEnd = 2 + Int(body[0]) << 8 + Int(body[1])
            // The properties of these messages are shorter than 128 bytes, so that their length takes one byte.
            let payload = topicEnd + 3 + Int(body[topicEnd + 2])
            let topic = String(decoding: body[2..<topicEnd], as: UTF8.self)
            let text = String(decoding: body[payload...], as: UTF8.self)
            messages.append((topic, text, packet.kind & 0x08 != 0))
        }
        return messages
    }

    // MARK: Bytes

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }

    private static func failure(_ what: String) -> TestFailure {
        TestFailure("\(what): \(String(cString: strerror(errno)))")
    }

    /// - Parameter body: shorter than 128 bytes.
    private func write(_ kind: UInt8, _ body: [UInt8]) throws {
        let packet = [kind, UInt8(body.count)] + body
        guard send(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL)) == packet.count else {
            throw Self.failure("cannot send")
        }
    }

    private func read() throws -> (kind: UInt8, body: [UInt8]) {
        let kind = try bytes(1)[0]
        var length = 0
        var shift = 0
        while true {
            let byte = try bytes(1)[0]
            length |= Int(byte & 0x7F) << shift
            guard byte & 0x80 != 0 else { break }
            shift += 7
        }
        return (kind, try bytes(length))
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let taken = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + filled, count - filled, 0) }
            guard taken > 0 else { throw Self.failure("the broker sent no more") }
            filled += taken
        }
        return bytes
    }
}
