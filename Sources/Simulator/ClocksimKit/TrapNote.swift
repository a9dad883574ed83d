internal import ClockRuntime
internal import Glibc

/// Names the run when a program traps in the middle of one.
///
/// A trap ends the process, and nothing can be asked about it afterwards. So each thread prepares the text about its
/// run, and the signal handler only writes it. Then the signal goes to its former handler.
enum TrapNote {
    /// The signals of traps and broken memory.
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
    /// Enough for the handler, on a thread that may have no stack left: an endless recursion ends in a signal as well.
    private static let stackSize = 65_536

    /// The text for the current thread's run, as a C string.
    private static let words: pthread_key_t = {
        var key = pthread_key_t()
        let problem = pthread_key_create(&key, nil)
        precondition(problem == 0, "no key for a value of each thread: error \(problem)")
        return key
    }()

    /// The former handlers, by the signal.
    nonisolated(unsafe) private static let earlier: UnsafeMutablePointer<sigaction> = {
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: Int(_NSIG))
        actions.initialize(repeating: sigaction(), count: Int(_NSIG))
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            if let words = pthread_getspecific(TrapNote.words) {
                let text = words.assumingMemoryBound(to: CChar.self)
                // The process ends, even if this write fails.
                _ = write(STDERR_FILENO, text, strlen(text))
            }
            // The cause of the trap traps again when this returns.
            sigaction(signal, TrapNote.earlier + Int(signal), nil)
        }
        action.sa_flags = SA_ONSTACK
        for signal in signals { sigaction(signal, &action, actions + Int(signal)) }
        return actions
    }()

    /// Performs a run on this thread with its text prepared.
    static func during<Result>(_ subject: RunSubject, _ body: () -> Result) -> Result {
        // Both are created here, because a handler must not be the first to use them.
        let key = words
        _ = earlier
        let text = strdup(
            "\nTRAPPED  \(subject.name)\n        clocksim \(ClockVersion.current)\n  replay: \(subject.command) --trace\n"
        )
        let stack = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
        var own = stack_t(ss_sp: stack, ss_flags: 0, ss_size: stackSize)
        var before = stack_t()
        sigaltstack(&own, &before)
        pthread_setspecific(key, text)
        defer {
            pthread_setspecific(key, nil)
            sigaltstack(&before, nil)
            stack.deallocate()
            free(text)
        }
        return body()
    }
}
