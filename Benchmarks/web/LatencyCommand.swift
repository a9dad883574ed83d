import ArgumentParser
import BenchmarkSupport
import FoundationEssentials
import Glibc

/// From a change to its event at a viewer.
struct LatencyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Measures the time from a change to its event at a viewer.",
        discussion: """
            Makes a change again and again, by a POST or by a command, and waits for its text on the stream. A % stands \
            for a number from 31 to 90, another one each time.
            """)

    @OptionGroup var stream: StreamOptions
    @Option(help: "The path of the POST; its body is --body.") var post: String?
    @Option(help: "The body of the POST.") var body = "{}"
    @Option(help: "The expected text.") var expect: String
    @Option(help: "Number of measurements.") var count = 100
    @Option(help: "Milliseconds between two.") var pause = 200
    @Argument(parsing: .postTerminator, help: "A command that makes the change, in place of --post.") var command:
        [String] = []

    /// The first few warm up.
    private static let warmUps = 3

    func validate() throws {
        guard (post == nil) != command.isEmpty else { throw ValidationError("give either --post or a command") }
        guard (1...10_000).contains(count) else { throw ValidationError("--count must be 1 to 10000") }
        guard (0...10_000).contains(pause) else { throw ValidationError("--pause must be 0 to 10000") }
    }

    func run() throws {
        let viewer = try stream.open()
        try viewer.wait(for: "\r\n\r\n")
        // The stream's beginning.
        usleep(500_000)
        var times: [Int64] = []
        for round in 0..<(count + Self.warmUps) {
            func filled(_ text: String) -> String { text.replacing("%", with: "\(31 + round % 60)") }
            guard viewer.take() else { throw SocketFailure(description: "the stream has ended") }
            viewer.forget()
            let start = Monotonic.nanoseconds()
            let change = try begin(filled)
            try viewer.wait(for: filled(expect))
            if round >= Self.warmUps { times.append(Monotonic.nanoseconds() - start) }
            try change.end()
            usleep(UInt32(pause) * 1_000)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        print(String(decoding: try encoder.encode(Spread(nanoseconds: times)), as: UTF8.self))
    }

    private enum Change {
        case answer(Int32)
        case process(pid_t)

        func end() throws {
            switch self {
            case .answer(let descriptor):
                defer { close(descriptor) }
                var answer = [UInt8](repeating: 0, count: 4 << 10)
                let count = recv(descriptor, &answer, answer.count, 0)
                let head = String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
                guard head.hasPrefix("HTTP/1.1 200") else {
                    throw SocketFailure(description: "the POST was answered: \(head)")
                }
            case .process(let id):
                var status: Int32 = 0
                waitpid(id, &status, 0)
                guard status == 0 else { throw SocketFailure(description: "the command has failed") }
            }
        }
    }

    private func begin(_ filled: (String) -> String) throws -> Change {
        guard let post else {
            var id = pid_t()
            let words = command.map { strdup(filled($0)) } + [nil]
            defer { words.forEach { free($0) } }
            guard posix_spawnp(&id, command[0], nil, nil, words, environ) == 0 else {
                throw SocketFailure(description: "\(command[0]) cannot be started")
            }
            return .process(id)
        }
        guard let descriptor = LoopbackSocket.connect(stream.port) else {
            throw SocketFailure(description: "nobody listens on port \(stream.port)")
        }
        let body = filled(body)
        let head =
            "POST \(post) HTTP/1.1\r\nHost: 127.0.0.1:\(stream.port)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\(stream.cookie.map { "Cookie: \($0)\r\n" } ?? "")Connection: close\r\n\r\n"
        try LoopbackSocket.send(Array((head + body).utf8), to: descriptor)
        return .answer(descriptor)
    }
}
