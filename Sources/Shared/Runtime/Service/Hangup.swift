import Glibc
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// SIGHUP: the configuration is read again, and the daemon begins anew with it, in the same process.
///
/// What must survive a restart is on a daemon's disk, so beginning anew is the one way of reading again that every
/// setting obeys. It takes as long as an ordinary end and start; a configuration with a mistake changes nothing.
public final class Hangup: Sendable {
    private let check: @Sendable () throws -> Void
    private let isPending = Mutex(false)
    private let refusal = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// - Parameter check: throws what is wrong with the configuration as it is now.
    init(check: @escaping @Sendable () throws -> Void) {
        self.check = check
    }

    /// Whether the daemon ends to begin anew.
    var wantsRestart: Bool { isPending.withLock { $0 } }

    /// - Parameter tell: is told why a reload was refused. The program goes on as it is.
    public func onRefusal(_ tell: @escaping @Sendable (String) -> Void) { refusal.withLock { $0 = tell } }

    /// What SIGHUP means for a daemon that runs.
    ///
    /// - Returns: whether it is to begin anew.
    func received(_ logger: Logger) -> Bool {
        do {
            try check()
        } catch {
            logger.error("SIGHUP: \(error); nothing is changed")
            refusal.withLock { $0 }?("\(error)")
            return false
        }
        logger.notice("SIGHUP: beginning anew with the configuration as it is now")
        isPending.withLock { $0 = true }
        return true
    }

    /// Begins anew: the same program with the same arguments and environment in place of this one.
    ///
    /// - Throws: ``SystemError``; there is no return.
    static func restart() throws(SystemError) -> Never {
        // What this program has let its signals do goes over to the next one, which shall hear SIGTERM from its first
        // moment and not be ended by a second SIGHUP.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        signal(SIGTERM, SIG_DFL)
        signal(SIGINT, SIG_DFL)
        signal(SIGHUP, SIG_IGN)
        var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
        arguments.append(nil)
        // The file of this very process, wherever it was started from.
        execv("/proc/self/exe", arguments)
        throw SystemError("begin anew")
    }
}

/// Ends the services when the daemon is to begin anew.
struct HangupService: Service {
    let hangup: Hangup
    let manager: ServiceManager
    let logger: Logger

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            guard hangup.received(logger) else { continue }
            manager.reloading()
            return
        }
    }
}
