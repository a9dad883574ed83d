internal import ClockRuntime
internal import CoordinatorDaemon

@main
struct ClockCoordinator {
    static func main() async {
        await Program.runDaemon(
            "clock-coordinator", summary: "Wakes the nodes of a site, keeps their history, and answers clockctl.",
            schema: CoordinatorConfiguration.schema, defaultFile: CoordinatorConfiguration.defaultFile
        ) { settings, environment, logger in
            let configuration = try CoordinatorConfiguration(settings)
            try await CoordinatorDaemon.build(configuration, environment: environment, logger: logger).run()
        }
    }
}
