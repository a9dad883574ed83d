import ClockThreads
import Glibc
import Synchronization
import Testing

struct OwnedThreadTests {
    @Test func joinWaitsForTheEndOfTheWork() throws {
        let end = try WakeDescriptor()
        let isDone = Mutex(false)
        let thread = try OwnedThread(name: "test", stackBytes: 64 << 10) {
            // Long enough that a join that does not wait comes first.
            _ = end.wait(upTo: 50_000_000)
            isDone.withLock { $0 = true }
        }
        thread.join()
        #expect(isDone.withLock { $0 })
        // Again is no error.
        thread.join()
    }

    @Test func everySignalIsBlockedThereAndNoFurtherOneHere() throws {
        var mine = sigset_t()
        var before = sigset_t()
        sigemptyset(&mine)
        sigaddset(&mine, SIGUSR1)
        pthread_sigmask(SIG_SETMASK, &mine, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let blocked = Mutex<[Int32]>([])
        try OwnedThread(name: "test", stackBytes: 64 << 10) {
            blocked.withLock { $0 = OwnedThreadTests.blockedSignals() }
        }.join()
        // 32 and 33 are the C library's own; SIGKILL and SIGSTOP cannot be blocked.
        let expected = (1...64).filter { ![SIGKILL, SIGSTOP, 32, 33].contains($0) }
        #expect(blocked.withLock { $0 } == expected)
        #expect(OwnedThreadTests.blockedSignals() == [SIGUSR1])
    }

    @Test(arguments: [("mqtt", "mqtt"), ("mqtt a-long-client-id", "mqtt a-long-cli")])
    func hasItsName(name: String, shown: String) throws {
        let read = Mutex("")
        try OwnedThread(name: name, stackBytes: 64 << 10) {
            var buffer = [UInt8](repeating: 0, count: 64)
            let file = open("/proc/thread-self/comm", O_RDONLY)
            let count = Glibc.read(file, &buffer, buffer.count)
            close(file)
            read.withLock { $0 = String(decoding: buffer.prefix(max(0, count - 1)), as: UTF8.self) }
        }.join()
        #expect(read.withLock { $0 } == shown)
    }

    @Test func runsOnWhenItsOwnerLetsGo() throws {
        let start = try WakeDescriptor()
        let end = try WakeDescriptor()
        try OwnedThread(name: "test", stackBytes: 64 << 10) {
            _ = start.wait(upTo: 10_000_000_000)
            end.signal()
        }
        #expect(!end.wait(upTo: 0))
        start.signal()
        #expect(end.wait(upTo: 10_000_000_000))
    }

    @Test func letsGoOfItselfWhenItsOwnThreadJoins() throws {
        let isHandedOver = try WakeDescriptor()
        let end = try WakeDescriptor()
        let box = Box()
        let thread = try OwnedThread(name: "test", stackBytes: 64 << 10) {
            _ = isHandedOver.wait(upTo: 10_000_000_000)
            box.thread.withLock { $0 }?.join()
            end.signal()
        }
        box.thread.withLock { $0 = thread }
        isHandedOver.signal()
        #expect(end.wait(upTo: 10_000_000_000))
        box.thread.withLock { $0 = nil }
    }

    @Test func aRefusalNamesTheThreadAndTheReason() throws {
        // More address space than there is.
        let error = #expect(throws: ThreadError.self) {
            try OwnedThread(name: "huge", stackBytes: 1 << 50) {}
        }
        #expect(error?.operation == "start the thread huge")
        #expect([EAGAIN, ENOMEM].contains(error?.code))
    }

    private static func blockedSignals() -> [Int32] {
        var mask = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &mask)
        return (1...64).filter { sigismember(&mask, $0) == 1 }
    }

    private final class Box: Sendable {
        let thread = Mutex<OwnedThread?>(nil)
    }
}
