internal import CLinux
internal import Glibc
internal import Synchronization

/// Runs a program with an input and an output: without a shell, in a process group of its own, with its input in a file
/// without a name, and bounded in time and in the length of its output.
///
/// One at a time. It ends a program that exceeds the bounds, with its whole group.
public final class ChildProcess: Sendable {
    /// The way it ended.
    public enum Outcome: Hashable, Sendable {
        /// It ended well and wrote this.
        case wrote([UInt8])
        /// It ended otherwise.
        /// - Parameters:
        ///   - status: its exit code, or the negated number of the signal that ended it.
        ///   - message: the beginning of its error output.
        case failed(status: Int32, message: String)
        case tookTooLong, wroteTooMuch
    }

    private static let maximumMessageBytes = 4_096
    /// The time for which a program may live on after it has closed its outputs.
    private static let patienceMilliseconds: Int64 = 1_000

    private let words: [String]
    private let environment: [String: String]
    private let workFolder: String
    private let running = Mutex<pid_t?>(nil)

    /// - Parameters:
    ///   - words: the program, a path or a name in `PATH`, and its arguments.
    ///   - environment: all that the program gets.
    ///   - workFolder: the folder for its input meanwhile.
    public init(_ words: [String], environment: [String: String], workFolder: String) {
        self.words = words
        self.environment = environment
        self.workFolder = workFolder
    }

    /// The program's path; `nil` where there is none that can be run.
    public var path: String? {
        guard let name = words.first else { return nil }
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        let folders = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs it and waits for it.
    ///
    /// - Throws: ``SystemError`` when it cannot be started.
    public func run(input: [UInt8], maximumBytes: Int, timeout: Duration) throws(SystemError) -> Outcome {
        guard let path else { throw SystemError("run \(words.first ?? "nothing")", code: ENOENT) }
        let input = try inputFile(input)
        let process: pid_t
        var reading: Reading
        do {
            // The ends that are written are the child's alone once it runs.
            let (output, errors) = (try pipe(), try pipe())
            process = try spawn(path, input: input, output: output.write, errors: errors.write)
            reading = Reading(output: output.read, errors: errors.read, maximumBytes: maximumBytes)
        }
        running.withLock { $0 = process }
        let seconds = timeout.components
        let deadline = Self.milliseconds() + seconds.seconds * 1_000 + seconds.attoseconds / 1_000_000_000_000_000
        let end = reading.collect(until: deadline)
        let status = self.terminate(process, isOver: end == .closed)
        switch end {
        case .late: return .tookTooLong
        case .full: return .wroteTooMuch
        case .closed where status == 0: return .wrote(reading.output)
        case .closed:
            let signal = status & 0x7F
            return .failed(
                status: signal == 0 ? status >> 8 & 0xFF : -signal,
                message: String(decoding: reading.errors, as: UTF8.self))
        }
    }

    /// Ends the running program, if there is one.
    public func stop() {
        running.withLock { process in
            if let process { _ = kill(-process, SIGKILL) }
        }
    }

    // MARK: Start

    private func inputFile(_ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
        let operation = "make a file in \(workFolder)"
        var path = Array("\(workFolder)/input.XXXXXX".utf8CString)
        let file = try FileDescriptor(mkstemp(&path), operation)
        _ = unlink(path)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                retryingInterrupted { write(file.raw, buffer.baseAddress! + written, buffer.count - written) }
            }
            guard count > 0 else { throw SystemError(operation, code: count == 0 ? ENOSPC : errno) }
            written += count
        }
        guard lseek(file.raw, 0, SEEK_SET) == 0 else { throw SystemError(operation) }
        return file
    }

    private func pipe() throws(SystemError) -> (read: FileDescriptor, write: FileDescriptor) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw SystemError("make a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (try FileDescriptor(ends[0], "make a pipe"), try FileDescriptor(ends[1], "make a pipe"))
    }

    private func spawn(
        _ path: String, input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (end, number) in [(input, Int32(0)), (output, 1), (errors, 2)] {
            posix_spawn_file_actions_adddup2(&actions, end.raw, number)
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This process blocks and ignores signals that the program shall know.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words.dropFirst()).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
        guard result == 0 else { throw SystemError("run \(path)", code: result) }
        return process
    }

    // MARK: End

    /// The reading of a program's outputs.
    private struct Reading {
        enum End { case closed, late, full }

        let sources: (output: FileDescriptor, errors: FileDescriptor)
        let maximumBytes: Int
        var output: [UInt8] = []
        var errors: [UInt8] = []

        init(output: FileDescriptor, errors: FileDescriptor, maximumBytes: Int) {
            sources = (output, errors)
            self.maximumBytes = maximumBytes
        }

        /// Reads until both outputs are closed, or it is too much or too late.
        mutating func collect(until deadline: Int64) -> End {
            var open = [sources.output.raw, sources.errors.raw]
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            while !open.isEmpty {
                let left = deadline - ChildProcess.milliseconds()
                guard left > 0 else { return .late }
                var descriptors = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                // Interrupted, or nothing yet: looked at again.
                guard poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: left)) > 0 else { continue }
                for descriptor in descriptors where descriptor.revents != 0 {
                    let count = piece.withUnsafeMutableBytes { buffer in
                        retryingInterrupted { read(descriptor.fd, buffer.baseAddress, buffer.count) }
                    }
                    if count <= 0 {
                        open.removeAll { $0 == descriptor.fd }
                    } else if descriptor.fd == sources.output.raw {
                        output += piece[..<count]
                    } else {
                        errors += piece[..<min(count, ChildProcess.maximumMessageBytes - errors.count)]
                    }
                }
                guard output.count <= maximumBytes else { return .full }
            }
            return .closed
        }
    }

    /// Waits for the end of a program that has closed its outputs, for a moment, and ends it where it does not.
    ///
    /// - Returns: its status, as waitpid(2) has it.
    private func terminate(_ process: pid_t, isOver: Bool) -> Int32 {
        var status: Int32 = 0
        let deadline = Self.milliseconds() + (isOver ? Self.patienceMilliseconds : 0)
        var reaped = false
        while !reaped, Self.milliseconds() < deadline {
            // Under the lock, so that nobody kills a process that has inherited the number.
            reaped = running.withLock { running in
                guard waitpid(process, &status, WNOHANG) == process else { return false }
                running = nil
                return true
            }
            if !reaped { usleep(1_000) }
        }
        guard !reaped else { return status }
        running.withLock { running in
            running = nil
            _ = kill(-process, SIGKILL)
            _ = retryingInterrupted { waitpid(process, &status, 0) }
        }
        return status
    }

    private static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
