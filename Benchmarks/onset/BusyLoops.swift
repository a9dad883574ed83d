import Glibc

/// Child processes that only burn processor time: this program again, with a hidden flag.
struct BusyLoops {
    private let children: [pid_t]

    struct SpawnError: Error, CustomStringConvertible {
        var description: String
    }

    init(count: Int) throws {
        var children: [pid_t] = []
        for _ in 0..<count {
            var child = pid_t()
            let words: [String] = ["onset-bench", "--burn"]
            let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
            defer { arguments.forEach { free($0) } }
            let error = posix_spawn(&child, "/proc/self/exe", nil, nil, arguments + [nil], nil)
            guard error == 0 else {
                BusyLoops(children: children).end()
                throw SpawnError(description: "cannot start a busy loop: \(String(cString: strerror(error)))")
            }
            children.append(child)
        }
        self.children = children
    }

    private init(children: [pid_t]) { self.children = children }

    func end() {
        for child in children {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
        }
    }

    /// Runs in a child: burns time until its parent is gone, and never longer than half an hour.
    static func burn() {
        let parent = getppid()
        let end = time(nil) + 1800
        var value: UInt64 = 1
        while getppid() == parent, time(nil) < end {
            for _ in 0..<1_000_000 { value = value &* 6_364_136_223_846_793_005 &+ 1 }
        }
        // Uses the result, so that the loop is not optimised away.
        if value == 0 { print() }
    }
}
