internal import ArgumentParser

struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Say who may log in to the web page.",
        discussion: """
            While nobody may, programs of the server's own machine see the pages without logging in, and nobody else does.

            Examples:
              clockctl web user add anna --role member
              clockctl web user list
            """,
        subcommands: [WebUserCommand.self])
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
