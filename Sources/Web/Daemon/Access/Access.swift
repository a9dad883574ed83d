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

/// Who may come in: the accounts' file, the links of the server's own machine, who is logged in, and the passwords' checks,
/// one at a time.
///
/// Nobody comes in without a session. A request's address and headers do not tell where it comes from: behind a proxy, a
/// container's mapped port and ssh's forwarding every request comes from this machine.
final class Access: Sendable {
    private struct State {
        var sessions: Sessions
        var mark: String?
        /// Passwords that wait to be checked.
        var waiting = 0
        /// Whether the sessions could not be kept the last time.
        var isUnkept = false
    }

    private let file: AccountsFile
    /// Who is logged in, for the next start.
    private let sessionsFile: String
    private let links: LoginLinks
    private let state: Mutex<State>
    private let now: @Sendable () -> Now
    private let ended: @Sendable (SessionID) -> Void
    private let logger: Logger
    private let checks = DispatchQueue(label: "passwords")
    private let writes = DispatchQueue(label: "sessions")

    /// Each takes a third of a second.
    private static let maximumWaiting = 8

    /// - Parameters:
    ///   - sessionsFile: keeps who is logged in over a restart.
    ///   - ended: a session has ended, and with it everything that is its own.
    /// - Throws: ``FatalError`` for a file that is not as it should be.
    init(
        _ file: AccountsFile, links: LoginLinks, sessionsFile: String, now: @escaping @Sendable () -> Now,
        logger: Logger, ended: @escaping @Sendable (SessionID) -> Void
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
        self.links = links
        self.now = now
        self.logger = logger
        self.ended = ended
        state = Mutex(State(sessions: sessions, mark: mark))
    }

    /// Who has this session, as it is now; `nil` for nobody who may come in.
    func identity(_ session: SessionID?) -> Identity? {
        guard let session else { return nil }
        return state.withLock { state in
            state.sessions.holder(of: session, at: now().boot).map {
                Identity(account: $0.account, role: $0.role, session: session)
            }
        }
    }

    /// A session that has just begun.
    struct Begun {
        /// For the browser.
        var token: String
        var identity: Identity
        /// The browser's cookie as a ``KnownDevice`` of the account; `nil` for a session without one.
        var device: String?
    }

    /// Makes a session for whoever knows the account's password.
    ///
    /// - Parameter device: the browser's cookie as a ``KnownDevice``; `nil` for one that has never logged in.
    /// - Throws: ``Problem``: 401, 429, or 503 where too many passwords wait to be checked.
    func login(
        _ account: String, _ password: String, from address: String, device: String?
    ) async throws -> Begun {
        let (attempt, name) = state.withLock { state -> (Sessions.Attempt?, String?) in
            guard state.waiting < Self.maximumWaiting else { return (nil, nil) }
            let name = device.flatMap { cookie in
                state.sessions.account(named: account).flatMap { KnownDevice.name(in: cookie, of: $0) }
            }
            let attempt = state.sessions.attempt(account, from: address, on: name, at: now().boot)
            if case .check = attempt { state.waiting += 1 }
            return (attempt, name)
        }
        switch attempt {
        case nil: throw Problem(.serviceUnavailable, "unavailable", "Too many log in at once.", retryAfter: 2)
        case .wait(let seconds):
            throw Problem(
                .tooManyRequests, "too-many-attempts", "Too many attempts have failed; wait \(seconds) s.",
                retryAfter: seconds)
        case .check(let secret):
            let isRight = await check(password, secret)
            state.withLock { $0.waiting -= 1 }
            let begun = begin { sessions, id, now in
                isRight ? sessions.succeeded(account, by: secret, from: address, on: name, as: id, at: now) : nil
            }
            guard var begun else {
                logger.notice("\(address) gave a wrong account or password")
                throw Problem(.unauthorized, "wrong-password", "There is no such account, or its password is another.")
            }
            begun.device = state.withLock { $0.sessions.account(named: account) }.map {
                KnownDevice.cookie(PasswordKey.random(KnownDevice.nameBytes), of: $0)
            }
            logger.info("\(account) logged in from \(address)")
            await keep()
            return begun
        }
    }

    /// Makes a session for whoever has a link that `clockctl web open` has printed, which ends with it.
    ///
    /// - Throws: ``Problem``: 401 for a link that was used, or is too old.
    func login(link secret: String, from address: String) async throws -> Begun {
        guard try links.redeem(secret), let begun = begin({ $0.linked(as: $1, at: $2) }) else {
            logger.notice("\(address) gave a login link that is not valid")
            throw Problem(
                .unauthorized, "wrong-link",
                "The link was used already, or is too old: `clockctl web open` prints another.")
        }
        logger.info("\(address) logged in by a link of this machine")
        await keep()
        return begun
    }

    /// - Parameter start: begins a session under the given name, and returns the sessions that end for it, or `nil`.
    private func begin(_ start: (inout Sessions, SessionID, BootTime) -> [SessionID]?) -> Begun? {
        let token = Hex.text(PasswordKey.random(32))
        let id = SessionID(token: token)
        guard let others = state.withLock({ start(&$0.sessions, id, now().boot) }), let identity = identity(id) else {
            return nil
        }
        others.forEach(ended)
        return Begun(token: token, identity: identity)
    }

    /// Whether somebody can log in by a password.
    var hasAccounts: Bool { state.withLock { $0.sessions.hasAccounts } }

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
            let ended = state.withLock { state in
                state.mark = mark
                return state.sessions.replace(accounts ?? Accounts())
            }
            logger.notice("the accounts were changed; sessions that have ended by it: \(ended.count)")
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
