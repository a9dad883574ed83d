internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import FoundationEssentials
internal import Synchronization

/// Sends messages to people, one at a time, through `clock-notify`: a program of its own, so that the libraries for
/// HTTP and TLS take memory only during a sending, and a receiver can only slow this program down.
final class NoticeSender: Sendable {
    static let program = "clock-notify"
    /// Longer than the program's own limits.
    private static let timeout: Duration = .seconds(25)
    private static let maximumBytes = 4 << 10

    private let token: String?
    private let shape: NoticeShape
    private let clock = SystemClock()
    private let process: ChildProcess?
    private let queue = DispatchQueue(label: "messages to people")
    private let isEnding = Atomic(false)

    /// - Parameters:
    ///   - path: the program; `nil` if it is not installed.
    ///   - token: the receiver's token; `nil` if it needs none.
    ///   - workFolder: the folder for a message while the program reads it.
    ///   - environment: that of this process; the program gets it without this program's own settings, which may be
    ///     secret.
    init(path: String?, token: String?, shape: NoticeShape, workFolder: String, environment: [String: String]) {
        self.token = token
        self.shape = shape
        process = path.map { path in
            ChildProcess(
                [path], environment: environment.filter { !$0.key.hasPrefix("CLOCKSMITH_") }, workFolder: workFolder)
        }
    }

    private struct Request: Encodable {
        var url: String
        var headers: [[String]]
        var body: String
    }

    /// The program's answer.
    private struct Answer: Decodable {
        var status: Int?
        var location: String?
        var retryAfter: String?
        var failure: String?
    }

    func send(_ message: NoticePost, attempt: Int, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        queue.async { [self] in post(.noticeAnswered(attempt: attempt, outcome(of: message))) }
    }

    /// Ends the sending under way and waits for that. An unaccepted message is sent again after the next start.
    func finishWork() {
        isEnding.store(true, ordering: .relaxed)
        process?.stop()
        queue.sync {}
    }

    private func outcome(of message: NoticePost) -> NoticeOutcome {
        guard let process else {
            return .failed("the program \(Self.program) is not installed: install clocksmith-coordinator again")
        }
        guard !isEnding.load(ordering: .relaxed) else { return .failed("the coordinator ends") }
        let headers = message.headers + (token.map { [shape.header(token: $0)] } ?? [])
        let request = Request(url: message.url, headers: headers.map { [$0.name, $0.value] }, body: message.body)
        do {
            let input = Array(try JSONEncoder().encode(request))
            switch try process.run(input: input, maximumBytes: Self.maximumBytes, timeout: Self.timeout) {
            case .wrote(let bytes):
                let answer = try JSONDecoder().decode(Answer.self, from: Data(bytes))
                guard case .failed(let reason, _) = Self.outcome(answer), let text = answer.retryAfter else {
                    return Self.outcome(answer)
                }
                return .failed(reason, retryAfter: RetryAfter.pause(text, at: clock.now().wall))
            case .failed(let status, let text):
                let words = text.line(maximumBytes: 200)
                return .failed("\(Self.program) ended with \(status)\(words.isEmpty ? "" : ": \(words)")")
            case .tookTooLong: return .failed("the receiver took over \(Self.timeout.components.seconds) s")
            case .wroteTooMuch: return .failed("\(Self.program) wrote more than it may")
            }
        } catch {
            return .failed("\(error)")
        }
    }

    /// RFC 9110, section 15.
    private static func outcome(_ answer: Answer) -> NoticeOutcome {
        guard let status = answer.status else {
            return .failed((answer.failure ?? "no answer").line(maximumBytes: 200))
        }
        switch status {
        case 200..<300: return .delivered
        case 300..<400:
            let place = answer.location.map { " to \($0.line(maximumBytes: 120))" } ?? ""
            return .failed(
                "the receiver names another address (\(status)\(place)), which the coordinator does not follow: set "
                    + "notify.url to it")
        case 401, 403: return .failed("the receiver does not know the token (\(status)): see notify.token_file")
        case 404, 405: return .failed("the receiver has no such address (\(status)): see notify.url")
        case 408, 425, 429: return .failed("the receiver wants the message later (\(status))")
        case 400..<500: return .refused("the receiver refuses the message (\(status))")
        default: return .failed("the receiver failed (\(status))")
        }
    }
}
