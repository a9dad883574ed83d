package import ArgumentParser

/// A command that does its work on a console.
package protocol ClockctlCommand: ParsableCommand {
    /// - Throws: ``FatalError`` or ``RequestError`` for the person.
    func run(on console: Console) async throws
}

package protocol CoordinatorCommand: ClockctlCommand {
    var connection: ConnectionOptions { get }
    /// Timeout of a request, unless the person gives one.
    static var standardTimeout: Duration { get }

    func run(on console: Console, asking link: CoordinatorLink) async throws
}

extension CoordinatorCommand {
    package static var standardTimeout: Duration { .seconds(5) }

    package func run(on console: Console) async throws { try await runAtSite(on: console) }

    /// Runs with a connection to the coordinator, by way of the broker.
    package func runAtSite(on console: Console) async throws {
        let settings = try connection.settings(environment: console.environment)
        settings.warnings.forEach(console.warn)
        let link = try CoordinatorLink(settings, timeout: connection.timeout(standard: Self.standardTimeout))
        do {
            try await run(on: console, asking: link)
        } catch {
            await link.close()
            throw error
        }
        await link.close()
    }
}
