import ArgumentParser
import FoundationEssentials
import Glibc

/// Plays sounds at planned instants on paced outputs and prints their onset errors, as heard and as reported.
@main
struct OnsetBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onset-bench",
        abstract: "Measures the onset errors of sounds.",
        discussion: """
            Plays on the project's paced ALSA output and reads from its recordings when each sound was heard. Without \
            --ppm, --granularity-us and --fifo-us it measures a perfect output and a harsh one (40 ppm, 1 ms, 5 ms). \
            Each is measured on the idle computer and then with busy loops running.
            """)

    @Option(help: "Sounds per output and load.") var count = 100
    @Option(help: "Busy-loop processes for the loaded run; 0 leaves it out.") var hogs = 4
    @Option(help: "Outputs that play at the same time.") var parallel = 8
    @Option(help: "Milliseconds from a sound's order to its instant.") var aheadMs = 2000
    @Option(help: "The output's crystal error in parts per million.") var ppm: Double?
    @Option(help: "Step of the output's pointer in microseconds.") var granularityUs: Int?
    @Option(help: "The output's hidden FIFO in microseconds.") var fifoUs: Int?
    @Option(help: "The paced output's library. Default: the one beside this program.") var plugin: String?
    @Flag(help: "Measure rings instead of announcements.") var ring = false
    @Option(help: "Measure instead the cost of this many seconds of ringing at 44,100 and 48,000 Hz.") var costSeconds:
        Int?
    @Option(help: "Measure instead how far apart two outputs are while they ring for this many seconds.")
    var staySeconds: Int?
    @Flag(help: "Ask for real-time priority.") var realtime = false
    @Flag(help: "Fail when a standard output is worse than promised.") var check = false
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: .hidden) var burn = false

    func validate() throws {
        guard (1...10_000).contains(count) else { throw ValidationError("--count must be 1 to 10000") }
        guard (1...32).contains(parallel) else { throw ValidationError("--parallel must be 1 to 32") }
        guard (0...256).contains(hogs) else { throw ValidationError("--hogs must be 0 to 256") }
        guard (1...3600).contains(costSeconds ?? 1) else { throw ValidationError("--cost-seconds must be 1 to 3600") }
        guard (1...7200).contains(staySeconds ?? 1) else { throw ValidationError("--stay-seconds must be 1 to 7200") }
        guard (50...60_000).contains(aheadMs) else { throw ValidationError("--ahead-ms must be 50 to 60000") }
    }

    func run() throws {
        if burn { return BusyLoops.burn() }
        let plugin = try pluginPath()
        if let costSeconds { return try measureCost(costSeconds, plugin) }
        if let staySeconds { return try measureStaying(staySeconds, plugin) }
        var results: [Measurement] = []
        for load in hogs > 0 ? [0, hogs] : [0] {
            let loops = try BusyLoops(count: load)
            defer { loops.end() }
            for output in outputs {
                let bench = try Session(
                    output: output, plugin: plugin, parallel: parallel, aheadMilliseconds: aheadMs, realtime: realtime,
                    rings: ring)
                defer { bench.removeFiles() }
                let result = try bench.measure(count: count, hogs: load)
                if !json { print(result.line) }
                results.append(result)
            }
        }
        if json { try printJSON(results) }
        if check, results.contains(where: { !$0.isWithinLimit }) { throw ExitCode.failure }
    }

    private func measureCost(_ seconds: Int, _ plugin: String) throws {
        let results = try [44_100, 48_000].map { rate in
            let result = try PlayCost.measure(rate: rate, seconds: seconds, plugin: plugin)
            if !json { print(result.line) }
            return result
        }
        if json { try printJSON(results) }
        // The promise for an output without conversion.
        if check, results[0].processorPercent >= 1 { throw ExitCode.failure }
    }

    private func measureStaying(_ seconds: Int, _ plugin: String) throws {
        let results = try (hogs > 0 ? [0, hogs] : [0]).map { load in
            let result = try Staying.measure(seconds: seconds, hogs: load, plugin: plugin)
            if !json { print(result.line) }
            return result
        }
        if json { try printJSON(results) }
        if check, results.contains(where: { !$0.isWithinLimit }) { throw ExitCode.failure }
    }

    private func printJSON(_ results: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        print(String(decoding: try encoder.encode(results), as: UTF8.self))
    }

    private var outputs: [OutputModel] {
        guard ppm != nil || granularityUs != nil || fifoUs != nil else { return [.perfect, .harsh] }
        return [
            OutputModel(
                name: "custom", ppm: ppm ?? 0, granularityMicroseconds: granularityUs ?? 0,
                fifoMicroseconds: fifoUs ?? 0, limitMilliseconds: nil)
        ]
    }

    private func pluginPath() throws -> String {
        var buffer: [CChar] = .init(repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let program = String(decoding: buffer.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let path = plugin ?? "\(folder)/libasound_module_pcm_paced.so"
        guard access(path, R_OK) == 0 else {
            throw ValidationError("\(path) is not there; build it with: swift build --product asound_module_pcm_paced")
        }
        return path
    }
}
