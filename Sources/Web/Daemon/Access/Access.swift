internal import ClockDomain
internal import ClockRuntime
internal import ClockWebAccounts
internal import ClockWebCore
internal import Dispatch
internal import Glibc
internal import HTTPTypes
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Who may come in: the accounts' file, who is logged in, and the passwords' checks, one at a time.
final class Access: Sendable {
    private struct State {
        var sessions: Sessions
        /// Whether there is a file of accounts.
        var hasAccounts: Bool
        var mark: String?
        /// Passwords that wait to be checked.
        var waiting = 0
        /// Whether the sessions could not be kept the last time.
        var isUnkept = false
    }

    private let file: AccountsFile
    /// Who is logged in, for the next start.
    private let sessionsFile: String
    /// Whether nobody but programs of this machine can reach the server.
    private let isLoopback: Bool
    private let state: Mutex<State>
    private let now: @Sendable () -> Now
    private let ended: @Sendable (SessionID?) -> Void
    private let logger: Logger
    private let checks = DispatchQueue(label: "passwords")
    private let writes = DispatchQueue(label: "sessions")

    /// Each takes a third of a second.
    private static let maximumWaiting = 8

    /// - Parameters:
    ///   - sessionsFile: keeps who is logged in over a restart.
    ///   - isLoopback: then nobody has to log in while there is no file.
    ///   - ended: a session has ended, and with it everything that is its own; `nil` for what came without one, once it
    ///     has to have one.
    /// - Throws: ``FatalError`` for a file that is not as it should be.
    init(
        _ file: AccountsFile, sessionsFile: String, isLoopback: Bool, now: @escaping @Sendable () -> Now,
        logger: Logger, ended: @escaping @Sendable (SessionID?) -> Void
    ) throws(FatalError) {
        let mark = file.mark
        let accounts = try file.read()
        var sessions = Sessions(accounts ?? Accounts(), stranger: PasswordKey.stranger())
        do throws(SystemError) {
            let bytes = try AtomicFile.read(sessionsFile, limit: Sessions.maximumBytes)
            let isWhole = String(validating: bytes, as: UTF8.self).map { sessions.restore($0, at: now()) } ?? false
            if !isWhole { logger.warning("\(sessionsFile) is not as it was written; everybody has to log in again") }
        } catch {
            if error.code != ENOENT { logger.warning("\(error); everybody has to log in again") }
        }
        self.file = file
        self.sessionsFile = sessionsFile
        self.isLoopback = isLoopback
        self.now = now
        self.logger = logger
        self.ended = ended
        state = Mutex(State(sessions: sessions, hasAccounts: accounts != nil, mark: mark))
    }

    /// Who has this session, as it is now; `nil` for nobody who may come in.
    func identity(_ session: SessionID?) -> Identity? {
        state.withLock { state in
            guard state.hasAccounts || !isLoopback else { return Identity() }
            guard let session, let account = state.sessions.account(of: session, at: now().boot) else { return nil }
            return Identity(account: account.name, role: account.role, session: session)
        }
    }

    /// Makes a session for whoever knows the account's password.
    ///
    /// - Returns: the session's token, for the browser.
    /// - Throws: ``Problem``: 401, 429, or 503 where too many passwords wait to be checked.
    func login(_ account: String, _ password: String, from address: String) async throws -> (String, Identity) {
        let attempt = state.withLock { state -> Sessions.Attempt? in
            guard state.waiting < Self.maximumWaiting else { return nil }
            let attempt = state.sessions.attempt(account, from: address, at: now().boot)
            if case .check = attempt { state.waiting += 1 }
            return attempt
        }
        switch attempt {
        case nil: throw Problem(.serviceUnavailable, "unavailable", "Too many log in at once.", retryAfter: 2)
        case .wait(let seconds):
            throw Problem(
                .tooManyRequests, "too-many-attempts", "Too many attempts have failed; wait \(seconds) s.",
                retryAfter: seconds)
        case .check(let secret):
            let isRight = await check(password, secret)
            let token = Hex.text(PasswordKey.random(32))
            let id = SessionID(token: token)
            let begun = state.withLock { state -> [SessionID]? in
                state.waiting -= 1
                guard isRight else { return nil }
                return state.sessions.succeeded(account, by: secret, from: address, as: id, at: now().boot)
            }
            guard let begun, let identity = identity(id) else {
                logger.notice("\(address) gave a wrong account or password")
                throw Problem(.unauthorized, "wrong-password", "There is no such account, or its password is another.")
            }
            begun.forEach(ended)
            logger.info("\(account) logged in from \(address)")
            await keep()
            return (token, identity)
        }
    }

    /// Has ended for good when it returns.
    func logout(_ session: SessionID) async {
        guard state.withLock({ $0.sessions.end(session) }) else { return }
        ended(session)
        await keep()
    }

    /// Brings to the disk who is logged in, where that has changed.
    fileprivate func keep() async {
        await withCheckedContinuation { continuation in
            writes.async { [self] in
                write()
                continuation.resume()
            }
        }
    }

    private func write() {
        guard let text = state.withLock({ $0.sessions.news(at: now()) }) else { return }
        do throws(SystemError) {
            try AtomicFile.replace(sessionsFile, with: text.utf8, mode: 0o600)
            state.withLock { $0.isUnkept = false }
        } catch {
            let isNew = state.withLock { state in
                state.sessions.tellAgain()
                defer { state.isUnkept = true }
                return !state.isUnkept
            }
            // It is tried again each second; one line is enough.
            if isNew { logger.error("\(error); after a restart everybody has to log in again") }
        }
    }

    private func check(_ password: String, _ secret: PasswordSecret) async -> Bool {
        await withCheckedContinuation { continuation in
            checks.async { [logger] in
                do {
                    continuation.resume(returning: try PasswordKey.matches(password, secret))
                } catch {
                    logger.error("a password cannot be checked: \(error)")
                    continuation.resume(returning: false)
                }
            }
        }
    }

    /// Reads the file where it has changed, and ends sessions that are over.
    fileprivate func look() {
        let mark = file.mark
        guard state.withLock({ $0.mark }) != mark else {
            return state.withLock { $0.sessions.expire(at: now().boot) }.forEach(ended)
        }
        do throws(FatalError) {
            let accounts = try file.read()
            let ended = state.withLock { state -> [SessionID?] in
                let others: [SessionID?] = accounts != nil && !state.hasAccounts ? [nil] : []
                state.mark = mark
                state.hasAccounts = accounts != nil
                return state.sessions.replace(accounts ?? Accounts()) + others
            }
            logger.notice("the accounts were changed; sessions that have ended by it: \(ended.count { $0 != nil })")
            ended.forEach(self.ended)
        } catch {
            // What was, stays: a mistake in the file opens no door.
            state.withLock { $0.mark = mark }
            logger.error("\(error); the accounts stay as they were")
        }
    }
}

/// Looks whether the accounts have changed.
struct AccessService: Service {
    let access: Access

    func run() async throws {
        // Throws when it is ended, by cancellation or by shutdown.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(1))
                access.look()
                await access.keep()
            }
        }
    }
}
