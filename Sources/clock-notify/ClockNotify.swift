internal import AsyncHTTPClient
internal import FoundationEssentials
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Sends one message: reads `{"url","headers","body"}` from its input and writes `{"status"}`, with the receiver's
/// `location` and `retryAfter` if it gives them, or `{"failure"}`.
///
/// clock-coordinator starts it for each attempt. It follows no redirect: a message goes to the host that the
/// configuration names and to no other.
@main
struct ClockNotify {
    private struct Message: Decodable {
        var url: String
        var headers: [[String]]
        var body: String
    }

    private struct Answer: Encodable {
        var status: UInt?
        /// The address to which the receiver redirects.
        var location: String?
        /// The pause that the receiver requests, in its own words.
        var retryAfter: String?
        var failure: String?
    }

    private static let maximumBytes = 256 << 10
    private static let timeout = TimeAmount.seconds(20)

    static func main() async throws {
        let message: Message
        do {
            message = try JSONDecoder().decode(Message.self, from: readInput())
        } catch {
            Output.write("clock-notify: its input is no message: \(error)\n", to: STDERR_FILENO)
            exit(65)
        }
        let answer = await send(message)
        Output.write(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self) + "\n", to: STDOUT_FILENO)
    }

    private static func readInput() -> Data {
        var data = Data()
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while data.count <= maximumBytes {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            guard count > 0 else { break }
            data.append(contentsOf: chunk[..<count])
        }
        return data
    }

    private static func send(_ message: Message) async -> Answer {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(15))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let client = HTTPClient(eventLoopGroupProvider: .shared(threads), configuration: configuration)
        var request = HTTPClientRequest(url: message.url)
        request.method = .POST
        request.headers.add(name: "User-Agent", value: "clocksmith")
        for header in message.headers where header.count == 2 {
            request.headers.replaceOrAdd(name: header[0], value: header[1])
        }
        request.body = .bytes(ByteBuffer(string: message.body))
        let answer: Answer
        do {
            let response = try await client.execute(request, timeout: timeout)
            // Nobody reads the receiver's body.
            answer = Answer(
                status: response.status.code, location: response.headers.first(name: "location"),
                retryAfter: response.headers.first(name: "retry-after"))
        } catch {
            answer = Answer(failure: words(error, message.url))
        }
        // The process ends with them.
        try? await client.shutdown()
        try? await threads.shutdownGracefully()
        return answer
    }

    private static func words(_ error: any Error, _ url: String) -> String {
        switch error {
        case let error as HTTPClientError where error == .connectTimeout: "no connection within 5 s"
        case let error as HTTPClientError where error == .readTimeout || error == .deadlineExceeded: "no answer in time"
        default: "\(error)"
        }
    }
}

private enum Output {
    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
