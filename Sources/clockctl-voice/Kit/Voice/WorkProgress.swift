internal import ClockDomain
internal import ClockRuntime
internal import ClockctlKit
internal import Glibc
internal import Synchronization

/// A line for a person who waits for many words.
final class WorkProgress: Sendable {
    private let count: Int
    private let verb: String
    private let console: Console
    private let shown = Mutex<(last: BootTime?, isShown: Bool)>((nil, false))

    /// Shortest time between two changes of the line.
    private static let pause: Duration = .milliseconds(100)

    init(of count: Int, _ verb: String, console: Console) {
        (self.count, self.verb, self.console) = (count, verb, console)
    }

    @Sendable func show(_ done: Int) {
        guard console.canAsk else { return }
        let now = Clocks.boot()
        let isDue = shown.withLock { shown in
            if let last = shown.last, now - last < Self.pause { return false }
            shown = (now, true)
            return true
        }
        if isDue { console.writeError("\r\(done) of \(count) \(verb)\u{1B}[K") }
    }

    func finish() {
        if shown.withLock({ $0.isShown }) { console.writeError("\r\u{1B}[K") }
    }
}

/// A request to stop: control-C, or the end of the session.
final class Interruption: Sendable {
    private let watcher: SignalWatcher
    private let come = Atomic<Bool>(false)

    init() throws(FatalError) { watcher = try SignalWatcher([SIGINT, SIGTERM, SIGHUP]) }

    /// True once it has come. From any thread.
    var hasCome: Bool {
        if !watcher.drain().isEmpty { come.store(true, ordering: .relaxed) }
        return come.load(ordering: .relaxed)
    }
}

enum Processors {
    static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
