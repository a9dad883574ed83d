internal import ClockDomain
internal import ClockRuntime
internal import ClockWire
internal import ClockYAML
internal import FoundationEssentials

/// Reads a site document, every value by the rules of the protocol, and reports faults by file, line and value.
struct SiteDocumentReader {
    /// Far more than 10,000 alarms need.
    static let maximumBytes = 16 << 20

    /// The beginning of messages, such as the file's path.
    let source: String

    func read(_ text: String) throws(FatalError) -> SiteDocument {
        let root: YAMLNode?
        do throws(YAMLError) { root = try YAMLNode.read(text) } catch { throw problem(error.line, error.message) }
        guard let root, !root.isNull else { throw FatalError(.badData, "\(source): is empty") }
        let pairs = try self.pairs(root, "the file")
        guard let format = pairs.first(where: { $0.key.scalar == "format" })?.value else {
            throw FatalError(
                .badData, "\(source): has no format; add the line \"format: \(SiteDocument.format)\" if it is an export"
            )
        }
        guard PlainValue(format) == .int(SiteDocument.format) else {
            throw problem(format.line, "format \(shown(format)) is not known here, only \(SiteDocument.format)")
        }
        var document = SiteDocument()
        for pair in pairs {
            switch pair.key.scalar {
            case "format": break
            case "rooms": document.rooms = try rooms(pair.value)
            case "groups": document.groups = try groups(pair.value)
            case "holidays": document.calendars = try calendars(pair.value)
            case "timetables": document.timetables = try timetables(pair.value)
            case "alarms": document.alarms = try alarms(pair.value)
            default: throw unknown(pair.key, among: ["format", "rooms", "groups", "holidays", "timetables", "alarms"])
            }
        }
        return document
    }

    // MARK: Sections

    private func rooms(_ node: YAMLNode) throws(FatalError) -> [SiteDocument.Room] {
        var rooms: [SiteDocument.Room] = []
        for pair in try pairs(node, "rooms") {
            guard let id = pair.key.scalar.flatMap({ NodeID($0) }) else {
                throw problem(pair.key.line, "room \(shown(pair.key)) is not an id; use \(NodeID.rule)")
            }
            var room = SiteDocument.Room(id: id, name: nil, settings: SettingsPatch(), line: pair.key.line)
            for field in try pairs(pair.value, "room \(id)") {
                switch field.key.scalar {
                case "name":
                    guard let name = field.value.scalar, RenameRequest.isRoomName(name) else {
                        throw problem(
                            field.value.line, "name \(shown(field.value)) must be 1 to 64 characters on one line")
                    }
                    room.name = name
                case "settings":
                    try checkKeys(field.value, Self.settingsKeys)
                    room.settings = try decode(SettingsPatch.self, field.value, "settings of \(id)")
                default: throw unknown(field.key, among: ["name", "settings"])
                }
            }
            rooms.append(room)
        }
        return rooms
    }

    private func groups(_ node: YAMLNode) throws(FatalError) -> [SiteDocument.Group] {
        var groups: [SiteDocument.Group] = []
        for pair in try pairs(node, "groups") {
            guard let id = pair.key.scalar.flatMap({ GroupID($0) }) else {
                throw problem(pair.key.line, "group \(shown(pair.key)) is not an id; use \(NodeID.rule)")
            }
            let nodes = try decode([NodeID].self, pair.value, "group \(id)")
            guard !nodes.isEmpty else { throw problem(pair.key.line, "group \(id) has no room; take it out") }
            groups.append(.init(group: NodeGroup(id: id, nodes: nodes), line: pair.key.line))
        }
        return groups
    }

