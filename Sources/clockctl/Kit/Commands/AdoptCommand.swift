internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct AdoptCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Take over what rooms hold of another coordinator's store.",
        usage: "clockctl adopt [<store>] [--replace [--yes]] [--json] [<connection options>]",
        discussion: """
            When the coordinator's store was lost, rooms ring on by what they hold, and a new coordinator leaves them \
            alone. This takes their alarms, timers, names, settings and voices over into the new store. Groups are not \
            among them, holidays become exceptions of the alarms, and stopwatches and history are gone. A room that is \
            offline keeps what it holds: adopt again when it is back.

            With --replace the rooms get what this coordinator has, and what they hold is gone.

            Examples:
              clockctl adopt
              clockctl adopt 5f0c9a6e21d4b873
              clockctl adopt --replace
            """)

    @Argument(help: ArgumentHelp("The store, where rooms hold those of several.", valueName: "store"))
    var store: String?

    @Flag(help: "Give the rooms what this coordinator has instead.")
    var replace = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        if replace, !yes {
            guard console.canAsk else {
                throw FatalError(
                    .usage, "nobody is there to ask whether the rooms' alarms are to go; say --yes to do it")
            }
            guard console.confirms("Give the rooms what this coordinator has? What they hold is gone then.") else {
                throw FatalError(.failure, "the rooms keep what they hold")
            }
        }
        let result = try link.request(.adopt, AdoptRequest(store: store, replace: replace), as: AdoptResult.self).result
        guard !output.json else { return console.write(JSONOutput.text(result)) }
        let rooms = result.nodes.map(\.rawValue).joined(separator: ", ")
        guard !replace else {
            return console.write([StyledText("\(rooms): what they held of store \(result.store) is replaced")])
        }
        var lines = [
            StyledText(
                "taken over from \(rooms): alarms \(result.alarms), timers \(result.timers), rooms \(result.nodes.count)"
            )
        ]
        if !result.left.isEmpty {
            lines.append(
                StyledText(
                    "! not asked, as they did not answer: \(result.left.map(\.rawValue).joined(separator: ", ")); they ring "
                        + "on by what they hold. Adopt again when they are back.", .warning))
        }
        console.write(lines)
    }
}
