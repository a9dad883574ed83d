/// The paced output's description of one run, written at its start. docs/paced-output.md describes the format.
public struct RecordingHeader: Sendable, Equatable, Codable {
    /// Bytes before the first frame.
    static let byteCount = 512

    /// Version of the format; 1.
    public var version: Int
    /// The output's `name` setting, for example the room.
    public var name: String
    /// The process that played.
    public var pid: Int
    /// Number of the run within that process, counted from 1 over all its outputs.
    public var run: Int
    public var format: SampleFormat
    /// 1...8.
    public var channels: Int
    /// Nominal rate in frames per second, 8,000...192,000.
    public var rate: Int
    /// Frames per second as heard, crystal error included.
    public var heardRate: Double
    /// CLOCK_MONOTONIC in nanoseconds when frame 0 left the converter, FIFO included.
    public var startMonotonicNanoseconds: Int64
    /// CLOCK_REALTIME - CLOCK_MONOTONIC in nanoseconds at the start.
    public var wallOffsetNanoseconds: Int64
    /// The settings of the run.
    public var ppm: Double
    public var granularityMicroseconds: Int
    public var fifoMicroseconds: Int
    public var swallowMilliseconds: Int

    enum CodingKeys: String, CodingKey {
        case version = "paced"
        case name, pid, run, format, channels, rate
        case heardRate = "heard_rate"
        case startMonotonicNanoseconds = "start_monotonic_ns"
        case wallOffsetNanoseconds = "wall_offset_ns"
        case ppm
        case granularityMicroseconds = "granularity_us"
        case fifoMicroseconds = "fifo_us"
        case swallowMilliseconds = "swallow_ms"
    }

    /// The first number with which no positions can be computed, in words; nil without one.
    var fault: String? {
        if version != 1 { return "recording format \(version) is not known here, only 1" }
        if !(1...8).contains(channels) { return "\(channels) channels; 1 to 8 are possible" }
        if !(8_000...192_000).contains(rate) { return "rate \(rate); 8000 to 192000 are possible" }
        if !(heardRate > 1_000 && heardRate < 1_000_000) { return "heard rate \(heardRate) is impossible" }
        // Sums of two of these and the length of any file stay within 64 bits.
        let bound = Int64.max / 4
        if startMonotonicNanoseconds.magnitude > bound || wallOffsetNanoseconds.magnitude > bound {
            return "start time is impossible"
        }
        return nil
    }
}
