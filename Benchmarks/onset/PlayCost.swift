import ClockDomain
import ClockNodeAudio
import ClockSound
import FoundationEssentials
import Glibc
import PacedRecording

/// The cost of playing: a ring that repeats for some time on an output that records nothing.
struct PlayCost: Encodable {
    /// The output's rate; at any other than 44,100 the output converts the sound.
    var rate: Int
    var seconds: Double
    /// User and system time of the whole process while it played, of one core.
    var processorPercent: Double
    /// Voluntary switches of the process per second.
    var wakesPerSecond: Double
    /// Resident at the end, in megabytes.
    var residentMegabytes: Double

    var line: String {
        func text(_ value: Double, _ digits: Int) -> String {
            let factor = digits == 2 ? 100.0 : 10
            return "\((value * factor).rounded() / factor)"
        }
        return "\(rate) Hz, \(Int(seconds)) s of ringing: \(text(processorPercent, 2)) % of one core,"
            + " \(text(wakesPerSecond, 1)) wakes/s, \(text(residentMegabytes, 1)) MB resident"
    }

    /// - Throws: when the folder cannot be written, or nothing was played.
    static func measure(rate: Int, seconds: Int, plugin: String) throws -> PlayCost {
        let folder = FileManager.default.temporaryDirectory.path + "/onset-bench-\(getpid())-\(rate)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A folder that remains in the temporary folder does no harm.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = """
            pcm_type.paced { lib "\(plugin)" }
            pcm.out {
                type paced
                rates "\(rate)"
                ppm 40
                granularity_us 1000
                fifo_us 5000
            }

            """
        try Data(configuration.utf8).write(to: URL(filePath: "\(folder)/asound.conf"))
        let player = try Player(
            device: "out", configurationFile: "\(folder)/asound.conf", realtime: false, rings: true)
        player.order(at: MonotonicClock.nanoseconds + 1_000_000_000)
        player.waitForStart(milliseconds: 10_000)
        let before = Usage()
        MonotonicClock.sleep(nanoseconds: Int64(seconds) * 1_000_000_000)
        let after = Usage()
        player.stop()
        guard player.failures.isEmpty, player.onsetErrors.count == 1 else { throw Failure(reasons: player.failures) }
        let elapsed = Double(after.nanoseconds - before.nanoseconds) / 1e9
        return PlayCost(
            rate: rate, seconds: elapsed, processorPercent: (after.processor - before.processor) / elapsed * 100,
            wakesPerSecond: Double(after.switches - before.switches) / elapsed, residentMegabytes: after.resident)
    }

    struct Failure: Error, CustomStringConvertible {
        var reasons: [String]
        var description: String { "nothing was played: \(reasons.joined(separator: "; "))" }
    }

    private struct Usage {
        let nanoseconds = MonotonicClock.nanoseconds
        /// Seconds.
        let processor: Double
        let switches: Int
        /// Megabytes.
        let resident: Double

        init() {
            var usage = rusage()
            // 0 is RUSAGE_SELF, whose type differs between versions of the C library's headers.
            getrusage(0, &usage)
            processor =
                Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
            switches = usage.ru_nvcsw
            // Second number: resident pages. An unreadable value is shown as 0.
            let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            resident = Double(pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Double(getpagesize()) / 1e6
        }
    }
}
