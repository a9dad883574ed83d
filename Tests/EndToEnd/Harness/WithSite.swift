import ClockTestSupport

/// Runs a test with a site; when it fails, the programs' logs are printed with it.
func withSite(_ site: Site, _ body: (Site) async throws -> Void) async throws {
    do {
        try await body(site)
    } catch {
        var text = "--- logs of the failed site, its clock \(site.clockOffset) ahead ---\n"
        for daemon in [site.coordinator] + site.rooms.map({ site.node($0.id) }) {
            text += "--- \(daemon.name)\n"
            text += daemon.log.split(separator: "\n").suffix(80).joined(separator: "\n") + "\n"
        }
        print(text)
        throw error
    }
}
