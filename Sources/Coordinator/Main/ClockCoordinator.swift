internal import ClockRuntime
internal import CoordinatorDaemon

@main
struct ClockCoordinator {
    static func main() async {
        await Program.runDaemon(
            "clock-coordinator", summary: "Wakes the nodes of a site, keeps their history, and answers clockctl.",
            schema: CoordinatorConfiguration.schema, defaultFile: CoordinatorConfiguration.defaultFile,
            actions: StoreActions.all, check: { try CoordinatorConfiguration.check($0) }
        ) { settings, environment, logger, hangup in
            let configuration = try CoordinatorConfiguration(settings)
            try await CoordinatorDaemon.build(configuration, environment: environment, logger: logger)
                .run(hangup: hangup)
        }
    }
}
