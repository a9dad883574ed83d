internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// Offers the site's definitions to the shell; the coordinator supplies them.
enum SiteCompletion {
    static let alarms = kind { names($0.alarms.map { ("\($0.alarm.id)", $0.alarm.label) }) }
    static let timers = kind { names($0.timers.map { ("\($0.timer.id)", $0.timer.name) }) }
    static let stopwatches = kind { names($0.stopwatches.map { ("\($0.id)", $0.name) }) }
    /// The words for a ring: alarms, timers, and rooms and groups for everything that rings there.
    static let rings = CompletionKind.custom { words, _, _ in
        NodeCompletion.asking(words) { link in
            let site = try link.schedule()
            return names(site.alarms.map { ("\($0.alarm.id)", $0.alarm.label) })
                + names(site.timers.map { ("\($0.timer.id)", $0.timer.name) }) + NodeCompletion.names(words)
        } ?? []
    }
    /// Sounds that rooms hold for playing.
    static let plays = CompletionKind.custom { words, _, _ in
        Set(NodeCompletion.statuses(words).flatMap { $0.plays.map(\.id) }).sorted()
    }
    static let days = CompletionKind.list([
        "daily", "weekdays", "weekends", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "mon-fri",
    ])
    /// The zones of this machine's tz database: a line each has code, place, name and remark (zone1970.tab).
    static let zones = CompletionKind.custom { _, _, _ in
        let folder = ZoneDatabase(environment: ProcessEnvironment.variables()).folder
        // Without the list the shell offers nothing.
        let bytes = (try? AtomicFile.read("\(folder)/zone1970.tab", limit: 1 << 20)) ?? []
        let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line -> String? in
            let columns = line.split(separator: "\t")
            return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
        }
        return ["node"] + names
    }
    static let groups = kind { $0.groups.map(\.id.rawValue) }
    static let calendars = kind { $0.holidays.map(\.name) }

    private static func kind(_ names: @escaping @Sendable (SiteSchedule) -> [String]) -> CompletionKind {
        .custom { words, _, _ in
            NodeCompletion.asking(words) { link in names(try link.schedule()) } ?? []
        }
    }

    /// Returns a name if only one thing has it and the shell can offer it without quotes, else the id.
    static func names(_ things: [(id: String, name: String)]) -> [String] {
        things.map { thing in
            let isWord = thing.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            let sharing = things.count(where: { $0.name.lowercased() == thing.name.lowercased() })
            return !thing.name.isEmpty && isWord && sharing == 1 ? thing.name : thing.id
        }
    }
}
