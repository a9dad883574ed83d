internal import ArgumentParser

struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Say who may log in to the web page.",
        discussion: """
            Examples:
              sudo clockctl web open
              sudo clockctl web user add anna --role member
              sudo clockctl web user list
            """,
        subcommands: [WebOpenCommand.self, WebUserCommand.self])
}

struct WebUserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "The accounts of the web page.",
        discussion: """
            clock-web reads the accounts anew when they change. Another role or password, or the end of an account, ends its \
            sessions and the pages that are open.
            """,
        subcommands: [
            WebUserAddCommand.self, WebUserListCommand.self, WebUserPasswordCommand.self, WebUserRoleCommand.self,
            WebUserRemoveCommand.self,
        ])
}
