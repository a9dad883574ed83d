internal import ClockDomain
internal import ClockWire
internal import FoundationEssentials

/// Writes pages of a schedule without writing the same alarm twice.
///
/// People look at ten thousand alarms more often than they change one, and JSON is most of what a page costs. So each
/// alarm's text is kept, by its revision: of what is committed, an id and a revision are always the same alarm.
struct ScheduleEncoder: Sendable {
    private struct Written: Sendable {
        var revision: Int
        var json: [UInt8]
    }

    private var alarms: [AlarmID: Written] = [:]
    /// Alarms that are kept; with more, some must have been removed.
    private static let limit = 20_000
    /// How a page without alarms begins: keys are sorted.
    private static let start = Array("{\"result\":{\"alarms\":[".utf8)

    /// The reply's bytes, the same as `WireCodec` writes.
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
            // As in WireCodec: no definition holds what JSON cannot.
            preconditionFailure("alarm \(id) cannot be written as JSON: \(error)")
        }
    }
}
