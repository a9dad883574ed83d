internal import ClockRuntime
internal import ClockThreads
internal import Synchronization

/// Does pieces of work on several threads.
enum Workers {
    private static let stackBytes = 1 << 20

    /// Calls `work` for 0..<`count`, each once, on at most `jobs` threads, and waits for all.
    static func run(_ count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Void) throws(FatalError) {
        let next = Counter()
        let turn: @Sendable () -> Void = {
            while true {
                let index = next.next()
                guard index < count else { return }
                work(index)
            }
        }
        var threads: [OwnedThread] = []
        for number in 0..<max(1, min(jobs, count)) {
            do throws(ThreadError) {
                threads.append(try OwnedThread(name: "voice \(number)", stackBytes: stackBytes, turn))
            } catch {
                // One thread is enough.
                guard threads.isEmpty else { break }
                throw FatalError(.systemError, "\(error)")
            }
        }
        for thread in threads { thread.join() }
    }

    private final class Counter: Sendable {
        private let value = Atomic<Int>(0)

        func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
    }
}
