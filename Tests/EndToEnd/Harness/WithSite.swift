import ClockTestSupport

/// Runs a test with a site; when it fails, the programs' logs are printed with it.
func withSite(_ site: Site, _ body: (Site) async throws -> Void) async throws {
    do {
        try await body(site)
    } catch {
        var text = "--- logs of the failed site, its clock \(site.clockOffset) ahead ---\n"
        for daemon in [site.coordinator] + site.rooms.map({ site.node($0.id) }) {
            text += "--- \(daemon.name)\n"
            // Without the service group's long lines about its own start and end.
            let lines = daemon.log.split(separator: "\n").filter { !$0.contains(" sl-") }
            text += lines.suffix(80).joined(separator: "\n") + "\n"
        }
        print(text)
        throw error
    }
}
