internal import CLinux
internal import ClockRuntime
internal import Logging
internal import NodeDaemon

@main
struct ClockNode {
    static func main() async {
        // A heap per thread is for programs whose threads allocate much; here it would only be memory.
        mallopt(M_ARENA_MAX, 1)
        await Program.run("clock-node") {
            let environment = Program.environment
            let schema = NodeConfiguration.schema
            let arguments = try ProgramArguments(Array(CommandLine.arguments.dropFirst()), schema: schema)
            if arguments.wantsHelp {
                return print(
                    ProgramArguments.help(
                        program: "clock-node", summary: "Announces the time in a room.", schema: schema), terminator: ""
                )
            }
            if arguments.wantsVersion { return print("clock-node \(ClockVersion.current)") }
            if arguments.wantsExample {
                return print(schema.exampleFile(title: "Clocksmith node, /etc/clocksmith/node.yaml"), terminator: "")
            }
            let values = try ProgramConfiguration.load(
                schema: schema, file: arguments.configurationFile, defaultFiles: [NodeConfiguration.defaultFile],
                environment: environment, flags: arguments.flags)
            let configuration = try NodeConfiguration(values)
            ProgramLog.bootstrap(level: configuration.logLevel, environment: environment)
            let daemon = try NodeDaemon(configuration, environment: environment, logger: Logger(label: "clock-node"))
            try await daemon.run()
        }
    }
}
