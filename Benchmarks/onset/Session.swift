import ClockDomain
import ClockNodeAudio
import FoundationEssentials
import Glibc
import PacedRecording
import Synchronization

/// Several equal paced outputs, their recordings in a temporary folder, and one player for each.
final class Session {
    private let output: OutputModel
    private let folder: String
    private let players: [Player]
    private let aheadMilliseconds: Int

    /// - Throws: when the folder cannot be written or a player cannot be started.
    init(
        output: OutputModel, plugin: String, parallel: Int, aheadMilliseconds: Int, realtime: Bool, rings: Bool
    ) throws {
        self.output = output
        self.aheadMilliseconds = aheadMilliseconds
        // In memory if the system offers that: a disk that other programs keep busy would hold up the recorders.
        let memory = "/dev/shm"
        let parent = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
        folder = "\(parent)/onset-bench-\(getpid())-\(output.name)"
        var configuration = "pcm_type.paced { lib \"\(plugin)\" }\n"
        for index in 0..<parallel {
            let records = "\(folder)/out\(index)"
            try FileManager.default.createDirectory(atPath: records, withIntermediateDirectories: true)
            configuration += """
                pcm.out\(index) {
                    type paced
                    name "out\(index)"
                    ppm \(output.ppm)
                    granularity_us \(output.granularityMicroseconds)
                    fifo_us \(output.fifoMicroseconds)
                    record "\(records)"
                }

                """
        }
        let file = "\(folder)/asound.conf"
        try Data(configuration.utf8).write(to: URL(filePath: file))
        var players: [Player] = []
        for index in 0..<parallel {
            players.append(
                try Player(device: "out\(index)", configurationFile: file, realtime: realtime, rings: rings))
        }
        self.players = players
    }

    func removeFiles() {
        players.forEach { $0.stop() }
        // A folder that remains in the temporary folder does no harm.
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Plays `count` sounds, shared among the outputs, and reads the recordings.
    func measure(count: Int, hogs: Int) throws -> Measurement {
        var generator = SystemRandomNumberGenerator()
        var remaining = count
        while remaining > 0 {
            let batch = players.prefix(remaining)
            for player in batch {
                // A random instant within 100 ms, so that outputs and rounds do not fall into step.
                let spread = Int64.random(in: 0..<100_000_000, using: &generator)
                player.order(at: MonotonicClock.nanoseconds + Int64(aheadMilliseconds) * 1_000_000 + spread)
            }
            for player in batch { player.waitForOutcome(milliseconds: aheadMilliseconds + 10_000) }
            remaining -= batch.count
        }
        let heard = try heardErrors()
        let reported = players.flatMap(\.onsetErrors)
        return Measurement(
            output: output.name, hogs: hogs, ordered: count, heardCount: heard.count,
            underruns: players.reduce(0) { $0 + $1.underruns }, heard: heard.isEmpty ? nil : .init(errors: heard),
            reported: reported.isEmpty ? nil : .init(errors: reported),
            failures: Array(players.flatMap(\.failures).prefix(5)), limitMilliseconds: output.limitMilliseconds)
    }

    /// For each instant, the distance of its sound; omits instants without a sound within 0.5 s.
    private func heardErrors() throws -> [Int64] {
        var errors: [Int64] = []
        for (index, player) in players.enumerated() {
            let onsets = try Recording.list(in: "\(folder)/out\(index)").flatMap { recording in
                try OnsetDetector().onsets(in: recording).map(\.monotonicNanoseconds)
            }
            for target in player.targets {
                let nearest = onsets.map { $0 - target }.min { $0.magnitude < $1.magnitude }
                if let nearest, nearest.magnitude < 500_000_000 { errors.append(nearest) }
            }
        }
        return errors
    }
}
