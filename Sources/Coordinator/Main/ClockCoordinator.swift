internal import ClockRuntime
internal import CoordinatorDaemon
internal import Logging

@main
struct ClockCoordinator {
    static func main() async {
        await Program.run("clock-coordinator") {
            let environment = Program.environment
            let schema = CoordinatorConfiguration.schema
            let arguments = try ProgramArguments(Array(CommandLine.arguments.dropFirst()), schema: schema)
            if arguments.wantsHelp {
                return print(
                    ProgramArguments.help(
                        program: "clock-coordinator",
                        summary: "Wakes the nodes of a site, keeps their history, and answers clockctl.",
                        schema: schema), terminator: "")
            }
            if arguments.wantsVersion { return print("clock-coordinator \(ClockVersion.current)") }
            if arguments.wantsExample {
                return print(
                    schema.exampleFile(title: "Clocksmith coordinator, \(CoordinatorConfiguration.defaultFile)"),
                    terminator: "")
            }
            let values = try ProgramConfiguration.load(
                schema: schema, file: arguments.configurationFile,
                defaultFiles: [CoordinatorConfiguration.defaultFile], environment: environment, flags: arguments.flags)
            let configuration = try CoordinatorConfiguration(values)
            ProgramLog.bootstrap(level: configuration.logLevel, environment: environment)
            let daemon = try CoordinatorDaemon.build(
                configuration, environment: environment, logger: Logger(label: "clock-coordinator"))
            try await daemon.run()
        }
    }
}
