internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWebAccounts
internal import ClockWebCore
internal import ClockctlKit

extension WebUserAddCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let file = AccountsFile(web.accounts)
        var accounts = try file.read() ?? Accounts()
        guard Accounts.isName(name) else {
            throw FatalError(.usage, "\"\(name.prefix(40))\" is not the name of an account; use \(Accounts.nameRule)")
        }
        guard accounts.accounts[name] == nil else {
            throw FatalError(
                .badData,
                "there is an account \(name) already; clockctl web user password \(name) gives it another password")
        }
        guard accounts.accounts.count < Accounts.maximumAccounts else {
            throw FatalError(.badData, "there are \(Accounts.maximumAccounts) accounts already; remove one")
        }
        let secret = try PasswordKey.secret(of: Password.read())
        accounts.set(Accounts.Account(name: name, role: role.clientRole, secret: secret))
        try file.write(accounts)
        console.write([StyledText("\(name) may log in as \(role.rawValue)")])
    }
}

extension WebUserPasswordCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        try AccountsFile(web.accounts).change(name) { account in
            account.secret = try PasswordKey.secret(of: Password.read())
        }
        console.write([StyledText("\(name) has another password; who was logged in is not any more")])
    }
}

extension WebUserRoleCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        try AccountsFile(web.accounts).change(name) { $0.role = role.clientRole }
        console.write([StyledText("\(name) is \(role.rawValue) now, and has to log in again")])
    }
}

extension WebUserRemoveCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let file = AccountsFile(web.accounts)
        var accounts = try file.existing()
        for name in names {
            guard accounts.remove(name) else { throw noAccount(name) }
        }
        try file.write(accounts)
        console.write(names.map { StyledText("\($0) is removed") })
        if accounts.accounts.isEmpty { console.write([StyledText("nobody can log in by a password now")]) }
    }
}

extension WebUserListCommand: ClockctlCommand {
    /// The output of `--json`.
    struct Document: Encodable {
        struct Entry: Encodable {
            var name: String
            var role: ClientRole
        }

        var accounts: [Entry]
    }

    func run(on console: Console) async throws {
        let accounts = (try AccountsFile(web.accounts).read() ?? Accounts()).sorted
        if output.json {
            console.write(JSONOutput.text(Document(accounts: accounts.map { .init(name: $0.name, role: $0.role) })))
        } else if accounts.isEmpty {
            console.write([
                StyledText("There is no account. Make one: clockctl web user add anna --role member")
            ])
        } else {
            console.write(accounts.map { StyledText($0.name, .bold) + StyledText("  \($0.role.rawValue)") })
        }
    }
}

extension AccountsFile {
    /// - Throws: ``FatalError`` when there is no file.
    fileprivate func existing() throws(FatalError) -> Accounts {
        guard let accounts = try read() else {
            throw FatalError(.noInput, "there are no accounts in \(path); clockctl web user add makes the first")
        }
        return accounts
    }

    fileprivate func change(_ name: String, _ body: (inout Accounts.Account) throws -> Void) throws {
        var accounts = try existing()
        guard var account = accounts.accounts[name] else { throw noAccount(name) }
        try body(&account)
        accounts.set(account)
        try write(accounts)
    }
}

private func noAccount(_ name: String) -> FatalError {
    FatalError(.badData, "there is no account \(name.prefix(40)); see clockctl web user list")
}

extension WebRole {
    fileprivate var clientRole: ClientRole {
        switch self {
        case .viewer: .viewer
        case .member: .member
        case .admin: .admin
        }
    }
}
