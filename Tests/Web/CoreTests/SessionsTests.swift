import ClockDomain
import ClockWebCore
import Testing

/// The users who are logged in, and the attempts to log in.
struct SessionsTests {
    private var now = BootTime(nanoseconds: 0)
    private var sessions = Sessions(Self.accounts(.member), stranger: Self.secret(9))

    private static func secret(_ byte: UInt8) -> PasswordSecret {
        PasswordSecret(
            cost: .standard, salt: [UInt8](repeating: byte, count: 16), key: [UInt8](repeating: byte, count: 32))
    }

    private static func accounts(_ role: ClientRole, secret byte: UInt8 = 1) -> Accounts {
        var accounts = Accounts()
        accounts.set(.init(name: "anna", role: role, secret: secret(byte)))
        return accounts
    }

    @Test mutating func aSessionIsItsAccountAsItIsNow() {
        begin("s")
        #expect(sessions.holder(of: SessionID("s"), at: now)?.role == .member)
        #expect(sessions.holder(of: SessionID(""), at: now) == nil)
        #expect(sessions.holder(of: SessionID("other"), at: now) == nil)
    }

    @Test(arguments: [Accounts(), SessionsTests.accounts(.viewer), SessionsTests.accounts(.member, secret: 2)])
    mutating func anotherRoleOrPasswordAndARemovedAccountEndSessions(_ accounts: Accounts) {
        begin("s")
        #expect(sessions.replace(accounts) == [SessionID("s")])
        #expect(sessions.holder(of: SessionID("s"), at: now) == nil)
    }

    @Test mutating func whatStaysTheSameEndsNothing() {
        begin("s")
        var accounts = Self.accounts(.member)
        accounts.set(.init(name: "bert", role: .viewer, secret: Self.secret(3)))
        #expect(sessions.replace(accounts) == [])
        #expect(sessions.holder(of: SessionID("s"), at: now) != nil)
    }

    @Test mutating func logoutEndsTheSessionOnce() {
        begin("s")
        let ended = [sessions.end(SessionID("s")), sessions.end(SessionID("s"))]
        #expect(ended == [true, false])
        #expect(sessions.holder(of: SessionID("s"), at: now) == nil)
    }

    @Test mutating func aSessionThatIsNotUsedEnds() {
        begin("s")
        now = now + Sessions.lifetime - .seconds(1)
        #expect(sessions.holder(of: SessionID("s"), at: now) != nil)
        now = now + Sessions.lifetime
        #expect(sessions.holder(of: SessionID("s"), at: now) == nil)
        #expect(sessions.expire(at: now) == [SessionID("s")])
    }

    @Test mutating func anUnknownAccountIsCheckedAsLong() {
        #expect(sessions.attempt("nobody", from: "1", at: now) == .check(Self.secret(9)))
        #expect(sessions.attempt("", from: "1", at: now) == .check(Self.secret(9)))
    }

