import ClockDomain
import Glibc
public import Logging
public import ServiceLifecycle
import UnixSignals

/// The common part of every program's `main`.
public enum Program {
    /// This process's environment.
    public static var environment: [String: String] {
        var result: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let separator = text.firstIndex(of: "=") {
                result[String(text[..<separator])] = String(text[text.index(after: separator)...])
            }
            next += 1
        }
        return result
    }

    /// Runs a program's body and ends the process: with 0 when it returns, else with one line `name: message` on
    /// standard error and the code of its ``FatalError``.
    ///
    /// - Parameter name: the program's, as people type it.
    public static func run(_ name: String, _ body: @Sendable () async throws -> Void) async -> Never {
        // With standard error gone, the exit code alone has to do.
        let complain: @Sendable (String) -> Void = { text in
            // The message may quote a foreign file.
            StandardStream.errors.write("\(name): \(HiddenText.replaced(in: text, by: HiddenText.escaped))\n")
        }
        do {
            try await body()
            exit(StandardStream.output.exitCode(ExitCode.success.rawValue, complain: complain))
        } catch {
            let fatal = FatalError(ending: error)
            complain(fatal.message)
            exit(fatal.exitCode.rawValue)
        }
    }

    /// A daemon's whole `main`: reads command line, environment and file, answers `--help`, `--version`,
    /// `--print-example-config` and `--check-config`, sets up the log, and runs `body` with the settings, the environment
    /// and a logger; again, when a SIGHUP has ended it.
    ///
    /// - Parameters:
    ///   - name: the program's, as people type it.
    ///   - summary: one line on its purpose.
    ///   - schema: has the settings of ``ConfigurationSchema/log``.
    ///   - defaultFile: the configuration file that is read where none is named.
    ///   - actions: flags that do something else and end.
    ///   - check: throws the fault that would end a start with settings that the schema allows, and returns warnings.
    public static func runDaemon(
        _ name: String, summary: String, schema: ConfigurationSchema, defaultFile: String,
        actions: [ProgramAction] = [], check: @escaping @Sendable (StartCheck) throws -> [String],
        _ body: @Sendable (ProgramConfiguration, [String: String], Logger, Hangup) async throws -> Void
    ) async -> Never {
        let say: @Sendable (String) -> Void = { StandardStream.output.write($0) }
        await run(name) {
            // Only its own user may read its files, whoever starts it.
            umask(0o077)
            let environment = Program.environment
            let arguments = try ProgramArguments(
                Array(CommandLine.arguments.dropFirst()), schema: schema, actions: actions)
            if arguments.wantsHelp {
                let help = ProgramArguments.help(program: name, summary: summary, schema: schema, actions: actions)
                return say(help)
            }
            if arguments.wantsVersion { return say("\(name) \(ClockVersion.current)\n") }
            if arguments.wantsExample { return say(schema.exampleFile(title: "\(name), \(defaultFile)")) }
            let action = actions.first { $0.flag == arguments.action }
            if case .text(let text) = action?.work { return say(text()) }
            let load: @Sendable () throws -> ProgramConfiguration = {
                try ProgramConfiguration.load(
                    schema: schema, file: arguments.configurationFile, defaultFiles: [defaultFile],
                    environment: environment, flags: arguments.flags)
            }
            var settings = try load()
            settings.isOnlyChecked = arguments.wantsCheck
            if let action { return say(try action.perform(settings, arguments.actionValue)) }
            if arguments.wantsCheck {
                for warning in try check(StartCheck(settings, environment: environment)) {
                    say("warning: \(warning)\n")
                }
                return say("\(settings.file ?? "without a file, the configuration"): no mistake found\n")
            }
            // The schema allows the levels' names only.
            let level = Logger.Level(rawValue: settings.string("log.level")) ?? .info
            ProgramLog.bootstrap(level: level, environment: environment)
            let hangup = Hangup { [settings] in
                _ = try check(StartCheck(load(), environment: environment, running: settings))
            }
            try await body(settings, environment, Logger(label: name), hangup)
            if hangup.wantsRestart { try Hangup.restart() }
        }
    }

    /// Runs a daemon's services until SIGTERM, SIGINT, a SIGHUP with which to restart, or the end of one of them.
    ///
    /// They start in order and shut down in reverse, each after the next one has returned: a service comes after those
    /// that it needs for its last words. A service that returns or throws by itself ends the others gracefully too. The
    /// service manager receives READY once all have been started, and STOPPING at the beginning of the shutdown. The
    /// group cancels services that have not ended after `shutdownLimit`.
    ///
    /// - Parameter hangup: the handler of SIGHUP; nil leaves the signal alone.
    /// - Throws: the error of the service that failed, or ``FatalError`` when one returned before its time.
    public static func serve(
        _ services: [any Service],
        manager: ServiceManager,
        logger: Logger,
        hangup: Hangup? = nil,
        shutdownLimit: Duration = .seconds(2)
    ) async throws {
        let readiness = ReadinessService(manager: manager, hangup: hangup)
        var configuration = configuration(services.map { EndlessService(service: $0) } + [readiness], logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        if let hangup {
            let signals = await UnixSignalsSequence(trapping: .sighup)
            configuration.services.append(
                .init(
                    service: HangupService(hangup: hangup, signals: signals, manager: manager, logger: logger),
                    successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .gracefullyShutdownGroup))
        }
        configuration.maximumGracefulShutdownDuration = shutdownLimit
        try await ServiceGroup(configuration: configuration).run()
    }

    /// Runs services within one of those that ``serve(_:manager:logger:hangup:shutdownLimit:)`` runs, by the same rules,
    /// until that one must end.
    public static func serve(_ services: [any Service], within logger: Logger) async throws {
        try await ServiceGroup(
            configuration: configuration(services.map { EndlessService(service: $0) }, logger: logger)
        ).run()
    }

    private static func configuration(_ services: [any Service], logger: Logger) -> ServiceGroupConfiguration {
        // Below info the group prints whole services.
        var quiet = logger
        quiet.logLevel = max(quiet.logLevel, .info)
        return ServiceGroupConfiguration(
            services: services.map { .init(service: $0, failureTerminationBehavior: .gracefullyShutdownGroup) },
            logger: quiet)
    }
}

extension FatalError {
    /// The message about an error that ends a program.
    fileprivate init(ending error: any Error) {
        self =
            switch error {
            case let error as FatalError: error
            case let error as SystemError: FatalError(error)
            case is CancellationError: FatalError(.temporaryFailure, "the shutdown took too long and was cut short")
            default: FatalError(.failure, "\(error)".split(whereSeparator: \.isNewline).joined(separator: " "))
            }
    }
}

/// Turns a return before the shutdown into an error, so that it ends the program like any other failure.
private struct EndlessService: Service {
    let service: any Service

    func run() async throws {
        try await service.run()
        guard Task.isShuttingDownGracefully || Task.isCancelled else {
            throw FatalError(.software, "\(type(of: service)) ended before its time; this is a bug, please report it")
        }
    }
}

/// Tells the service manager about start and stop. The last of the group: started after and stopped before all others.
private struct ReadinessService: Service {
    let manager: ServiceManager
    let hangup: Hangup?

    func run() async throws {
        manager.ready()
        // Cancellation ends the wait as well as shutdown does.
        try? await gracefulShutdown()
        // The manager already knows of the reload, and would wait for its end.
        if hangup?.wantsRestart != true { manager.stopping() }
    }
}