    private func calendars(_ node: YAMLNode) throws(FatalError) -> [SiteDocument.Calendar] {
        var calendars: [SiteDocument.Calendar] = []
        for pair in try pairs(node, "holidays") {
            guard let name = pair.key.scalar, HolidayCalendar.isName(name) else {
                throw problem(pair.key.line, "calendar \(shown(pair.key)) must be \(HolidayCalendar.nameRule)")
            }
            try checkKeys(pair.value, ["name", "on"])
            let days = try decode([HolidayCalendar.Day].self, pair.value, "calendar \(name)")
            guard days.count <= HolidayCalendar.maximumDays else {
                throw problem(pair.key.line, "calendar \(name) has over \(HolidayCalendar.maximumDays) days")
            }
            calendars.append(.init(calendar: HolidayCalendar(name: name, days: days), line: pair.key.line))
        }
        return calendars
    }

    private func timetables(_ node: YAMLNode) throws(FatalError) -> [SiteDocument.Table] {
        var timetables: [SiteDocument.Table] = []
        for pair in try pairs(node, "timetables") {
            guard let name = pair.key.scalar, Timetable.isName(name) else {
                throw problem(pair.key.line, "timetable \(shown(pair.key)) must be \(Timetable.nameRule)")
            }
            try checkKeys(pair.value, Self.timetableKeys)
            let timetable = try decode(Timetable.self, pair.value, "timetable \(name)", adding: ["name": .text(name)])
            timetables.append(.init(timetable: timetable, line: pair.key.line))
        }
        return timetables
    }

    private func alarms(_ node: YAMLNode) throws(FatalError) -> [SiteDocument.Alarm] {
        guard case .sequence(let entries) = node.content else {
            if node.isNull { return [] }
            throw problem(node.line, "alarms must be a list; begin each with \"- \"")
        }
        var alarms: [SiteDocument.Alarm] = []
        var lines: [AlarmID: Int] = [:]
        for entry in entries {
            try checkKeys(entry, Self.alarmKeys)
            var alarm = SiteDocument.Alarm(
                id: nil, draft: try decode(AlarmDraft.self, entry, "alarm").portable, line: entry.line)
            if let id = try pairs(entry, "alarm").first(where: { $0.key.scalar == "id" })?.value {
                guard let known = id.scalar.flatMap({ AlarmID($0) }) else {
                    throw problem(id.line, "id \(shown(id)) is not an alarm's, such as a7")
                }
                if let earlier = lines.updateValue(id.line, forKey: known) {
                    throw problem(id.line, "id \(known) is there twice, first in line \(earlier)")
                }
                alarm.id = known
            }
            alarms.append(alarm)
        }
        return alarms
    }

    // MARK: Keys

    private static let settingsKeys = Set(NodeSetting.all.flatMap(\.keys))
    private static let alarmKeys: Set<String> = [
        "id", "label", "enabled", "speaks", "holidays", "schedule", "schedule.time", "schedule.sun",
        "schedule.sun.event", "schedule.sun.offset_min", "schedule.sun.position", "schedule.repetition",
        "schedule.repetition.once", "schedule.repetition.date", "schedule.repetition.days",
        "schedule.repetition.rule", "schedule.repetition.rule.weeks", "schedule.repetition.rule.days",
        "schedule.repetition.rule.from", "schedule.repetition.rule.month_day",
        "schedule.repetition.rule.month_weekday", "schedule.repetition.rule.place",
        "schedule.repetition.program", "schedule.zone",
        "schedule.skips", "schedule.exceptions", "ring", "ring.sound", "ring.volume", "ring.ramp_s", "ring.limit_min",
        "ring.tell_unanswered", "ring.plays",
        "ring.snooze_min", "misfire", "misfire.ring_within_min", "misfire.report_only", "targets", "targets.nodes",
        "targets.groups",
    ]

    private static let timetableKeys: Set<String> = [
        "weeks", "weeks.days", "weeks.from", "weeks.through", "weeks.program", "cycle", "cycle.start", "cycle.days",
        "cycle.programs", "calendars", "events", "events.words", "events.program", "dates", "dates.on",
        "dates.program", "hand", "hand.date", "hand.parts", "hand.parts.since", "hand.parts.program",
        "hand.parts.delay_min", "hand.parts.silent_until", "hand.parts.silent_after", "hand.parts.by",
        "hand.parts.at",
    ]

