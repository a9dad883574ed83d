import ClockDomain
import ClockNodeAudio
import ClockSound
import ClockSoundTestSupport
import ClockTestSupport
import Glibc
import PacedRecording
import Testing

/// Judged by the output behind the server. PulseAudio leaves its output's buffer out of its word until that much has
/// been played.
@Suite("A PulseAudio whose output keeps a second", .fewAtATime, .repeatedWhenHeldUp)
struct DeepServerTests {
    private static let obstacle: String? = {
        do {
            for program in ["pulseaudio", "pactl"] { _ = try TestProcess.find(program) }
        } catch {
            return "\(error); install pulseaudio, pulseaudio-utils and libasound2-plugins"
        }
        return nil
    }()

    /// A quarter of a second, in four periods.
    private static let periodBytes = 44_100
    private static let sound = RenderedPlan(frames: TestSound.softNoise(milliseconds: 300), anchorFrame: 0)

    private let folder: TemporaryFolder
    private let device: PacedDevice
    private let server: TestProcess

    private static func address(_ folder: TemporaryFolder) -> String { "unix:\(folder.file("socket"))" }

    init() async throws {
        let folder = try TemporaryFolder("deep")
        let device = try PacedDevice(
            more: "pcm.server { type pulse server \"\(Self.address(folder))\" device \"room\" }")
        server = try TestProcess(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disable-shm=yes",
                "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(folder.file("socket"))",
                "-L",
                "module-alsa-sink sink_name=room device=\(device.name) tsched=0 fragments=4 "
                    + "fragment_size=\(Self.periodBytes)",
            ],
            environment: [
                "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_RUNTIME_PATH": folder.path,
                "ALSA_CONFIG_PATH": device.configurationFile,
            ],
            outputFile: folder.file("daemon.log"))
        try await waitUntil("PulseAudio's socket") { access(folder.file("socket"), F_OK) == 0 }
        (self.folder, self.device) = (folder, device)
    }

    @Test(
        "Each sound is heard on its instant, and is told so",
        .enabled(if: Self.obstacle == nil, Comment(rawValue: Self.obstacle ?? "")))
    func onsets() async throws {
        let (output, log) = try device.output(device: "server")
        output.probe()
        #expect(try await log.first { if case .probed(.ok) = $0 { true } else { nil } })
        // Only later the time that the server's word takes.
        var traits = try await log.first {
            if case .learned(let traits) = $0, traits.settlingNanoseconds > 0 { traits } else { nil }
        }
        for id in [1, 2] as [UInt64] {
            // As early as a node orders it.
            let target = monotonic(inMilliseconds: 2000 + traits.advanceNanoseconds / 1_000_000)
            _ = output.play(PlayOrder(id: id, sound: Self.sound, targetNanoseconds: target, volume: .full))
            let report = try await log.finished(id)
            let onset = try #require(report.onsetErrorNanoseconds)
            #expect(abs(onset) < 1_000_000)
            let heard = try HeardSound(Self.sound.mixedFrames(), at: target, in: device.recording())
            #expect(abs(heard.windows[0].lateMilliseconds) < 1)
            traits = log.all.compactMap { if case .learned(let traits) = $0 { traits } else { nil } }.last ?? traits
        }
        output.stop()
    }

    @Test(
        "An output that the server has suspended is found so by a probe",
        .enabled(if: Self.obstacle == nil, Comment(rawValue: Self.obstacle ?? "")))
    func suspended() async throws {
        try TestProcess.run("pactl", ["-s", Self.address(folder), "suspend-sink", "room", "1"])
        let (output, log) = try device.output(device: "server")
        output.probe()
        let failure = try await log.first {
            if case .probed(let result) = $0, case .failed(let failure) = result { failure } else { nil }
        }
        #expect(failure.message.contains("does not move yet"))
        #expect(!log.all.contains { if case .probed(.ok) = $0 { true } else { false } })
        try TestProcess.run("pactl", ["-s", Self.address(folder), "suspend-sink", "room", "0"])
        _ = try await log.first { if case .probed(.ok) = $0 { true } else { nil } }
        output.stop()
    }
}
