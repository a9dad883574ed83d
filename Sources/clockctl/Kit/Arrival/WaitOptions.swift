internal import ArgumentParser

/// The option to wait for the rooms after a change.
struct WaitOptions: ParsableArguments {
    @Flag(help: "Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.")
    var wait = false
}

/// A command that changes something for rooms.
protocol ChangeCommand: CoordinatorCommand {
    var output: OutputOptions { get }
    var waiting: WaitOptions { get }
}

extension ChangeCommand {
    func teller(_ link: CoordinatorLink, _ console: Console) -> ChangeTeller {
        ChangeTeller(link, console, json: output.json, waiting: waiting, connection: connection)
    }
}
