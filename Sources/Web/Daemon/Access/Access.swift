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

/// Decides who may come in, by the accounts' file, the links of the server's own machine, the sessions, and the checks
/// of passwords, one at a time.
///
/// Nobody comes in without a session. A request's address and headers do not prove its origin: behind a proxy, a
/// container's mapped port and ssh's forwarding every request comes from this machine.
final class Access: Sendable {
    private struct State {
        var sessions: Sessions
        var mark: String?
        /// Passwords that wait for their check.
        var waiting = 0
        /// True when the last attempt to store the sessions failed.
        var isUnkept = false
    }

    private let file: AccountsFile
    /// The file with the sessions, for the next start.
    private let sessionsFile: String
    private let links: LoginLinks
    private let state: Mutex<State>
    private let now: @Sendable () -> Now
    private let ended: @Sendable (SessionID) -> Void
    private let logger: Logger
    private let checks = DispatchQueue(label: "passwords")
    private let writes = DispatchQueue(label: "sessions")

    /// Each check takes a third of a second.
    private static let maximumWaiting = 8

    /// - Parameters:
    ///   - sessionsFile: keeps the sessions over a restart.
    ///   - ended: receives a session that has ended, to end everything that belongs to it.
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

    /// Returns the holder of this session, with the present role; `nil` for anybody who may not come in.
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

    /// Makes a session for anybody who knows the account's password.
    ///
    /// - Parameters:
    ///   - device: the browser's cookie as a ``KnownDevice``; `nil` for one that has never logged in.
    ///   - browser: from ``BrowserName``.
    /// - Throws: ``Problem``: 401, 429, or 503 when too many passwords wait for their check.
    func login(
        _ account: String, _ password: String, from address: String, device: String?, browser: String
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
            let begun = begin(browser) { sessions, id, now in
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

    /// Makes a session for anybody who has a link from `clockctl web open`, and uses the link up.
    ///
    /// - Throws: ``Problem``: 401 for a link that is used, or too old.
    func login(link secret: String, from address: String, browser: String) async throws -> Begun {
        guard try links.redeem(secret), let begun = begin(browser, { $0.linked(as: $1, at: $2) }) else {
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
    private func begin(_ browser: String, _ start: (inout Sessions, SessionID, BootTime) -> [SessionID]?) -> Begun? {
        let token = Hex.text(PasswordKey.random(32))
        let id = SessionID(token: token)
        let others = state.withLock { state in
            let others = start(&state.sessions, id, now().boot)
            state.sessions.name(id, browser)
            return others
        }
        guard let others, let identity = identity(id) else { return nil }
        others.forEach(ended)
        return Begun(token: token, identity: identity)
    }

    /// True when somebody can log in by a password.
    var hasAccounts: Bool { state.withLock { $0.sessions.hasAccounts } }

    /// Ends the session; its end is on disk when it returns.
    func logout(_ session: SessionID) async {
        guard state.withLock({ $0.sessions.end(session) }) else { return }
        ended(session)
        await keep()
    }

    /// The logged-in browsers of the session's holder, with the times of their last use.
    func devices(of session: SessionID) -> [(device: Sessions.Device, used: WallTime)] {
        let now = now()
        return state.withLock { $0.sessions.devices(of: session) }.map { ($0, now.wall(at: $0.used)) }
    }

    /// Ends another session of the same holder, or with `nil` all of them; their end is on disk when it returns.
    func logout(_ other: SessionID?, of session: SessionID) async {
        let others = state.withLock { $0.sessions.end(other, of: session) }
        others.forEach(ended)
        await keep()
    }

    /// Stores the sessions on disk, if they have changed.
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
            // The service tries again each second; one line is enough.
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

    /// Reads the file if it has changed, and ends sessions that have expired.
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
            // The old accounts stay: a mistake in the file opens no door.
            state.withLock { $0.mark = mark }
            logger.error("\(error); the accounts stay as they were")
        }
    }
}

/// Checks for changes of the accounts.
struct AccessService: Service {
    let access: Access

    func run() async throws {
        // Throws when it is stopped, by cancellation or by shutdown.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(1))
                access.look()
                await access.keep()
            }
        }
    }
}
