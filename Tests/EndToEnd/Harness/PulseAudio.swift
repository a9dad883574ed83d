import ClockTestSupport
import Glibc

/// A PulseAudio daemon of a test's own, in a temporary folder, with an output without a card that somebody listens to.
final class PulseAudio: SoundServer {
    /// The reason that there can be none; `nil` when there can.
    static let obstacle: String? = {
        do {
            for program in ["pulseaudio", "parec"] { _ = try TestProcess.find(program) }
        } catch {
            return "\(error); install pulseaudio, pulseaudio-utils and libasound2-plugins"
        }
        return nil
    }()

    let socket: String
    private let folder: TemporaryFolder
    private var daemon: TestProcess?
    private var listeners: [SoundListener] = []

    init() throws {
        folder = try TemporaryFolder("pulse")
        socket = folder.file("socket")
    }

    deinit { kill() }

    func alsa(_ name: String) -> String { "pcm.\(name) { type pulse server \"unix:\(socket)\" device \"room\" }" }

    func start() async throws {
        kill()
        daemon = try TestProcess(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disable-shm=yes",
                "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
                "-L", "module-null-sink sink_name=room",
            ],
            environment: environment, outputFile: folder.file("daemon.log"))
        try await waitUntil("PulseAudio's socket") { access(socket, F_OK) == 0 }
    }

    func kill() {
        daemon?.kill()
        daemon = nil
        listeners.removeAll()
        unlink(socket)
    }

    func listen() throws -> SoundListener {
        let file = folder.file("heard-\(listeners.count)-\(UInt32.random(in: 0 ... .max))")
        let process = try TestProcess(
            "parec",
            [
                "--server=unix:\(socket)", "--device=room.monitor", "--raw", "--format=s16le", "--rate=44100",
                "--channels=1", "--latency-msec=20", file,
            ],
            environment: environment, outputFile: folder.file("listener.log"))
        let listener = SoundListener(file: file, process: process)
        listeners.append(listener)
        return listener
    }

    private var environment: [String: String] {
        ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_RUNTIME_PATH": folder.path]
    }
}
