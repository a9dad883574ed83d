internal import ClockRuntime
internal import NodeDaemon
internal import RoomPairer

/// Takes the place of a clock-node that has no id, with its arguments, and gives it back when the room is accepted.
@main
struct ClockNodePair {
    static func main() async {
        await Program.runDaemon(
            "clock-node-pair", summary: "Asks a hub to let this room in.", schema: NodeConfiguration.schema,
            defaultFile: NodeConfiguration.defaultFile, actions: NodeConfiguration.actions,
            check: { try NodeConfiguration.check($0) }
        ) { settings, environment, logger, hangup in
            try await RoomPairer(settings, environment: environment, logger: logger).run(hangup: hangup)
        }
    }
}
