/// A table that both kinds of store have.
struct StoreTable: Sendable {
    let name: String
    /// The columns that identify and order its lines, before the others.
    let key: [String]
    let others: [String]
    let columns: [String]
    let list: String
    let order: String
    // Commits need the following, so they are made once.
    /// The start of an insertion, before the values.
    let insertion: String
    /// A placeholder for each column.
    let marks: String
    /// The end of an insertion that replaces the line with its key.
    let replacing: String
    /// The statement that inserts a line, or replaces the one with its key.
    let replacement: String

    init(_ name: String, _ key: String, _ others: String) {
        self.name = name
        self.key = key.split(separator: " ").map(String.init)
        self.others = others.split(separator: " ").map(String.init)
        columns = self.key + self.others
        list = columns.joined(separator: ", ")
        order = self.key.joined(separator: ", ")
        insertion = "INSERT INTO \(name) (\(list))"
        marks = (1...columns.count).map { "$\($0)" }.joined(separator: ", ")
        let values = self.others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        replacing = "ON CONFLICT (\(order)) DO UPDATE SET \(values)"
        replacement = "\(insertion) VALUES (\(marks)) \(replacing)"
    }

    /// All tables; those that others refer to go first.
    static let all = [
        site, node, cursor, ledger, quarter, alarm, timer, stopwatch, group, calendar, timetable, ring, change, score,
        sound,
    ]
    static let site = StoreTable(
        "site", "id",
        "store closed_through_s probed_ns last_alarm last_timer last_stopwatch last_change holidays_through "
            + "rings_closed_through_ns withdrawn notices generation")
    static let node = StoreTable(
        "node", "id",
        "first_seen_ns room revision settings availability availability_since_ns zone packs replaces lineage")
    /// The columns of a node that its definition has.
    static let nodeDefinition = StoreTable("node", "id", "first_seen_ns room revision settings packs replaces lineage")
    static let cursor = StoreTable("cursor", "node epoch", "sequence moved")
    static let ledger = StoreTable("ledger", "node epoch sequence", "at_ns received_ns kind entry")
    static let quarter = StoreTable(
        "quarter", "node target_s", "outcome reason detail source wake_latency_ms onset_error_us trips epoch sequence")
    static let alarm = StoreTable("alarm", "id", "definition")
    static let timer = StoreTable("timer", "id", "definition")
    static let stopwatch = StoreTable("stopwatch", "id", "definition")
    static let group = StoreTable("node_group", "id", "definition")
    static let calendar = StoreTable("holiday_calendar", "name", "definition")
    static let timetable = StoreTable("timetable", "name", "definition")
    static let ring = StoreTable(
        "ring", "kind number node due_ns",
        "label outcome reason detail rang_at_ns ended_at_ns snoozes onset_error_us silent_ms stopped_by epoch sequence")
    static let change = StoreTable("change", "number", "at_ns event")
    static let score = StoreTable("score", "learner list word", "box known missed last_ns")
    static let sound = StoreTable(
        "sound", "node play", "target_ns sound label outcome reason detail onset_error_us epoch sequence")
}
