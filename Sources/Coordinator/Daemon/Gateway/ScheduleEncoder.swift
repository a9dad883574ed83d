internal import ClockDomain
internal import ClockWire
internal import FoundationEssentials

/// Writes pages of a schedule without encoding the same alarm twice.
///
/// People read ten thousand alarms more often than they change one, and JSON is most of a page's cost. So it keeps each
/// alarm's text, by its revision: among committed alarms, an id and a revision always name the same alarm.
struct ScheduleEncoder: Sendable {
    private struct Written: Sendable {
        var revision: Int
        var json: [UInt8]
    }

    private var alarms: [AlarmID: Written] = [:]
    /// The most alarms that it keeps; beyond it, some must have been removed.
    private static let limit = 20_000
    /// The start of a page without alarms: keys are sorted.
    private static let start = Array("{\"result\":{\"alarms\":[".utf8)

    /// Returns the reply's bytes, the same as `WireCodec` writes.
    mutating func encode(_ page: SchedulePage) -> [UInt8] {
        var empty = page
        empty.alarms = []
        let frame = WireCodec.encode(Reply(result: empty))
        guard frame.starts(with: Self.start) else {
            preconditionFailure("a page begins with \(String(decoding: frame.prefix(40), as: UTF8.self))")
        }
        if alarms.count > Self.limit { alarms = [:] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes = Self.start
        bytes.reserveCapacity(frame.count + page.alarms.count * 256)
        for (index, definition) in page.alarms.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += json(definition, encoder)
        }
        bytes += frame[Self.start.count...]
        return bytes
    }

    private mutating func json(_ definition: AlarmDefinition, _ encoder: JSONEncoder) -> [UInt8] {
        let id = definition.alarm.id
        if let written = alarms[id], written.revision == definition.alarm.revision { return written.json }
        do {
            let json = Array(try encoder.encode(definition))
            alarms[id] = Written(revision: definition.alarm.revision, json: json)
            return json
        } catch {
            // As in WireCodec: every definition can be written as JSON.
            preconditionFailure("alarm \(id) cannot be written as JSON: \(error)")
        }
    }
}
