import ClockNodeAudio
import FoundationEssentials
import Glibc
import PacedRecording
import Testing

/// One paced output with an ALSA configuration of its own, in a temporary folder that goes with it.
final class PacedDevice: Sendable {
    let folder: String
    let name = "room"

    var configurationFile: String { "\(folder)/asound.conf" }
    /// While this file exists the device is busy.
    var busyFile: String { "\(folder)/busy" }
    /// Once this file exists the device is gone.
    var vanishFile: String { "\(folder)/vanish" }
    /// While this file exists the device is asleep.
    var suspendFile: String { "\(folder)/suspend" }

    /// - Parameters:
    ///   - settings: lines of the output's definition beyond name, folder and the files.
    ///   - more: further lines of the configuration file.
    init(_ settings: String = "", more: String = "") throws {
        folder = try Self.temporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder)/heard", withIntermediateDirectories: true)
        let configuration = """
            pcm_type.paced { lib "\(try Self.plugin())" }
            pcm.\(name) {
                type paced
                name "\(name)"
                record "\(folder)/heard"
                busy_while "\(busyFile)"
                vanish_when "\(vanishFile)"
                suspend_while "\(suspendFile)"
                \(settings)
            }
            ctl_type.paced { lib "\(try Self.plugin())" }
            ctl.\(name) {
                type paced
                file "\(mixerFile)"
            }
            \(more)

            """
        try Data(configuration.utf8).write(to: URL(filePath: configurationFile))
    }

    // A folder that stays behind in the temporary folder harms no test.
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    static let harshSettings = "ppm 40\n granularity_us 1000\n fifo_us 5000"

    /// In memory where the system offers that: a disk that other programs keep busy would hold up the recorders.
    static func temporaryFolder() throws -> String {
        let memory = "/dev/shm"
        let parent = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
        var template = Array("\(parent)/audio-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil, "no temporary folder")
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func create(_ file: String) throws { try Data().write(to: URL(filePath: file)) }
    func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: file) }

    /// Holds the mixer's setting: left and right of 0...31, and 1 for on.
    var mixerFile: String { "\(folder)/mixer" }

    /// Returns the recordings, one for each run, earliest first.
    func recordings() throws -> [Recording] { try Recording.list(in: "\(folder)/heard") }

    func recording() throws -> Recording {
        let all = try recordings()
        return try #require(all.last, "nothing was recorded")
    }

    /// Returns the recording of the only run, from beginning to end.
    func onlyRecording() throws -> Recording {
        let all = try recordings()
        try #require(all.count == 1, "\(all.count) runs: the output was opened anew, or this computer is too busy")
        return all[0]
    }

    /// - Parameter stallMilliseconds: the time for which each report of a probe holds up the output's thread; that
    ///   report is then not logged.
    func output(
        device: String? = nil, trimMicroseconds: Int = 0, keepOpenSeconds: Int = 0, mixer: MixerSetting? = nil,
        stallMilliseconds: Int64? = nil
    ) throws -> (AudioOutput, EventLog) {
        let log = EventLog(of: self)
        let output = try AudioOutput(
            .init(
                device: device ?? name, latencyTrimMicroseconds: trimMicroseconds,
                keepOpenSeconds: keepOpenSeconds, mixer: mixer,
                alsaConfigurationFile: configurationFile, asksForRealTimePriority: false)
        ) { event in
            if case .probed = event, let stallMilliseconds {
                MonotonicClock.sleep(nanoseconds: stallMilliseconds * 1_000_000)
            } else {
                log.append(event)
            }
        }
        return (output, log)
    }

    /// The output's library, which the build leaves beside the test program.
    private static func plugin() throws -> String {
        var buffer: [CChar] = .init(repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let program = String(decoding: buffer.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let path = URL(filePath: program).deletingLastPathComponent()
            .appending(component: "libasound_module_pcm_paced.so").path
        try #require(access(path, R_OK) == 0, "\(path) is not built")
        return path
    }
}
