internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// Offers what is defined at the site to the shell, asking the coordinator.
enum SiteCompletion {
    static let alarms = kind { $0.alarms.map { name($0.alarm.id, $0.alarm.label) } }
    static let timers = kind { $0.timers.map { name($0.timer.id, $0.timer.name) } }
    static let stopwatches = kind { $0.stopwatches.map { name($0.id, $0.name) } }
    static let groups = kind { $0.groups.map(\.id.rawValue) }
    static let calendars = kind { $0.holidays.map(\.name) }

    private static func kind(_ names: @escaping @Sendable (SiteSchedule) -> [String]) -> CompletionKind {
        .custom { words, _, _ in
            NodeCompletion.asking(words) { link in names(try link.schedule()) } ?? []
        }
    }

    /// A name where the shell can offer it without quotes, else the id.
    private static func name(_ id: some CustomStringConvertible, _ name: String) -> String {
        let isWord = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        return isWord ? name : "\(id)"
    }
}
