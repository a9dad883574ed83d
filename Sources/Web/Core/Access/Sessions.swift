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

    /// Whose a session is.
    package struct Holder: Hashable, Sendable {
        /// `nil` for somebody who came by a link.
        package var account: String?
        package var role: ClientRole
    }

    private struct Session: Sendable {
        /// An account's name, or ``machine``.
        var holder: String
        /// Before the machine's start, where it was used then.
        var used: BootTime
        /// As ``news(at:)`` has told it last.
        var told: BootTime
    }

    private var accounts: Accounts
    private var sessions: [SessionID: Session] = [:]
    /// Failures of one account from one address, and of a browser that has logged in to its account before.
    private var byPair = Delays(free: 5, longest: .seconds(60))
    /// Failures from one address, whichever account is tried.
    private var byAddress = Delays(free: 20, longest: .seconds(60))
    /// Failures of one account, wherever they come from. The delay stays short: nobody keeps an account's owner out.
    private var byAccount = Delays(free: 100, longest: .seconds(4))
    /// What an account that is not there is compared with.
    private let stranger: PasswordSecret
    /// Whether ``news(at:)`` has not told all of it.
    private var hasNews = false

    /// Stands for the holder of a link where an account's name stands otherwise. No account can have this name.
    private static let machine = "@machine"

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
            session.holder != Self.machine && new.accounts[session.holder] != old.accounts[session.holder]
        }
    }

    // MARK: Logging in

    /// Somebody tries a password. Until ``succeeded(_:by:from:on:as:at:)`` it counts as failed, so that trying many at once
    /// is no way around the delays.
    ///
    /// - Parameters:
    ///   - address: from ``ClientAddress``.
    ///   - device: from ``KnownDevice``; the browser has logged in to this account before. Failures of others do not delay it.
    package mutating func attempt(
        _ account: String, from address: String, on device: String? = nil, at now: BootTime
    ) -> Attempt {
        let pair = Self.pair(account, address, device)
        var wait = byPair.wait(pair, at: now)
        if device == nil {
            wait = max(wait, byAddress.wait(address, at: now), byAccount.wait(account, at: now))
        }
        guard wait == .zero else { return .wait(seconds: Int(wait.components.seconds) + 1) }
        byPair.failed(pair, at: now)
        if device == nil {
            byAddress.failed(address, at: now)
            byAccount.failed(account, at: now)
        }
        return .check(accounts.accounts[account]?.secret ?? stranger)
    }

    /// The password was right.
    ///
    /// The failures of the address stay: nobody gets more tries at others' passwords by logging in with an own one.
    ///
    /// - Parameters:
    ///   - secret: by which it was checked.
    ///   - device: as in ``attempt(_:from:on:at:)``.
    /// - Returns: the sessions that had to end for this one; `nil` where the account is not the same any more.
    package mutating func succeeded(
        _ account: String, by secret: PasswordSecret, from address: String, on device: String? = nil,
        as id: SessionID, at now: BootTime
    ) -> [SessionID]? {
        guard accounts.accounts[account]?.secret == secret else { return nil }
        byPair.forget(Self.pair(account, address, device))
        if device == nil {
            byAddress.takeBack(address)
            byAccount.takeBack(account)
        }
        return begin(account, as: id, at: now)
    }

    /// Somebody has used a link of the server's own machine.
    ///
    /// - Returns: the sessions that had to end for this one.
    package mutating func linked(as id: SessionID, at now: BootTime) -> [SessionID] {
        begin(Self.machine, as: id, at: now)
    }

    package var hasAccounts: Bool { !accounts.accounts.isEmpty }

    /// `nil` for an account that is not there.
    package func account(named name: String) -> Accounts.Account? { accounts.accounts[name] }

    private mutating func begin(_ holder: String, as id: SessionID, at now: BootTime) -> [SessionID] {
        var ended = expire(at: now)
        if sessions.count >= Self.maximumSessions,
            let oldest = sessions.min(by: { ($0.value.used, $0.key.rawValue) < ($1.value.used, $1.key.rawValue) })?.key
        {
            sessions[oldest] = nil
            ended.append(oldest)
        }
        sessions[id] = Session(holder: holder, used: now, told: now)
        hasNews = true
        return ended
    }

    /// One text for each pair: neither an address nor a device has a blank.
    private static func pair(_ account: String, _ address: String, _ device: String?) -> String {
        device.map { "device \($0)" } ?? "address \(address) \(account)"
    }

    // MARK: Being logged in

    /// Whose a session is, by the account as it is now; `nil` for a session that is none.
    package mutating func holder(of id: SessionID, at now: BootTime) -> Holder? {
        guard let session = sessions[id], now - session.used < Self.lifetime, let holder = holder(session.holder) else {
            return nil
        }
        sessions[id]?.used = now
        if now - session.told >= Self.maximumLag { hasNews = true }
        return holder
    }

    private func holder(_ name: String) -> Holder? {
        if name == Self.machine { return Holder(account: nil, role: .member) }
        return accounts.accounts[name].map { Holder(account: $0.name, role: $0.role) }
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
            guard let likeness = likeness(of: session.holder) else { continue }
            sessions[id]?.told = session.used
            let used = now.wall(at: session.used)
            text += "\(id.rawValue) \(session.holder) \(likeness) \(used.rfc3339)\n"
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
            let holder = String(words[1])
            guard let likeness = likeness(of: holder), likeness == words[2], age < Self.lifetime else {
                hasNews = true
                continue
            }
            let then = now.boot - age
            restored[SessionID(String(words[0]))] = Session(holder: holder, used: then, told: then)
        }
        sessions = restored
        return true
    }

    /// Changes with the account's role and password; `nil` for an account that is not there.
    private func likeness(of holder: String) -> String? {
        if holder == Self.machine { return "-" }
        return accounts.accounts[holder].map { account in
            Hex.text(SHA256.digest(of: "\(account.name) \(account.role.rawValue) \(account.secret.text)".utf8))
        }
    }
}
