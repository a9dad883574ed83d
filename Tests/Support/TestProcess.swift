import Glibc
import Synchronization

/// A child process of a test. It is killed when the object goes, and by the kernel when the test process dies.
public final class TestProcess: Sendable {
    public let id: Int32
    /// File with the child's output and error output.
    public let outputFile: String
    /// As wait gives it, once the child has ended.
    private let status = Mutex<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a path, or a name looked for in PATH, /usr/sbin and /sbin.
    ///   - environment: added to this process's environment.
    ///   - outputFile: file that gets output and error output, appended.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], outputFile: String
    ) throws {
        let path = try Self.find(program)
        // util-linux's setpriv asks for the signal and then becomes the program, so the process identifier stays.
        let words = [try Self.find("setpriv"), "--pdeathsig", "KILL", "--", path] + arguments
        var variables = Self.currentEnvironment()
        variables.merge(environment) { $1 }
        let environmentWords = variables.map { "\($0.key)=\($0.value)" }.sorted()
        let result = SpawnThread.shared.perform {
            Self.spawn(words, environmentWords, outputFile: outputFile)
        }
        switch result {
        case .success(let id): self.id = id
        case .failure(let error): throw error
        }
        self.outputFile = outputFile
    }

    deinit {
        kill()
    }

    public var isRunning: Bool { reap(waiting: false) == nil }

    /// The child's output so far.
    public var output: String { readText(outputFile) ?? "" }

    /// Sends a signal; does nothing once the child has ended.
    public func signal(_ signal: Int32) {
        // Under the lock the child cannot be reaped, so the identifier cannot belong to another process.
        status.withLock { status in
            if status == nil { _ = Glibc.kill(id, signal) }
        }
    }

    /// Stops it (SIGSTOP) until SIGCONT. Under load, threads run on for a while after the signal was sent; when this
    /// returns, none does.
    public func pause() {
        status.withLock { status in
            guard status == nil else { return }
            _ = Glibc.kill(id, SIGSTOP)
            var result: Int32 = 0
            var answer: pid_t
            repeat { answer = waitpid(id, &result, WUNTRACED) } while answer == -1 && errno == EINTR
            let isStopped = result & 0xff == 0x7f
            if answer == id, !isStopped { status = result }
        }
    }

    /// Ends the child at once and waits for its end.
    public func kill() {
        signal(SIGKILL)
        reap(waiting: true)
    }

    /// Asks the child to end (SIGTERM), kills it after `timeout`, and returns its exit code; 128 + signal if a signal
    /// ended it.
    @discardableResult
    public func stop(timeout: Duration = .seconds(5)) -> Int32 {
        signal(SIGTERM)
        // One that was stopped by SIGSTOP has to run to notice.
        signal(SIGCONT)
        return wait(timeout: timeout)
    }

    /// Waits for the end, kills the child after `timeout`, and returns its exit code; 128 + signal if a signal ended it.
    @discardableResult
    public func wait(timeout: Duration) -> Int32 {
        let clock = ContinuousClock()
        let deadline = clock.now + timeout
        while isRunning, clock.now < deadline { usleep(2_000) }
        if isRunning { kill() }
        let status = reap(waiting: true) ?? 0
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Runs a program to its end and returns its output; throws with the output if it fails.
    @discardableResult
    public static func run(
        _ program: String, _ arguments: [String], timeout: Duration = .seconds(30)
    ) throws -> String {
        let folder = try TemporaryFolder("run")
        let process = try TestProcess(program, arguments, outputFile: folder.file("output"))
        let code = process.wait(timeout: timeout)
        let output = process.output
        if code != 0 {
            throw TestFailure("\(program) \(arguments.joined(separator: " ")) ended with \(code): \(output)")
        }
        return output
    }

    /// The path of a program, also where a user's PATH has no sbin.
    public static func find(_ program: String) throws -> String {
        if program.contains("/") { return program }
        let folders =
            (currentEnvironment()["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
        for folder in folders where access("\(folder)/\(program)", X_OK) == 0 {
            return "\(folder)/\(program)"
        }
        throw TestFailure("\(program) is not installed (looked in \(folders.joined(separator: ":")))")
    }

    @discardableResult
    private func reap(waiting: Bool) -> Int32? {
        status.withLock { status in
            if let status { return status }
            var result: Int32 = 0
            var answer: pid_t
            repeat {
                answer = waitpid(id, &result, waiting ? 0 : WNOHANG)
            } while answer == -1 && errno == EINTR
            if answer == id { status = result }
            return status
        }
    }

    private static func spawn(
        _ words: [String], _ environment: [String], outputFile: String
    ) -> Result<pid_t, TestFailure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)

        // A signal mask is inherited over exec; the child starts with none, whatever this process blocks. So is a signal that
        // is ignored, as a shell has its background jobs ignore the two of the keyboard.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var keyboard = sigset_t()
        sigemptyset(&keyboard)
        sigaddset(&keyboard, SIGINT)
        sigaddset(&keyboard, SIGQUIT)
        posix_spawnattr_setsigdefault(&attributes, &keyboard)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var id: pid_t = 0
        let result = posix_spawn(&id, words[0], &actions, &attributes, &arguments, &variables)
        if result != 0 {
            return .failure(TestFailure("cannot start \(words[4]): \(String(cString: strerror(result)))"))
        }
        return .success(id)
    }

    private static func currentEnvironment() -> [String: String] {
        var variables: [String: String] = [:]
        for line in (readText("/proc/self/environ") ?? "").split(separator: "\0") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
        }
        return variables
    }
}
