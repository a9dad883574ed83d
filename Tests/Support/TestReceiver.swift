import Glibc
import Synchronization

/// An HTTP server on a loopback port that does with a request what a test wants.
public final class TestReceiver: Sendable {
    public struct Request: Sendable {
        public var path: String
        /// Names in lower case.
        public var headers: [String: String]
        public var body: String
    }

    /// The answer to a request.
    public enum Answer: Sendable {
        case status(Int, headers: [String] = [])
        /// Nothing is said, and the connection stays open.
        case stall
        /// The connection is cut.
        case cut
    }

    public let port: Int
    private let listener: Int32
    private let answer: Mutex<@Sendable (Request) -> Answer>
    private let taken = Mutex<[Request]>([])
    private let held = Mutex<[Int32]>([])

    /// - Parameter answer: called on a thread of the receiver's own.
    public init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw TestFailure("cannot make a socket") }
        self.answer = Mutex(answer)
        port = try LoopbackPort.bind(listener)
        guard listen(listener, 16) == 0 else { throw TestFailure("cannot listen") }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Weak(self)).toOpaque()
        pthread_create(
            &thread, nil,
            { box in
                guard let box else { return nil }
                let receiver = Unmanaged<Weak>.fromOpaque(box).takeRetainedValue()
                let listener = receiver.listener
                while true {
                    let connection = accept(listener, nil, nil)
                    guard connection >= 0, let receiver = receiver.value else { return nil }
                    receiver.serve(connection)
                }
            }, box)
        pthread_detach(thread)
    }

    private final class Weak: Sendable {
        let listener: Int32
        private let receiver: Mutex<WeakReference>

        init(_ receiver: TestReceiver) {
            listener = receiver.listener
            self.receiver = Mutex(WeakReference(value: receiver))
        }

        var value: TestReceiver? { receiver.withLock { $0.value } }
    }

    private struct WeakReference: Sendable {
        weak var value: TestReceiver?
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for connection in held.withLock({ $0 }) { close(connection) }
    }

    public func set(_ answer: @escaping @Sendable (Request) -> Answer) { self.answer.withLock { $0 = answer } }

    /// Every request that has come, in order.
    public var requests: [Request] { taken.withLock { $0 } }

    private func serve(_ connection: Int32) {
        // A client that sends half a request does not hold up the others for ever.
        var timeout = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard let request = Self.read(connection) else {
            close(connection)
            return
        }
        taken.withLock { $0.append(request) }
        switch answer.withLock({ $0 })(request) {
        case .status(let status, let headers):
            let lines = ["HTTP/1.1 \(status) OK", "content-length: 0", "connection: close"] + headers
            let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
            _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            close(connection)
        case .stall: held.withLock { $0.append(connection) }
        case .cut: close(connection)
        }
    }

    private static func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            if let request = request(in: bytes) { return request }
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
        }
    }

    /// `nil` until all of it is there.
    private static func request(in bytes: [UInt8]) -> Request? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        let body = text[end.upperBound...]
        guard body.utf8.count >= headers["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
        let words = lines.first?.split(separator: " ") ?? []
        return Request(path: words.count > 1 ? String(words[1]) : "", headers: headers, body: String(body))
    }
}
