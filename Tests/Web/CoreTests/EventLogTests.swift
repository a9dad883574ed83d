import ClockWebCore
import Testing

/// The events that a stream still has to send, by its place.
struct EventLogTests {
    @Test func aStreamThatHasHadNothingGetsASnapshot() {
        var log = EventLog<[UInt8]>(maximumEvents: 3, maximumBytes: 100)
        #expect(log.read(from: nil) == .snapshot(place: 0))
        append([1], &log)
        #expect(log.read(from: nil) == .snapshot(place: 1))
    }

    @Test func aStreamGetsWhatCameSinceInOrder() {
        var log = EventLog<[UInt8]>(maximumEvents: 3, maximumBytes: 100)
        append([1], &log)
        append([2], &log)
        #expect(log.read(from: 0) == .event([1], place: 1))
        #expect(log.read(from: 1) == .event([2], place: 2))
        #expect(log.read(from: 2) == .nothing)
    }

    @Test func aStreamThatReadsTooSlowlyGetsASnapshotInPlaceOfWhatItMissed() {
        var log = EventLog<[UInt8]>(maximumEvents: 3, maximumBytes: 100)
        for event in 0..<5 { append([UInt8(event)], &log) }
        #expect(log.read(from: 1) == .snapshot(place: 5))
        #expect(log.read(from: 2) == .event([2], place: 3))
    }

    @Test func bytesAreBoundedAsWell() {
        var log = EventLog<[UInt8]>(maximumEvents: 100, maximumBytes: 10)
        append([UInt8](repeating: 0, count: 6), &log)
        append([UInt8](repeating: 1, count: 6), &log)
        #expect(log.read(from: 0) == .snapshot(place: 2))
        #expect(log.read(from: 1) == .event([UInt8](repeating: 1, count: 6), place: 2))
        append([UInt8](repeating: 2, count: 20), &log)
        #expect(log.read(from: 2) == .snapshot(place: 3))
    }

    private func append(_ event: [UInt8], _ log: inout EventLog<[UInt8]>) { log.append(event, size: event.count) }
}
