package import ClockDomain

/// Who is logged in, and who may try to.
///
/// A session has no role of its own: what it may do is what its account may do now. It ends when somebody logs out, when its
/// account is removed or has another role or password, and when it was not used for long. It outlives the server.
package struct Sessions: Sendable {
    package enum Attempt: Hashable, Sendable {
        /// Make the password's key by this and say what came of it. An account that is not there is one that no password
        /// fits, and takes as long.
        case check(PasswordSecret)
        /// Too many have failed; seconds to wait.
        case wait(seconds: Int)
    }

    private struct Session: Sendable {
        var account: String
        /// Before the machine's start, where it was used then.
        var used: BootTime
        /// As ``news(at:)`` has told it last.
        var told: BootTime
    }

    private var accounts: Accounts
    private var sessions: [SessionID: Session] = [:]
    private var byAccount = Delays()
    private var byAddress = Delays()
    /// What an account that is not there is compared with.
    private let stranger: PasswordSecret
    /// Whether ``news(at:)`` has not told all of it.
    private var hasNews = false

    /// A session that was not used for so long has ended.
    package static let lifetime: Duration = .hours(24 * 30)
    /// Overflow policy: the session that was not used for longest ends.
    package static let maximumSessions = 1_000
    /// Of what ``news(at:)`` tells.
    package static let maximumBytes = 512 << 10
    /// What is told of a session's use is at most so old: a page asks often, and no file is to be written each time.
    package static let maximumLag: Duration = .hours(1)

    /// - Parameter stranger: a secret that nobody knows the password of.
    package init(_ accounts: Accounts, stranger: PasswordSecret) {
        self.accounts = accounts
        self.stranger = stranger
    }

    // MARK: Accounts

    /// Other accounts than before.
    ///
    /// - Returns: the sessions that have ended by it.
    package mutating func replace(_ new: Accounts) -> [SessionID] {
        let old = accounts
        accounts = new
        return end { session in
            guard let now = new.accounts[session.account] else { return true }
            return now != old.accounts[session.account]
        }
    }

    // MARK: Logging in

    /// Somebody tries a password. Until ``succeeded(_:from:as:at:)`` it counts as failed, so that trying many at once is no
    /// way around the delays.
    package mutating func attempt(_ account: String, from address: String, at now: BootTime) -> Attempt {
        let wait = max(byAccount.wait(account, at: now), byAddress.wait(address, at: now))
        guard wait == .zero else { return .wait(seconds: Int(wait.components.seconds) + 1) }
        byAccount.failed(account, at: now)
        byAddress.failed(address, at: now)
        return .check(accounts.accounts[account]?.secret ?? stranger)
    }

    /// The password was right.
    ///
    /// - Parameter secret: by which it was checked.
    /// - Returns: the sessions that had to end for this one; `nil` where the account is not the same any more.
    package mutating func succeeded(
        _ account: String, by secret: PasswordSecret, from address: String, as id: SessionID, at now: BootTime
    ) -> [SessionID]? {
        guard accounts.accounts[account]?.secret == secret else { return nil }
        byAccount.succeeded(account)
        byAddress.succeeded(address)
        var ended = expire(at: now)
        if sessions.count >= Self.maximumSessions,
            let oldest = sessions.min(by: { ($0.value.used, $0.key.rawValue) < ($1.value.used, $1.key.rawValue) })?.key
        {
            sessions[oldest] = nil
            ended.append(oldest)
        }
        sessions[id] = Session(account: account, used: now, told: now)
        hasNews = true
        return ended
    }

    // MARK: Being logged in

    /// The account of a session as it is now; `nil` for a session that is none.
    package mutating func account(of id: SessionID, at now: BootTime) -> Accounts.Account? {
        guard let session = sessions[id], now - session.used < Self.lifetime,
            let account = accounts.accounts[session.account]
        else { return nil }
        sessions[id]?.used = now
        if now - session.told >= Self.maximumLag { hasNews = true }
        return account
    }

    /// - Returns: whether there was such a session.
    package mutating func end(_ id: SessionID) -> Bool {
        guard sessions.removeValue(forKey: id) != nil else { return false }
        hasNews = true
        return true
    }

    /// Ends what was not used for long.
    package mutating func expire(at now: BootTime) -> [SessionID] {
        end { now - $0.used >= Self.lifetime }
    }

    private mutating func end(where hasEnded: (Session) -> Bool) -> [SessionID] {
        let ended = sessions.filter { hasEnded($0.value) }.keys.sorted { $0.rawValue < $1.rawValue }
        for id in ended { sessions[id] = nil }
        if !ended.isEmpty { hasNews = true }
        return ended
    }

    // MARK: Over a restart

    /// What is to be kept for the next start, where it is not what it was the last time; else `nil`.
    ///
    /// A line for each session: its name, its account, what the account was like, and when it was used.
    package mutating func news(at now: Now) -> String? {
        guard hasNews else { return nil }
        hasNews = false
        var text = "# Who is logged in to clock-web. Without this file everybody has to log in again.\n"
        for (id, session) in sessions.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let account = accounts.accounts[session.account] else { continue }
            sessions[id]?.told = session.used
            let used = now.wall(at: session.used)
            text += "\(id.rawValue) \(account.name) \(Self.likeness(account)) \(used.rfc3339)\n"
        }
        return text
    }

    /// What ``news(at:)`` told last could not be kept.
    package mutating func tellAgain() { hasNews = true }

    /// Takes up the sessions of an earlier run whose accounts are what they were.
    ///
    /// - Returns: false for a text that is not as ``news(at:)`` tells it; nobody is logged in then.
    package mutating func restore(_ text: String, at now: Now) -> Bool {
        var restored: [SessionID: Session] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard words.count == 4, Hex.bytes(words[0])?.count == 32, let used = WallTime(rfc3339: String(words[3])),
                restored.count < Self.maximumSessions
            else { return false }
            // A clock that was set back makes no session younger than a new one.
            let age = max(.zero, now.wall - used)
            guard let account = accounts.accounts[String(words[1])], Self.likeness(account) == words[2],
                age < Self.lifetime
            else {
                hasNews = true
                continue
            }
            let then = now.boot - age
            restored[SessionID(String(words[0]))] = Session(account: account.name, used: then, told: then)
        }
        sessions = restored
        return true
    }

    /// Is another one when the role or the password is.
    private static func likeness(_ account: Accounts.Account) -> String {
        Hex.text(SHA256.digest(of: "\(account.name) \(account.role.rawValue) \(account.secret.text)".utf8))
    }
}