    @Test mutating func aRightPasswordOfAnAccountThatHasChangedMeanwhileIsNone() {
        #expect(sessions.attempt("anna", from: "1", at: now) == .check(Self.secret(1)))
        _ = sessions.replace(Self.accounts(.member, secret: 2))
        #expect(
            sessions.succeeded("anna", by: Self.secret(1), from: "1", as: SessionID("s"), at: now) == nil)
        #expect(sessions.holder(of: SessionID("s"), at: now) == nil)
    }

    @Test mutating func failuresDelayAnAccountAndAnAddressTogether() {
        for _ in 0..<5 { #expect(sessions.attempt("anna", from: "1", at: now) == .check(Self.secret(1))) }
        #expect(sessions.attempt("anna", from: "1", at: now) == .wait(seconds: 2))
        now = now + .seconds(1)
        #expect(sessions.attempt("anna", from: "1", at: now) == .check(Self.secret(1)))
        #expect(sessions.attempt("anna", from: "1", at: now) == .wait(seconds: 3))
        // Another account from there, and the account from elsewhere.
        #expect(sessions.attempt("bert", from: "1", at: now) == .check(Self.secret(9)))
        for address in 2..<26 {
            #expect(sessions.attempt("anna", from: "\(address)", at: now) == .check(Self.secret(1)))
        }
    }

    @Test("an hour of wrong passwords from one address keeps nobody out at another")
    mutating func oneAddressKeepsNobodyOut() {
        for _ in 0..<3_600 {
            _ = sessions.attempt("anna", from: "1", at: now)
            now = now + .seconds(1)
        }
        #expect(sessions.attempt("anna", from: "2", at: now) == .check(Self.secret(1)))
    }

    @Test mutating func failuresOfAnAddressAreDelayedWhoeverIsTried() {
        for account in 0..<20 {
            #expect(sessions.attempt("x\(account)", from: "1", at: now) == .check(Self.secret(9)))
        }
        #expect(sessions.attempt("anna", from: "1", at: now) == .wait(seconds: 2))
        #expect(sessions.attempt("anna", from: "2", at: now) == .check(Self.secret(1)))
    }

    @Test("whoever logs in to an own account gets no more tries at others'")
    mutating func anOwnAccountResetsNothing() {
        for account in 0..<19 { _ = sessions.attempt("x\(account)", from: "1", at: now) }
        begin("s", from: "1")
        _ = sessions.attempt("x19", from: "1", at: now)
        #expect(sessions.attempt("x20", from: "1", at: now) == .wait(seconds: 2))
    }

    @Test("many addresses delay an account by seconds, and a browser that has logged in before not at all")
    mutating func manyAddresses() {
        for address in 0..<120 {
            _ = sessions.attempt("anna", from: "\(address)", at: now)
            now = now + .seconds(4)
        }
        guard case .wait(let seconds) = sessions.attempt("anna", from: "new", at: now - .seconds(4)) else {
            Issue.record("an account without a delay")
            return
        }
        #expect(seconds <= 5)
        for _ in 0..<5 {
            #expect(sessions.attempt("anna", from: "0", on: "d", at: now - .seconds(4)) == .check(Self.secret(1)))
        }
        // It is counted by itself.
        #expect(sessions.attempt("anna", from: "0", on: "d", at: now - .seconds(4)) == .wait(seconds: 2))
    }

    @Test func aDevicesCookieIsOfOneAccountAndItsPassword() throws {
        let account = try #require(Self.accounts(.member).accounts["anna"])
        let cookie = KnownDevice.cookie([UInt8](repeating: 7, count: KnownDevice.nameBytes), of: account)
        #expect(KnownDevice.name(in: cookie, of: account) == String(repeating: "07", count: 16))
        let others = [
            Accounts.Account(name: "bert", role: .member, secret: account.secret),
            Accounts.Account(name: "anna", role: .member, secret: Self.secret(2)),
        ]
        for other in others { #expect(KnownDevice.name(in: cookie, of: other) == nil) }
        for wrong in ["", ".", cookie + "00", String(cookie.dropLast(2)), "08" + cookie.dropFirst(2)] {
            #expect(KnownDevice.name(in: wrong, of: account) == nil, "\(wrong)")
        }
    }

    @Test mutating func aLinksSessionIsNoAccountsAndOutlivesTheServer() throws {
        #expect(sessions.linked(as: SessionID(Self.name(3)), at: now) == [])
        let holder = sessions.holder(of: SessionID(Self.name(3)), at: now)
        #expect(holder?.account == nil && holder?.role == .member)
        #expect(sessions.replace(Accounts()) == [])
        let text = try news()
        var later = Sessions(Accounts(), stranger: Self.secret(9))
        let isRestored = later.restore(text, at: clocks())
        #expect(isRestored)
        #expect(later.holder(of: SessionID(Self.name(3)), at: now)?.role == .member)
        // Nobody logs in to it by a password.
        #expect(later.attempt("@machine", from: "1", at: now) == .check(Self.secret(9)))
        let begun = later.succeeded("@machine", by: Self.secret(9), from: "1", as: SessionID(Self.name(4)), at: now)
        #expect(begun == nil)
    }

    @Test mutating func theDelayIsAMinuteAtMostAndSuccessEndsIt() {
        for _ in 0..<40 {
            _ = sessions.attempt("anna", from: "1", at: now)
            now = now + .seconds(61)
        }
        now = now - .seconds(60)
        #expect(sessions.attempt("anna", from: "1", at: now) == .wait(seconds: 60))
        now = now + .seconds(60)
        begin("s")
        #expect(sessions.attempt("anna", from: "1", at: now) == .check(Self.secret(1)))
    }

    @Test mutating func theSessionThatWasNotUsedForLongestMakesRoom() {
        for number in 0..<Sessions.maximumSessions {
            begin("s\(number)")
            now = now + .seconds(1)
        }
        _ = sessions.holder(of: SessionID("s0"), at: now)
        #expect(begin("new") == [SessionID("s1")])
    }

    @Test mutating func onesDevicesAreListedTheLastUsedFirstAndEndOneByOneOrTogether() {
        _ = sessions.linked(as: SessionID("link"), at: now)
        for id in ["a", "b", "c"] {
            now = now + .seconds(1)
            begin(id)
            sessions.name(SessionID(id), "browser \(id)")
        }
        now = now + .seconds(1)
        _ = sessions.holder(of: SessionID("a"), at: now)
        #expect(sessions.devices(of: SessionID("b")).map(\.browser) == ["browser a", "browser c", "browser b"])
        #expect(sessions.devices(of: SessionID("a")).first?.used == now)
        #expect(sessions.devices(of: SessionID("nobody")) == [])
        // Nobody ends the session of somebody else.
        let foreign = sessions.end(SessionID("link"), of: SessionID("a"))
        let one = sessions.end(SessionID("b"), of: SessionID("a"))
        let all = sessions.end(nil, of: SessionID("a"))
        #expect([foreign, one, all] == [[], [SessionID("b")], [SessionID("a"), SessionID("c")]])
        #expect(sessions.holder(of: SessionID("link"), at: now) != nil)
    }

    // MARK: Over a restart

    @Test mutating func theNameOfABrowserOutlivesTheServer() throws {
        begin(Self.name(1))
        sessions.name(SessionID(Self.name(1)), "Firefox, Linux")
        begin(Self.name(2))
        let again = try #require(Self.restarted(try news(), Self.accounts(.member), at: clocks()))
        let names = again.devices(of: SessionID(Self.name(1))).map(\.browser)
        #expect(names.sorted() == ["", "Firefox, Linux"])
    }

    /// The clocks at a time after the start.
    private func clocks(_ wall: WallTime = WallTime(seconds: 1_800_000_000)) -> Now {
        Now(wall: wall, boot: now, sync: .unsynchronised)
    }

    private mutating func news() throws -> String {
        let news = sessions.news(at: clocks())
        return try #require(news)
    }

    /// A name of the form that a session's has.
    private static func name(_ byte: UInt8) -> String { SessionID(token: "\(byte)").rawValue }

    /// The same server after a restart.
    private static func restarted(_ text: String, _ accounts: Accounts, at now: Now) -> Sessions? {
        var sessions = Sessions(accounts, stranger: secret(9))
        return sessions.restore(text, at: now) ? sessions : nil
    }

    @Test mutating func aSessionOutlivesTheServerAndTheMachine() throws {
        begin(Self.name(1))
        now = now + .hours(5)
        let text = try news()
        // The machine starts again, half a day later.
        now = BootTime(nanoseconds: 1_000)
        let later = clocks(WallTime(seconds: 1_800_000_000) + .hours(12))
        var again = try #require(Self.restarted(text, Self.accounts(.member), at: later))
        let anna = again.holder(of: SessionID(Self.name(1)), at: now)
        #expect(anna?.account == "anna")
        // It is as old as it was.
        again = try #require(Self.restarted(text, Self.accounts(.member), at: later))
        #expect(again.expire(at: now + Sessions.lifetime - .hours(18)) == [])
        #expect(again.expire(at: now + Sessions.lifetime - .hours(17)) == [SessionID(Self.name(1))])
    }

    @Test(arguments: [Accounts(), SessionsTests.accounts(.viewer), SessionsTests.accounts(.member, secret: 2)])
    mutating func whatHasEndedWhileTheServerWasOffStaysEnded(_ accounts: Accounts) throws {
        begin(Self.name(1))
        let text = try news()
        var again = try #require(Self.restarted(text, accounts, at: clocks()))
        let nobody = again.holder(of: SessionID(Self.name(1)), at: now)
        #expect(nobody == nil)
        let left = again.news(at: clocks())
        #expect(left?.contains(Self.name(1)) == false)
    }

    @Test mutating func aSessionThatHasEndedIsNotKept() throws {
        begin(Self.name(1))
        begin(Self.name(2))
        _ = sessions.end(SessionID(Self.name(1)))
        let text = try news()
        #expect(!text.contains(Self.name(1)) && text.contains(Self.name(2)))
        now = now + Sessions.lifetime
        #expect(Self.restarted(text, Self.accounts(.member), at: clocks()) != nil)
    }

    @Test mutating func whatIsKeptIsWrittenWhenItHasChanged() {
        let nothing = sessions.news(at: clocks())
        begin(Self.name(1))
        let begun = sessions.news(at: clocks())
        now = now + .minutes(59)
        _ = sessions.holder(of: SessionID(Self.name(1)), at: now)
        let soon = sessions.news(at: clocks())
        now = now + .minutes(2)
        _ = sessions.holder(of: SessionID(Self.name(1)), at: now)
        let later = sessions.news(at: clocks())
        _ = sessions.holder(of: SessionID(Self.name(1)), at: now)
        let again = sessions.news(at: clocks())
        sessions.tellAgain()
        let refused = sessions.news(at: clocks())
        #expect(
            [nothing, begun, soon, later, again, refused].map { $0 != nil } == [
                false, true, false, true, false, true,
            ])
    }

    @Test mutating func aClockThatWasSetBackMakesNoSessionYounger() throws {
        begin(Self.name(1))
        let text = try news()
        var again = try #require(Self.restarted(text, Self.accounts(.member), at: clocks(WallTime(seconds: 0))))
        #expect(again.expire(at: now + Sessions.lifetime) == [SessionID(Self.name(1))])
    }

    @Test(arguments: [
        "anna", "NAME anna LIKE", "NAME anna LIKE 2027-01-15T08:00:00.000Z more", "NAME anna LIKE yesterday",
        "short anna LIKE 2027-01-15T08:00:00.000Z", "NAMENAME anna LIKE 2027-01-15T08:00:00.000Z",
    ])
    mutating func aFileThatIsNotAsItWasWrittenLetsNobodyIn(_ line: String) {
        let text = line.split(separator: "NAME", omittingEmptySubsequences: false).joined(separator: Self.name(1))
        #expect(Self.restarted(text + "\n", Self.accounts(.member), at: clocks()) == nil)
    }

    @Test mutating func aFileHasNoMoreSessionsThanAServer() throws {
        begin(Self.name(0))
        let news = try news()
        let line = try #require(news.split(separator: "\n").last)
        let lines = (0...Sessions.maximumSessions).map { number in
            SessionID(token: "\(number)").rawValue + line.drop { $0 != " " }
        }
        #expect(Self.restarted(lines.dropLast().joined(separator: "\n"), Self.accounts(.member), at: clocks()) != nil)
        #expect(Self.restarted(lines.joined(separator: "\n"), Self.accounts(.member), at: clocks()) == nil)
    }

    @discardableResult
    private mutating func begin(_ id: String, from address: String = "1") -> [SessionID]? {
        guard case .check(let secret) = sessions.attempt("anna", from: address, at: now) else { return nil }
        return sessions.succeeded("anna", by: secret, from: address, as: SessionID(id), at: now)
    }
}

