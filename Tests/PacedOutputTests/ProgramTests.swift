import ClockDomain
import Foundation
import PacedRecording
import Testing

/// Other people's programs on the output, as a newcomer would use it.
@Suite(.serialized)
struct ProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// `aplay` on the output with a WAV of a rising tone.
    private func aplay(seconds: Int, device: String = "paced", settings: String = "") throws -> Process {
        let definition = """
            </usr/share/alsa/alsa.conf>
            pcm_type.paced { lib "\(modulePath)" }
            pcm.paced { type paced record "\(folder.path)" name "kitchen" \(settings) }
            """
        let configuration = try folder.create("asound.conf", Data(definition.utf8))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/aplay")
        // A large buffer, so that a busy machine does not underrun.
        let buffer = ["--buffer-time=900000", "--period-time=50000"]
        process.arguments = buffer + ["-q", "-D", device, try folder.create("tone.wav", wav(seconds: seconds))]
        process.environment = ["ALSA_CONFIG_PATH": configuration, "LC_ALL": "C"]
        return process
    }

    private func wav(seconds: Int) -> Data {
        let count = seconds * 44_100
        var data = Data("RIFF".utf8)
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        append(UInt32(36 + count * 2))
        data.append(Data("WAVEfmt ".utf8))
        append(UInt32(16))
        append(UInt16(1))
        append(UInt16(1))
        append(UInt32(44_100))
        append(UInt32(88_200))
        append(UInt16(2))
        append(UInt16(16))
        data.append(Data("data".utf8))
        append(UInt32(count * 2))
        for frame in 0..<count { append(Int16(frame % 30_000 + 1)) }
        return data
    }

    @Test("aplay plays one second in about one second, all of it", arguments: ["paced", "plug:paced"])
    func aplayOneSecond(device: String) throws {
        let process = try aplay(seconds: 1, device: device, settings: "ppm 40 granularity_us 1000 fifo_us 5000")
        let before = monotonicNow()
        try process.run()
        process.waitUntilExit()
        let seconds = Double(monotonicNow() - before) / 1e9
        #expect(process.terminationStatus == 0)
        // aplay fills its last period with silence.
        #expect(seconds > 0.99 && seconds < 10)
        let recording = try #require(try folder.recordings().first)
        let heard = try recording.samples()
        #expect(heard.count >= 44_100)
        #expect(heard.prefix(44_100).elementsEqual((0..<44_100).map { Int16($0 % 30_000 + 1) }))
        #expect(heard.dropFirst(44_100).allSatisfy { $0 == 0 })
    }

    @Test("A killed player's recording lacks at most the last 100 ms")
    func killed() throws {
        // On a machine that stalls the recorder gets no processor either, so one of a few attempts has to do it.
        var lost: [Double] = []
        repeat {
            lost.append(try millisecondsLostByKilling(run: lost.count + 1))
        } while lost.last! >= 100 && lost.count < 5
        #expect(lost.last! < 100, "lost \(lost) ms")
    }

    private func millisecondsLostByKilling(run: Int) throws -> Double {
        let process = try aplay(seconds: 20)
        try process.run()
        let limit = monotonicNow() + 10_000_000_000
        while monotonicNow() < limit {
            let runs = try folder.recordings()
            if runs.count == run, runs[run - 1].frameCount >= 22_050 { break }
            usleep(5_000)
        }
        let before = monotonicNow()
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let recording = try #require(try folder.recordings().last)
        #expect(try recording.samples().enumerated().allSatisfy { $0.element == Int16($0.offset % 30_000 + 1) })
        return Double(before - recording.monotonicNanoseconds(atFrame: Double(recording.frameCount))) / 1e6
    }

    @Test("paced-onsets prints one line per sound, in UTC")
    func onsetLines() throws {
        let player = try aplay(seconds: 1)
        try player.run()
        player.waitUntilExit()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: productsFolder + "/paced-onsets")
        process.arguments = [folder.path, "--threshold", "-40"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        try #require(lines.count == 1)
        let fields = lines[0].split(separator: " ")
        // -40 dBFS is 327.68, first reached by frame 327 of a ramp that starts at 1.
        #expect(fields[0] == "kitchen" && fields[1] == "1" && fields[3] == "327")
        let onset = try #require(try OnsetDetector(thresholdDecibels: -40).onsets(in: folder.recordings()[0]).first)
        #expect(WallTime(rfc3339: String(fields[2]))?.nanoseconds == onset.wallNanoseconds)
    }
}
