internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import FoundationEssentials
internal import Glibc

/// The revision of each alarm that a person at this terminal has seen last, so that clockctl notices a change from an
/// outdated state after any time. Stored in `~/.local/state/clocksmith`; a program that runs clockctl has none.
struct SeenAlarms: Sendable {
    private let path: String?

    /// More alarms than a site can have; a larger file is not ours.
    private static let maximumBytes = 4 << 20

    init(site: SiteID, console: Console) {
        let environment = console.environment
        let folder =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.local/state" }
        path = console.canAsk ? folder.map { "\($0)/clocksmith/seen-\(site).json" } : nil
    }

    /// Returns `nil` for an alarm that was never seen here.
    func revision(of id: AlarmID) -> Int? { all()["\(id)"] }

    /// Records the alarms that a command has shown. A failure shows only later: the next look-up finds nothing.
    func record(_ alarms: [Alarm], isAll: Bool = false) {
        guard let path, isAll || !alarms.isEmpty else { return }
        var seen = isAll ? [:] : all()
        for alarm in alarms { seen["\(alarm.id)"] = alarm.revision }
        var made = ""
        for part in path.split(separator: "/").dropLast() {
            made += "/\(part)"
            mkdir(made, 0o700)
        }
        // Without a writable home there is no record, and the edit uses the revision that it reads itself.
        try? AtomicFile.replace(path, with: Array(JSONOutput.line(seen).utf8), mode: 0o600)
    }

    private func all() -> [String: Int] {
        // Without a file, or with one that is not ours, no alarm was seen.
        guard let path, let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes) else { return [:] }
        return (try? JSONDecoder().decode([String: Int].self, from: Data(bytes))) ?? [:]
    }
}
