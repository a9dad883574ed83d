import ArgumentParser
import BenchmarkSupport
import FoundationEssentials
import Glibc

/// Many viewers at once.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Holds many streams open.",
        discussion: "Prints \"open\" once all of them have begun, and their state at the end.")

    @OptionGroup var stream: StreamOptions
    @Option(help: "Viewers that read.") var count = 10
    @Option(help: "Viewers that read nothing, beside them.") var stalled = 0
    @Option(help: "Seconds to hold them, after all have begun.") var seconds: Int
    @Option(help: "A text that each of them must receive meanwhile.") var expect: String?

    /// Every stream begins with more than this.
    private static let firstBytes = 12
    /// The least that the kernel gives.
    private static let stalledBytes: Int32 = 2_304

    struct Outcome: Encodable {
        /// Those that read and are open at the end.
        var open: Int
        /// Those that received the text.
        var told: Int
        /// All of them together.
        var megabytes: Double
    }

    func validate() throws {
        guard (0...1_000).contains(count), (0...1_000).contains(stalled), (1...3_600).contains(seconds) else {
            throw ValidationError("--count and --stalled must be 0 to 1000, --seconds 1 to 3600")
        }
    }

    func run() throws {
        let sleepers = try (0..<stalled).map { _ in try stream.open(receiveBytes: Self.stalledBytes) }
        var viewers = try (0..<count).map { _ in try stream.open() }
        var told = 0
        var bytes = 0
        var end: Countdown?
        while end?.milliseconds != 0 {
            if end == nil, viewers.allSatisfy({ $0.receivedBytes >= Self.firstBytes }) {
                print("open")
                fflush(nil)
                end = Countdown(milliseconds: Int32(seconds) * 1_000)
            }
            var polled = viewers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), min(1_000, end?.milliseconds ?? 1_000)) > 0 else { continue }
            var left: [LiveStream] = []
            for (viewer, state) in zip(viewers, polled) {
                let before = viewer.receivedBytes
                let isOpen = state.revents == 0 || viewer.take()
                bytes += viewer.receivedBytes - before
                // Its text may come in two parts; text before the last event is of no use any more.
                if let expect, viewer.has(expect) {
                    told += 1
                    viewer.forget()
                }
                if expect == nil { viewer.forget() }
                if isOpen { left.append(viewer) }
            }
            viewers = left
        }
        withExtendedLifetime(sleepers) {}
        let outcome = Outcome(open: viewers.count, told: told, megabytes: Double(bytes) / 1e6)
        print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
    }
}
