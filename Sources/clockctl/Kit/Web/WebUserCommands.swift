package import ArgumentParser

package struct WebUserAddCommand: WebPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make an account.",
        usage: "clockctl web user add <name> --role viewer|member|admin [--accounts <file>]",
        discussion: """
            Asks for the password twice; without a terminal it is a line of standard input. A viewer may look, a member may do \
            what a member may at the broker: set and stop alarms and timers, change settings, speak. An admin may also let \
            new rooms in.

            Examples:
              clockctl web user add anna --role member
              pwgen 16 1 | tee wall.password | clockctl web user add wall --role viewer
            """)

    @Argument(help: ArgumentHelp("A name of a-z, 0-9, '.', '_' and '-'.", valueName: "name"))
    package var name: String

    @Option(help: ArgumentHelp("What it may do.", valueName: "role"))
    package var role: WebRole

    @OptionGroup package var web: WebOptions

    package init() {}
}

package struct WebUserListCommand: WebPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts.",
        usage: "clockctl web user list [--accounts <file>] [--json]",
        discussion: """
            Examples:
              clockctl web user list
            """)

    @OptionGroup package var web: WebOptions
    @OptionGroup package var output: OutputOptions

    package init() {}
}

package struct WebUserPasswordCommand: WebPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Give an account another password.",
        usage: "clockctl web user password <name> [--accounts <file>]",
        discussion: """
            Examples:
              clockctl web user password anna
            """)

    @Argument(help: ArgumentHelp("An account.", valueName: "name"))
    package var name: String

    @OptionGroup package var web: WebOptions

    package init() {}
}

package struct WebUserRoleCommand: WebPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Give an account another role.",
        usage: "clockctl web user role <name> viewer|member|admin [--accounts <file>]",
        discussion: """
            Examples:
              clockctl web user role anna viewer
            """)

    @Argument(help: ArgumentHelp("An account.", valueName: "name"))
    package var name: String

    @Argument(help: ArgumentHelp("What it may do.", valueName: "role"))
    package var role: WebRole

    @OptionGroup package var web: WebOptions

    package init() {}
}

package struct WebUserRemoveCommand: WebPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove accounts.",
        usage: "clockctl web user rm <name> … [--accounts <file>]",
        discussion: """
            When the last one is removed, nobody can log in by a password. `clockctl web open` lets people of the server's \
            machine in.

            Examples:
              clockctl web user rm anna
            """)

    @Argument(help: ArgumentHelp("The accounts.", valueName: "name"))
    package var names: [String]

    @OptionGroup package var web: WebOptions

    package init() {}
}
