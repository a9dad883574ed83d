internal import CLinux
internal import ClockRuntime
internal import NodeDaemon

@main
struct ClockNode {
    static func main() async {
        // A heap per thread is for programs whose threads allocate much; here it would only be memory.
        mallopt(M_ARENA_MAX, 1)
        await Program.runDaemon(
            "clock-node", summary: "Announces the time in a room.", schema: NodeConfiguration.schema,
            defaultFile: NodeConfiguration.defaultFile, actions: NodeConfiguration.actions,
            check: { try NodeConfiguration.check($0) }
        ) { settings, environment, logger, hangup in
            // Without the program that pairs, the configuration's fault is reported below.
            if NodeConfiguration.isNew(settings), let pairing = OwnProgram.path("clock-node-pair") {
                try OwnProgram.become(pairing, CommandLine.arguments)
            }
            try await NodeDaemon.build(NodeConfiguration(settings), environment: environment, logger: logger)
                .run(hangup: hangup)
        }
    }
}
