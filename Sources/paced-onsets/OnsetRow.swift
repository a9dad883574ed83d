import ClockDomain
import FoundationEssentials
import PacedRecording

/// One onset in printed form.
struct OnsetRow: Encodable {
    var recording: String
    var run: Int
    var wall: String
    var wallNanoseconds: Int64
    var monotonicNanoseconds: Int64
    var frame: Int
    var peakDecibels: Double

    enum CodingKeys: String, CodingKey {
        case recording, run, wall, frame
        case wallNanoseconds = "wall_ns"
        case monotonicNanoseconds = "monotonic_ns"
        case peakDecibels = "peak_dbfs"
    }

    init(recording: Recording, onset: Onset) {
        self.recording = recording.header.name
        run = recording.header.run
        wall = WallTime(nanoseconds: onset.wallNanoseconds).rfc3339
        wallNanoseconds = onset.wallNanoseconds
        monotonicNanoseconds = onset.monotonicNanoseconds
        frame = onset.frame
        peakDecibels = (onset.peakDecibels * 10).rounded() / 10
    }

    var line: String { "\(recording) \(run) \(wall) \(frame) \(peakDecibels)" }

    static func json(_ rows: [OnsetRow]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(rows), as: UTF8.self)
    }
}