/// How long somebody has to wait before the next try: nothing for the first failures, then ever longer.
private struct Delays: Sendable {
    private struct Failures: Sendable {
        var count: Int
        var last: BootTime
    }

    private var failures: [String: Failures] = [:]

    /// So many in a row cost nothing.
    private static let free = 5
    private static let longest: Duration = .seconds(60)
    /// Failures are forgotten after so long.
    private static let memory: Duration = .seconds(3600)
    /// Overflow policy: who failed longest ago is forgotten.
    private static let capacity = 4_096

    func wait(_ who: String, at now: BootTime) -> Duration {
        guard let failures = failures[who], failures.count >= Self.free, now - failures.last < Self.memory else {
            return .zero
        }
        let delay = min(Self.longest, .seconds(1 << min(failures.count - Self.free, 6)))
        return max(.zero, delay - (now - failures.last))
    }

    mutating func failed(_ who: String, at now: BootTime) {
        let isFresh = failures[who].map { now - $0.last < Self.memory } ?? false
        if failures[who] == nil, failures.count >= Self.capacity,
            let oldest = failures.min(by: { ($0.value.last, $0.key) < ($1.value.last, $1.key) })?.key
        {
            failures[oldest] = nil
        }
        failures[who] = Failures(count: (isFresh ? failures[who]?.count ?? 0 : 0) + 1, last: now)
    }

    mutating func succeeded(_ who: String) { failures[who] = nil }
}
