import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// SIGHUP: the daemon reads the configuration again, and restarts with it, in the same process.
///
/// A daemon's disk holds all that must survive a restart, so a restart is the one way of reading again that every
/// setting obeys. It takes as long as an ordinary end and start; a configuration with a mistake changes nothing.
public final class Hangup: Sendable {
    private let check: @Sendable () throws -> Void
    private let isPending = Mutex(false)
    private let refusal = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// - Parameter check: throws the fault of the configuration as it is now.
    init(check: @escaping @Sendable () throws -> Void) { self.check = check }

    /// True if the daemon ends in order to restart.
    var wantsRestart: Bool { isPending.withLock { $0 } }

    /// - Parameter tell: receives the reason for which a reload was refused. The program goes on as it is.
    public func onRefusal(_ tell: @escaping @Sendable (String) -> Void) { refusal.withLock { $0 = tell } }

    /// Handles SIGHUP in a running daemon.
    ///
    /// - Returns: true if it must restart.
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

    /// Restarts: the same program with the same arguments and environment replaces this one.
    ///
    /// - Throws: ``SystemError``; there is no return.
    static func restart() throws(SystemError) -> Never {
        // The file of this very process, wherever it was started from.
        try OwnProgram.become("/proc/self/exe", CommandLine.arguments)
    }
}

/// Ends the services when the daemon must restart.
struct HangupService: Service {
    let hangup: Hangup
    /// Trapped before the other services start: by default the signal ends the program.
    let signals: UnixSignalsSequence
    let manager: ServiceManager
    let logger: Logger

    func run() async throws {
        for await _ in signals.cancelOnGracefulShutdown() {
            guard hangup.received(logger) else { continue }
            manager.reloading()
            return
        }
    }
}
