internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire
internal import FoundationEssentials
internal import Glibc

/// Which revision of each alarm a person at this terminal has seen last, so that a change from what is no longer true is
/// noticed however long ago that was. Kept in `~/.local/state/clocksmith`; a program that asks has none.
struct SeenAlarms: Sendable {
    private let path: String?

    /// More alarms than a site can have; what is larger is no file of ours.
    private static let maximumBytes = 4 << 20

    init(site: SiteID, console: Console) {
        let environment = console.environment
        let folder =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.local/state" }
        path = console.canAsk ? folder.map { "\($0)/clocksmith/seen-\(site).json" } : nil
    }

    /// `nil` where the alarm was never seen here.
    func revision(of id: AlarmID) -> Int? { all()["\(id)"] }

    /// Remembers what was shown. What cannot be kept is not missed before it is looked for, and then nothing is known.
    func note(_ alarms: [Alarm], isAll: Bool = false) {
        guard let path, isAll || !alarms.isEmpty else { return }
        var seen = isAll ? [:] : all()
        for alarm in alarms { seen["\(alarm.id)"] = alarm.revision }
        var made = ""
        for part in path.split(separator: "/").dropLast() {
            made += "/\(part)"
            mkdir(made, 0o700)
        }
        // A home that cannot be written to has no memory, and the change goes by the revision that is read then.
        try? AtomicFile.replace(path, with: Array(JSONOutput.line(seen).utf8), mode: 0o600)
    }

    private func all() -> [String: Int] {
        // Without a file, or with one that is not ours, nothing was seen.
        guard let path, let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes) else { return [:] }
        return (try? JSONDecoder().decode([String: Int].self, from: Data(bytes))) ?? [:]
    }
}