/// The file of accounts.
struct AccountsTests {
    private static let key = String(repeating: "ab", count: 32)
    private static let salt = String(repeating: "cd", count: 16)

    @Test func whatIsWrittenIsReadAgain() throws {
        let text = "anna member scrypt:8192:8:10:\(Self.salt):\(Self.key)\n"
        let accounts = try Accounts("# who\n\n" + text)
        #expect(accounts.sorted.map(\.name) == ["anna"])
        #expect(try Accounts(accounts.text) == accounts)
        #expect(accounts.text.hasSuffix(text))
    }

    @Test(arguments: [
        "anna member", "anna admin KEY", "anna member KEY more", "Anna member KEY", "anna member scrypt:8192:8:10::",
        "anna member plain:secret", "anna viewer scrypt:8193:8:10:SALT:KEY32", "anna member KEY\nanna viewer KEY",
    ])
    func whatIsNoAccountIsRefusedWithItsLine(_ line: String) {
        let key = "scrypt:8192:8:10:\(Self.salt):\(Self.key)"
        #expect(throws: AccountsProblem.self) { try Accounts(line.split(separator: "KEY").joined(separator: key)) }
    }

    @Test func aPasswordsKeyIsComparedWhole() {
        let secret = PasswordSecret(cost: .standard, salt: [UInt8](repeating: 0, count: 16), key: [UInt8](1...32))
        #expect(secret.matches([UInt8](1...32)))
        #expect(!secret.matches([]))
        #expect(!secret.matches([UInt8](1...31)))
        #expect(!secret.matches([UInt8](1...32) + [0]))
        for place in 0..<32 {
            var other = [UInt8](1...32)
            other[place] ^= 1
            #expect(!secret.matches(other))
        }
    }
}
