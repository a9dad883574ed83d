public import ClockDomain

/// A row of the table of node settings.
///
/// Everything that treats all settings alike follows ``all``: the codecs of ``ClockDomain/NodeSettings`` and
/// ``SettingsPatch``, `clockctl set` with its help and completion, lines about changes, `node show`, export and import,
/// and the simulator's traces and checkers.
public struct NodeSetting: Sendable {
    /// The name in messages, in the store and in exports.
    public let key: String
    public let name: String
    /// The form of a value that people type.
    public let form: String
    /// The meaning, in one line of the help of `clockctl set`.
    public let summary: String
    public let kind: Kind
    /// False where `node show` tells it with another setting.
    public let hasRow: Bool

    public typealias Path<Value> = any WritableKeyPath<NodeSettings, Value> & Sendable

    /// The type of the value, its place, and its meaning where a message or the store has none.
    ///
    /// An older program wrote messages without the setting. So its meaning there never changes, even if the default of
    /// new nodes does; `nil` for the settings that every program wrote.
    public enum Kind: Sendable {
        case volume(Path<Volume>, absent: Volume? = nil)
        case flag(Path<Bool>, absent: Bool? = nil)
        /// In two members: an older program knows the first alone, and no instant mutes it.
        case mute(Path<Mute>)
        case quiet(Path<[QuietPeriod]>, absent: [QuietPeriod]? = nil)
        case every(Path<AnnouncementInterval>, absent: AnnouncementInterval? = nil)
        case chime(Path<Chime>, absent: Chime? = nil)
        case voice(Path<String>, absent: String? = nil)
        case calendars(Path<[String]>, absent: [String]? = nil)
        /// Microseconds, within the range.
        case delay(Path<Int>, ClosedRange<Int>, absent: Int? = nil)
    }

    init(_ key: String, as name: String? = nil, _ kind: Kind, _ form: String, _ summary: String, hasRow: Bool = true) {
        self.key = key
        self.name = name ?? key
        self.form = form
        self.summary = summary
        self.kind = kind
        self.hasRow = hasRow
    }

    /// The members that have its value in messages, in the store and in exports.
    public var keys: [String] {
        if case .mute = kind { [key, MuteSetting.end.stringValue] } else { [key] }
    }

    /// The name as people type it.
    public var word: String { String(name.map { $0 == " " ? "-" : $0 }) }

    /// Every setting, in the order in which people read them.
    public static let all = [
        NodeSetting("volume", .volume(\.volume), "0-100", "how loud, in percent"),
        NodeSetting(
            "muted", as: "mute", .mute(\.mute), "2h|until 7:00|on|off", "no announcements for so long", hasRow: false),
        NodeSetting("quiet", .quiet(\.quiet), "10pm-7am|off", "not then; by days: sat-sun 10pm-9am; commas between"),
        NodeSetting("holidays", .calendars(\.holidays, absent: []), "NAME|none", "not on the days of these calendars"),
        NodeSetting("every", .every(\.every), "15|30|60|off", "announce every so many minutes"),
        NodeSetting("chime", .chime(\.chime), "NAME", "none, strike, count, westminster, or an own one"),
        NodeSetting("voice", .voice(\.voice), "NAME", "the voice pack"),
        NodeSetting(
            "self_wake", as: "self-wake", .flag(\.selfWake), "on|off", "whether a node speaks when no wake came"),
        NodeSetting(
            "volume_floor", as: "volume floor", .volume(\.volumeFloor, absent: .silent), "0-100",
            "nothing is quieter, alarms neither", hasRow: false),
        NodeSetting(
            "volume_ceiling", as: "volume ceiling", .volume(\.volumeCeiling, absent: .full), "0-100",
            "nothing is louder", hasRow: false),
        NodeSetting(
            "trim_us", as: "trim", .delay(\.trimMicroseconds, NodeSettings.trimRange, absent: 0), "+12.5ms",
            "how much later than it says the output is heard"),
    ]

    /// The row of a property of ``ClockDomain/NodeSettings``; traps when the table has none.
    static func at(_ path: PartialKeyPath<NodeSettings>) -> NodeSetting {
        guard let setting = all.first(where: { $0.field.anyPath == path }) else {
            preconditionFailure("NodeSetting.all has no row for \(path)")
        }
        return setting
    }

    /// True when both have the same value here.
    public func isEqual(_ one: NodeSettings, _ other: NodeSettings) -> Bool { field.isEqual(one, other) }

    /// Returns the value in words: `60 %`, `on`, `until 15:30`, `22:00-07:00`.
    ///
    /// - Parameter moment: the words for an instant.
    public func words(_ settings: NodeSettings, _ moment: (WallTime) -> String) -> String {
        switch kind {
        case .volume(let path, _): "\(settings[keyPath: path].percent) %"
        case .flag(let path, _): settings[keyPath: path] ? "on" : "off"
        case .mute(let path):
            switch settings[keyPath: path] {
            case .off: "off"
            case .on: "on"
            case .until(let end): "until \(moment(end))"
            }
        case .quiet(let path, _):
            settings[keyPath: path].isEmpty ? "off" : settings[keyPath: path].map(\.description).joined(separator: ", ")
        case .every(let path, _): settings[keyPath: path].rawValue
        case .chime(let path, _): settings[keyPath: path].rawValue
        case .voice(let path, _): settings[keyPath: path]
        case .calendars(let path, _):
            settings[keyPath: path].isEmpty ? "none" : settings[keyPath: path].joined(separator: ", ")
        case .delay(let path, _, _): TrimWords.words(settings[keyPath: path])
        }
    }

    var field: any NodeSettingField {
        switch kind {
        case .volume(let path, let absent): StoredSetting(path: path, absent: absent)
        case .flag(let path, let absent): StoredSetting(path: path, absent: absent)
        case .mute(let path): MuteSetting(path: path)
        case .quiet(let path, let absent):
            StoredSetting(path: path, absent: absent) {
                $0.count <= NodeSettings.maximumQuietPeriods
                    ? nil : "\($0.count) quiet periods are over the limit of \(NodeSettings.maximumQuietPeriods)"
            }
        case .every(let path, let absent): StoredSetting(path: path, absent: absent)
        case .chime(let path, let absent): StoredSetting(path: path, absent: absent)
        case .voice(let path, let absent):
            StoredSetting(path: path, absent: absent) {
                NodeSettings.isVoiceName($0) ? nil : "\"\($0.prefix(40))\" is not the name of a voice pack"
            }
        case .calendars(let path, let absent):
            StoredSetting(path: path, absent: absent) {
                $0.isEmpty || CalendarNames($0)?.names == $0
                    ? nil : "not the names of up to \(CalendarNames.maximum) calendars, ascending"
            }
        case .delay(let path, let range, let absent):
            StoredSetting(path: path, absent: absent) { range.contains($0) ? nil : "\($0) us is not in \(range)" }
        }
    }
}
