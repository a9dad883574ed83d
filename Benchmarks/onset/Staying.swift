import ClockDomain
import ClockNodeAudio
import ClockSound
import FoundationEssentials
import Glibc
import PacedRecording
import Synchronization

/// Two outputs, 100 ppm fast and slow, ring one sound: how far apart they are as heard, second by second.
struct Staying: Encodable {
    var seconds: Int
    var hogs: Int
    /// Between the two outputs.
    var apart: Measurement.Spread?
    /// From the instants, of both outputs.
    var strayed: Measurement.Spread?
    /// Between the two outputs in the last second, milliseconds.
    var lastMilliseconds: Double?
    var underruns: Int

    /// The promised 99th percentile, milliseconds.
    static let limitMilliseconds = 0.05

    var isWithinLimit: Bool { apart.map { $0.p99 <= Self.limitMilliseconds } ?? false }

    var line: String {
        let load = hogs == 0 ? "idle" : "\(hogs) hogs"
        let last = lastMilliseconds.map { "\(($0 * 1000).rounded() / 1000)" } ?? "nothing"
        return [
            "\(seconds) s at 100 ppm fast and slow, \(load): \(underruns) underruns, promised p99"
                + " \(Self.limitMilliseconds): \(isWithinLimit ? "kept" : "BROKEN")",
            "  ms           median       p99       max",
            "  apart     \(apart?.text ?? " nothing")",
            "  strayed   \(strayed?.text ?? " nothing")",
            "  apart in the last second: \(last)",
        ].joined(separator: "\n")
    }

    private static let partFrames = 4410

    /// - Throws: when the folder cannot be written, or an output cannot be started.
    static func measure(seconds: Int, hogs: Int, plugin: String) throws -> Staying {
        let memory = "/dev/shm"
        let parent = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
        let folder = "\(parent)/onset-bench-\(getpid())-staying"
        // A folder that remains in the temporary folder does no harm.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var configuration = "pcm_type.paced { lib \"\(plugin)\" }\n"
        let rooms = [("fast", 100), ("slow", -100)]
        for (name, ppm) in rooms {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            configuration += """
                pcm.\(name) {
                    type paced
                    name "\(name)"
                    ppm \(ppm)
                    granularity_us 1000
                    fifo_us 5000
                    record "\(folder)/\(name)"
                }

                """
        }
        let file = "\(folder)/asound.conf"
        try Data(configuration.utf8).write(to: URL(filePath: file))

        let loops = try BusyLoops(count: hogs)
        defer { loops.end() }
        let frames = noise
        let target = MonotonicClock.nanoseconds + 3_000_000_000
        let order = RingSoundOrder(
            id: 1, sound: RingSound(frames: frames), targetNanoseconds: target, volume: .full, rampSeconds: 0)
        let outputs = try rooms.map { name, _ in
            let output = try AudioOutput(
                .init(device: name, alsaConfigurationFile: file, asksForRealTimePriority: false)
            ) { _ in }
            _ = output.ring(order)
            return output
        }
        MonotonicClock.sleep(nanoseconds: Int64(seconds + 3) * 1_000_000_000)
        outputs.forEach { $0.stop() }

        let recordings = try rooms.map { try Recording.list(in: "\(folder)/\($0.0)") }
        let heard = try recordings.map { try strays(in: $0, of: frames, seconds: seconds, target: target) }
        let apart = (0..<seconds).compactMap { second -> Int64? in
            guard let fast = heard[0][second], let slow = heard[1][second] else { return nil }
            return fast - slow
        }
        let all = heard.joined().compactMap { $0 }
        return Staying(
            seconds: seconds, hogs: hogs, apart: apart.isEmpty ? nil : .init(errors: apart),
            strayed: all.isEmpty ? nil : .init(errors: all),
            lastMilliseconds: apart.last.map { Double($0.magnitude) / 1e6 },
            underruns: recordings.reduce(0) { $0 + max(0, $1.count - 1) })
    }

    /// Two seconds of noise without its highest tones, which an interpolated peak shows well.
    private static var noise: [Int16] {
        var generator = SystemRandomNumberGenerator()
        let white = (0..<88_200).map { _ in Int.random(in: -12_000...12_000, using: &generator) }
        return white.indices.map { index in
            Int16((0..<8).reduce(0) { $0 + white[(index + $1) % white.count] } / 4)
        }
    }

    /// For each second how late it was heard, in nanoseconds; `nil` where it was not heard.
    private static func strays(
        in recordings: [Recording], of frames: [Int16], seconds: Int, target: Int64
    ) throws -> [Int64?] {
        try (0..<seconds).map { second in
            let first = second * RenderedPlan.sampleRate % frames.count
            let finder = ReferenceFinder(reference: Array(frames[first..<first + partFrames]))
            let instant = target + Int64(second) * 1_000_000_000
            for recording in recordings {
                let elapsed = Double(instant - recording.header.startMonotonicNanoseconds) / 1e9
                let near = Int(elapsed * recording.header.heardRate)
                guard (0..<recording.frameCount).contains(near),
                    let match = try finder.bestMatch(in: recording, frames: near - 2205..<near + 2205 + partFrames),
                    match.correlation > 0.98
                else { continue }
                return recording.monotonicNanoseconds(atFrame: match.frame) - instant
            }
            return nil
        }
    }
}
