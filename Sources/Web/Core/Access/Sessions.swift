package import ClockDomain

/// The logged-in browsers, and the delays of those that try.
///
/// A session has no role of its own: it has the present rights of its account. It ends when somebody logs out, when its
/// account is removed or has another role or password, and when nobody has used it for long. It outlives the server.
package struct Sessions: Sendable {
    package enum Attempt: Hashable, Sendable {
        /// Make the password's key by this and report the outcome. For an unknown account this is a secret that no
        /// password fits; the check takes as long.
        case check(PasswordSecret)
        /// Too many have failed; seconds to wait.
        case wait(seconds: Int)
    }

    package struct Holder: Hashable, Sendable {
        /// `nil` for somebody who used a link.
        package var account: String?
        package var role: ClientRole
    }

    private struct Session: Sendable {
        /// An account's name, or ``machine``.
        var holder: String
        /// Before the machine's start, if its last use was then.
        var used: BootTime
        /// The last use that ``news(at:)`` has reported.
        var told: BootTime
        /// From ``BrowserName``; empty for an unknown one.
        var browser = ""
    }

    /// A browser that is logged in.
    package struct Device: Hashable, Sendable {
        package var session: SessionID
        /// From ``BrowserName``; empty for an unknown one.
        package var browser: String
        package var used: BootTime
    }

    private var accounts: Accounts
    private var sessions: [SessionID: Session] = [:]
    /// Failures of one account from one address, and of a browser that has logged in to its account before.
    private var byPair = Delays(free: 5, longest: .seconds(60))
    /// Failures from one address, over all accounts.
    private var byAddress = Delays(free: 20, longest: .seconds(60))
    /// Failures of one account, over all addresses. The delay stays short: nobody can keep an account's owner out.
    private var byAccount = Delays(free: 100, longest: .seconds(4))
    /// The secret to compare with for an unknown account.
    private let stranger: PasswordSecret
    /// True when ``news(at:)`` has more to report.
    private var hasNews = false

    /// The holder of a link, in place of an account's name. No account can have this name.
    private static let machine = "@machine"

    /// An unused session expires after so long.
    package static let lifetime: Duration = .hours(24 * 30)
    /// Overflow policy: the session without use for longest ends.
    package static let maximumSessions = 1_000
    /// Most bytes of a text from ``news(at:)``.
    package static let maximumBytes = 512 << 10
    /// Largest age of a use that ``news(at:)`` has not reported: a page asks often, and each write of the file costs.
    package static let maximumLag: Duration = .hours(1)

    /// - Parameter stranger: a secret whose password nobody knows.
    package init(_ accounts: Accounts, stranger: PasswordSecret) {
        self.accounts = accounts
        self.stranger = stranger
    }

    // MARK: Accounts

    /// Replaces the accounts.
    ///
    /// - Returns: the sessions that this ends.
    package mutating func replace(_ new: Accounts) -> [SessionID] {
        let old = accounts
        accounts = new
        return end { session in
            session.holder != Self.machine && new.accounts[session.holder] != old.accounts[session.holder]
        }
    }

    // MARK: Logging in

    /// Begins the check of a password. Until ``succeeded(_:by:from:on:as:at:)`` it counts as failed, so that many
    /// attempts at once are no way around the delays.
    ///
    /// - Parameters:
    ///   - address: from ``ClientAddress``.
    ///   - device: from ``KnownDevice``; the browser has logged in to this account before. Failures of others do not
    ///     delay it.
    package mutating func attempt(
        _ account: String, from address: String, on device: String? = nil, at now: BootTime
    ) -> Attempt {
        let pair = Self.pair(account, address, device)
        var wait = byPair.wait(pair, at: now)
        if device == nil { wait = max(wait, byAddress.wait(address, at: now), byAccount.wait(account, at: now)) }
        guard wait == .zero else { return .wait(seconds: Int(wait.components.seconds) + 1) }
        byPair.failed(pair, at: now)
        if device == nil {
            byAddress.failed(address, at: now)
            byAccount.failed(account, at: now)
        }
        return .check(accounts.accounts[account]?.secret ?? stranger)
    }

    /// Records that the password was right.
    ///
    /// The failures of the address stay: nobody gets more attempts at others' passwords by logging in to their own
    /// account.
    ///
    /// - Parameters:
    ///   - secret: the one that the check used.
    ///   - device: as in ``attempt(_:from:on:at:)``.
    /// - Returns: the sessions that had to end for this one; `nil` when the account has changed meanwhile.
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

    /// Begins the session of somebody who used a link of the server's own machine.
    ///
    /// - Returns: the sessions that had to end for this one.
    package mutating func linked(as id: SessionID, at now: BootTime) -> [SessionID] {
        begin(Self.machine, as: id, at: now)
    }

    package var hasAccounts: Bool { !accounts.accounts.isEmpty }

    /// Returns `nil` for an unknown account.
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

    /// Returns one text for each pair: neither an address nor a device has a blank.
    private static func pair(_ account: String, _ address: String, _ device: String?) -> String {
        device.map { "device \($0)" } ?? "address \(address) \(account)"
    }

    // MARK: Being logged in

    /// Returns the holder of a session, with the present role of the account; `nil` for an unknown session.
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

    /// - Returns: true when there was such a session.
    package mutating func end(_ id: SessionID) -> Bool {
        guard sessions.removeValue(forKey: id) != nil else { return false }
        hasNews = true
        return true
    }

    package mutating func name(_ id: SessionID, _ browser: String) {
        guard sessions[id] != nil else { return }
        sessions[id]?.browser = browser
        hasNews = true
    }

    /// Returns the logged-in browsers of the session's holder, the last used first; all browsers that used a link have
    /// one holder.
    package func devices(of id: SessionID) -> [Device] {
        guard let holder = sessions[id]?.holder else { return [] }
        return sessions.filter { $0.value.holder == holder }
            .map { Device(session: $0.key, browser: $0.value.browser, used: $0.value.used) }
            .sorted { ($1.used, $0.session.rawValue) < ($0.used, $1.session.rawValue) }
    }

    /// Ends a session of the same holder, or with `nil` all of them.
    ///
    /// - Returns: the sessions that this ends.
    package mutating func end(_ other: SessionID?, of id: SessionID) -> [SessionID] {
        guard let holder = sessions[id]?.holder else { return [] }
        let chosen = sessions.filter { $0.value.holder == holder && $0.key == other ?? $0.key }
        for id in chosen.keys { sessions[id] = nil }
        if !chosen.isEmpty { hasNews = true }
        return chosen.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// Ends the sessions that nobody has used for long.
    package mutating func expire(at now: BootTime) -> [SessionID] { end { now - $0.used >= Self.lifetime } }

    private mutating func end(where hasEnded: (Session) -> Bool) -> [SessionID] {
        let ended = sessions.filter { hasEnded($0.value) }.keys.sorted { $0.rawValue < $1.rawValue }
        for id in ended { sessions[id] = nil }
        if !ended.isEmpty { hasNews = true }
        return ended
    }

    // MARK: Over a restart

    /// Returns the text to store for the next start, if it has changed since the last call; else `nil`.
    ///
    /// A line for each session: its name, its account, a fingerprint of the account, the time of its last use, and, in
    /// hexadecimal digits, the name of its browser.
    package mutating func news(at now: Now) -> String? {
        guard hasNews else { return nil }
        hasNews = false
        var text = "# Who is logged in to clock-web. Without this file everybody has to log in again.\n"
        for (id, session) in sessions.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let likeness = likeness(of: session.holder) else { continue }
            sessions[id]?.told = session.used
            let used = now.wall(at: session.used)
            let browser = session.browser.isEmpty ? "" : " \(Hex.text(Array(session.browser.utf8)))"
            text += "\(id.rawValue) \(session.holder) \(likeness) \(used.rfc3339)\(browser)\n"
        }
        return text
    }

    /// Makes ``news(at:)`` report again, after a failure to store its text.
    package mutating func tellAgain() { hasNews = true }

    /// Restores the sessions of an earlier run whose accounts have not changed.
    ///
    /// - Returns: false for a text that ``news(at:)`` does not write; nobody is logged in then.
    package mutating func restore(_ text: String, at now: Now) -> Bool {
        var restored: [SessionID: Session] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard (4...5).contains(words.count), Hex.bytes(words[0])?.count == 32,
                let used = WallTime(rfc3339: String(words[3])), restored.count < Self.maximumSessions,
                let browser = words.count == 5 ? Hex.bytes(words[4]) : [], browser.count <= BrowserName.maximumBytes
            else { return false }
            // If somebody set the clock back, no session is younger than a new one.
            let age = max(.zero, now.wall - used)
            let holder = String(words[1])
            guard let likeness = likeness(of: holder), likeness == words[2], age < Self.lifetime else {
                hasNews = true
                continue
            }
            let then = now.boot - age
            restored[SessionID(String(words[0]))] = Session(
                holder: holder, used: then, told: then, browser: String(decoding: browser, as: UTF8.self))
        }
        sessions = restored
        return true
    }

    /// Returns a text that changes with the account's role and password; `nil` for an unknown account.
    private func likeness(of holder: String) -> String? {
        if holder == Self.machine { return "-" }
        return accounts.accounts[holder].map { account in
            Hex.text(SHA256.digest(of: "\(account.name) \(account.role.rawValue) \(account.secret.text)".utf8))
        }
    }
}
