internal import ClockRuntime
internal import DoorDaemon

@main
struct ClockDoor {
    static func main() async {
        await Program.runDaemon(
            "clock-door", summary: "Lets new rooms into a site, when an administrator says so.",
            schema: DoorConfiguration.schema, defaultFile: DoorConfiguration.defaultFile,
            check: { try DoorConfiguration.check($0) }
        ) { settings, environment, logger, hangup in
            try await DoorDaemon.build(DoorConfiguration(settings), environment: environment, logger: logger)
                .run(hangup: hangup)
        }
    }
}
