internal import CLinux
internal import ClockRuntime
internal import ClockThreads
internal import Glibc
internal import Logging
internal import Synchronization

/// Reads the keys of an input device (evdev: a keyboard, a remote, a big USB button, a switch at a GPIO pin). Any key is
/// the room's button.
///
/// One thread sleeps until a key moves. A device that is not there, or leaves, is tried again every two seconds.
final class ButtonReader: Sendable {
    private static let retryNanoseconds: Int64 = 2_000_000_000
    /// Values of a key's event: repetitions have 2.
    private static let (up, down): (Int32, Int32) = (0, 1)

    private let path: String
    private let logger: Logger
    private let wake: WakeDescriptor
    private let shared = Mutex(Shared())

    private struct Shared {
        var isStopping = false
        var thread: OwnedThread?
    }

    init(path: String, logger: Logger) throws(ThreadError) {
        self.path = path
        self.logger = logger
        wake = try WakeDescriptor()
    }

    /// - Parameter moved: takes each change between "no key is down" and "some key is down", on the reader's thread.
    func start(_ moved: @escaping @Sendable (_ isDown: Bool) -> Void) throws(ThreadError) {
        let thread = try OwnedThread(name: "button", stackBytes: 128 * 1024) { [self] in read(moved) }
        shared.withLock { $0.thread = thread }
    }

    /// Ends its thread.
    func stop() {
        let thread = shared.withLock { shared in
            shared.isStopping = true
            return shared.thread.take()
        }
        wake.signal()
        thread?.join()
    }

    private var isStopping: Bool { shared.withLock { $0.isStopping } }

    private func read(_ moved: (Bool) -> Void) {
        var problem: String?
        while !isStopping {
            let found = look(moved)
            if isStopping { return }
            if found != problem { logger.warning("the button does nothing: \(found); trying again") }
            problem = found
            _ = wake.wait(upTo: Self.retryNanoseconds)
        }
    }

    /// Opens the device and passes on its keys until it leaves or the reader is to stop.
    ///
    /// - Returns: the reason for which there are none.
    private func look(_ moved: (Bool) -> Void) -> String {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return "\(SystemError("open \(path)", code: errno))" }
        defer { close(descriptor) }
        // A device that is not grabbed sends its keys to the console too.
        if clinux_grab_input(descriptor) == 0 {
            logger.notice("the button \(path) is there")
        } else if errno == EBUSY {
            return "another program has taken \(path) for itself"
        }
        return follow(descriptor, moved)
    }

    /// Passes on the keys until the device leaves or the reader is to stop.
    ///
    /// - Returns: the reason for which there are no more.
    private func follow(_ descriptor: Int32, _ moved: (Bool) -> Void) -> String {
        var keys: Set<UInt16> = []
        defer { if !keys.isEmpty, !isStopping { moved(false) } }
        var events = [input_event](repeating: input_event(), count: 32)
        while true {
            var entries = [descriptor, wake.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&entries, 2, -1)
            if isStopping { return "the node stops" }
            let count = Glibc.read(descriptor, &events, events.count * MemoryLayout<input_event>.stride)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else {
                return count == 0 ? "\(path) has ended" : "\(SystemError("read \(path)", code: errno))"
            }
            for event in events[..<(count / MemoryLayout<input_event>.stride)] where event.type == UInt16(EV_KEY) {
                let wasDown = !keys.isEmpty
                switch event.value {
                case Self.down: keys.insert(event.code)
                case Self.up: keys.remove(event.code)
                default: break
                }
                if keys.isEmpty == wasDown { moved(!keys.isEmpty) }
            }
        }
    }
}
