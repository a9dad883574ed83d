import ClockDomain
import ClockWire
import Foundation
import GRDB
import Testing

@testable import ClockCoordinatorStore

/// Messages and stores contain values and no defaults. A new default needs a migration of the stored values.
struct DefaultsTests {
    private struct Defaults: Codable {
        var alarm = RingStyle.alarm
        var timer = RingStyle.timer
        var misfire = MisfirePolicy.standard
        var settings = NodeSettings.standard
    }

    /// The defaults since a migration, the newest last. Add an entry with a new migration, and change none.
    private static let history = [
        (
            migration: "10 values that were left out",
            defaults: #"{"alarm":{"limit_min":10,"ramp_s":0,"snooze_min":9,"sound":"bells","tell_unanswered":true},"#
                + #""misfire":{"ring_within_min":30},"settings":{"chime":"strike","every":"15","muted":false,"#
                + #""quiet":[],"self_wake":true,"trim_us":0,"voice":"english","volume":80,"volume_ceiling":100,"#
                + #""volume_floor":0},"timer":{"limit_min":10,"ramp_s":0,"snooze_min":0,"sound":"beeps","#
                + #""tell_unanswered":true}}"#
        ),
        (
            migration: "13 calendars of rooms, and timers that speak",
            defaults: #"{"alarm":{"limit_min":10,"ramp_s":0,"snooze_min":9,"sound":"bells","tell_unanswered":true},"#
                + #""misfire":{"ring_within_min":30},"settings":{"chime":"strike","every":"15","holidays":[],"#
                + #""muted":false,"#
                + #""quiet":[],"self_wake":true,"trim_us":0,"voice":"english","volume":80,"volume_ceiling":100,"#
                + #""volume_floor":0},"timer":{"limit_min":10,"ramp_s":0,"snooze_min":0,"sound":"beeps","#
                + #""tell_unanswered":true}}"#
        ),
    ]

    @Test func aDefaultChangesWithAMigrationOnly() throws {
        let last = try #require(Self.history.last)
        #expect(
            try json(Defaults()) == last.defaults,
            "write the values of \(last.migration) into what is stored by a new migration, and add an entry here")
        let migrations = StoreSchema.migrator.migrations
        #expect(Self.history.map(\.migration) == migrations.filter(Set(Self.history.map(\.migration)).contains))
    }

    @Test func anAlarmSaysEverything() throws {
        let alarm: Alarm = try read(
            #"{"id":"a1","revision":1,"schedule":{"repetition":{"once":true},"time":"07:00"}}"#)
        // The meaning of absence, for ever.
        #expect(
            try json(alarm)
                == #"{"enabled":true,"id":"a1","label":"","misfire":{"ring_within_min":30},"revision":1,"#
                + #""ring":{"limit_min":10,"ramp_s":0,"snooze_min":9,"sound":"bells","tell_unanswered":true},"#
                + #""schedule":{"counts_from":"1970-01-01T00:00:00.000Z","exceptions":[],"holidays":[],"#
                + #""repetition":{"once":true},"skips":[],"time":"07:00"},"speaks":false}"#)
    }

    @Test func aTimerSaysEverything() throws {
        let timer: CountdownTimer = try read(
            #"{"id":"t1","revision":1,"seconds":60,"state":{"remaining_ms":1000}}"#)
        #expect(
            try json(timer)
                == #"{"id":"t1","name":"","revision":1,"#
                + #""ring":{"limit_min":10,"ramp_s":0,"snooze_min":0,"sound":"beeps","tell_unanswered":true},"#
                + #""seconds":60,"speaks":false,"state":{"remaining_ms":1000},"vouched":false}"#)
    }

    @Test func aStopwatchAndACalendarSayEverything() throws {
        let stopwatch: Stopwatch = try read(#"{"id":"s1","revision":1,"state":{"elapsed_ms":0}}"#)
        #expect(
            try json(stopwatch)
                == #"{"id":"s1","laps":[],"name":"","revision":1,"state":{"elapsed_ms":0},"vouched":false}"#)
        let calendar: HolidayCalendar = try read(#"{"name":"berlin","days":[{"on":"2026-12-25"}]}"#)
        #expect(try json(calendar) == #"{"days":[{"name":"","on":"2026-12-25"}],"name":"berlin"}"#)
    }

    @Test func settingsSayEverything() throws {
        let settings: NodeSettings = try read(
            #"{"volume":35,"muted":true,"quiet":[],"every":"30","chime":"none","voice":"german","self_wake":false}"#)
        #expect(
            try json(settings)
                == #"{"chime":"none","every":"30","holidays":[],"muted":true,"quiet":[],"self_wake":false,"trim_us":0,"#
                + #""voice":"german","volume":35,"volume_ceiling":100,"volume_floor":0}"#)
    }

    private func read<Value: Decodable>(_ json: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