    private func checkKeys(_ node: YAMLNode, _ known: Set<String>, below path: String = "") throws(FatalError) {
        switch node.content {
        case .scalar: return
        case .sequence(let elements): for element in elements { try checkKeys(element, known, below: path) }
        case .mapping:
            for pair in try pairs(node, path.isEmpty ? "this" : path) {
                let name = path + (pair.key.scalar ?? "")
                guard known.contains(name) else {
                    let siblings = known.filter { $0.hasPrefix(path) && !$0.dropFirst(path.count).contains(".") }
                    throw unknown(pair.key, among: siblings.map { String($0.dropFirst(path.count)) }.sorted())
                }
                try checkKeys(pair.value, known, below: name + ".")
            }
        }
    }

    /// Returns the pairs of a mapping, each name once.
    private func pairs(_ node: YAMLNode, _ what: String) throws(FatalError) -> [YAMLNode.Pair] {
        guard case .mapping(let pairs) = node.content else {
            if node.isNull { return [] }
            throw problem(node.line, "\(what) must hold \"name: value\" lines, not \(shown(node))")
        }
        var lines: [String: Int] = [:]
        for pair in pairs {
            if let earlier = lines.updateValue(pair.key.line, forKey: pair.key.scalar ?? "") {
                throw problem(pair.key.line, "\(shown(pair.key)) is there twice, first in line \(earlier); remove one")
            }
        }
        return pairs
    }

    private func unknown(_ key: YAMLNode, among known: [String]) -> FatalError {
        let advice =
            nearest(to: key.scalar ?? "", among: known).map { "did you mean \"\($0)\"?" }
            ?? "known are \(known.joined(separator: ", "))"
        return problem(key.line, "unknown name \(shown(key)); \(advice)")
    }

    // MARK: Values

    private func decode<Value: Decodable>(
        _ type: Value.Type, _ node: YAMLNode, _ what: String, adding fields: [String: PlainValue] = [:]
    ) throws(FatalError) -> Value {
        do {
            var value = PlainValue(node)
            if !fields.isEmpty, value == .null { value = .map([:]) }
            if case .map(let own) = value { value = .map(own.merging(fields) { $1 }) }
            return try JSONDecoder().decode(type, from: JSONEncoder().encode(value))
        } catch DecodingError.keyNotFound(let key, let context) {
            throw problem(place(context.codingPath, in: node).line, "\(what): \(key.stringValue) is missing")
        } catch DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context) {
            let found = place(context.codingPath, in: node)
            let name = context.codingPath.last { $0.intValue == nil }.map { "\($0.stringValue): " } ?? ""
            let wanted =
                switch type {
                case is String.Type: "must be a text, in quotes"
                case is Bool.Type: "must be true or false"
                case is Int.Type: "must be a whole number, without quotes"
                default: "has another form than it should"
                }
            throw problem(found.line, "\(what): \(name)\(shown(found)) \(wanted)")
        } catch DecodingError.dataCorrupted(let context) {
            throw problem(place(context.codingPath, in: node).line, "\(what): \(context.debugDescription)")
        } catch {
            throw problem(node.line, "\(what): \(error)")
        }
    }

    /// Returns the value at the end of a path, or the last existing one on the way.
    private func place(_ path: [any CodingKey], in node: YAMLNode) -> YAMLNode {
        path.reduce(node) { node, key in
            switch node.content {
            case .sequence(let elements) where elements.indices.contains(key.intValue ?? -1):
                elements[key.intValue ?? 0]
            case .mapping(let pairs): pairs.first { $0.key.scalar == key.stringValue }?.value ?? node
            default: node
            }
        }
    }

    private func problem(_ line: Int, _ message: String) -> FatalError {
        FatalError(.badData, "\(source):\(line): \(message)")
    }

    private func shown(_ node: YAMLNode) -> String {
        guard case .scalar(let text, let quoted) = node.content else { return "what is here" }
        // A number in place of a text appears as in the file.
        return !quoted && Int(text) != nil ? text : "\"\(Label.fitted(text))\""
    }
}
