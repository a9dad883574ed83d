internal import ClockRuntime
internal import WebDaemon

@main
struct ClockWeb {
    static func main() async {
        await Program.runDaemon(
            "clock-web", summary: "Shows a site in the browser, and lets people steer it from there.",
            schema: WebConfiguration.schema, defaultFile: WebConfiguration.defaultFile,
            check: { try WebConfiguration.check($0) }
        ) { settings, environment, logger, hangup in
            let configuration = try WebConfiguration(settings)
            try await WebDaemon.build(configuration, environment: environment, logger: logger).run(hangup: hangup)
        }
    }
}
