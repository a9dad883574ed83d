internal import ArgumentParser

package struct WebOptions: ParsableArguments {
    @Option(help: ArgumentHelp("File of the accounts.", valueName: "file"), completion: .file())
    package var accounts = "/var/lib/clocksmith/web/accounts"

    package init() {}
}

/// The roles of an account, as typed.
package enum WebRole: String, CaseIterable, ExpressibleByArgument, Sendable {
    case viewer, member, admin
}
