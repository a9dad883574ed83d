import ClockTestSupport
import FoundationEssentials
import Glibc

/// A PulseAudio daemon of a test's own, in a temporary folder, with an output without a card that somebody listens to.
final class PulseAudio {
    /// Why there can be none; `nil` where there can.
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
    private var listeners: [Listener] = []

    /// Writes down what the output plays from when it began, as one channel of 16 bits at 44,100 Hz.
    struct Listener {
        let file: String
        fileprivate let process: TestProcess

        /// How long after the first frame that was written down something was heard; `nil` while nothing was.
        func firstSound() throws -> Duration? {
            // It is made with the first frames.
            guard access(file, F_OK) == 0 else { return nil }
            let bytes = try Data(contentsOf: URL(filePath: file))
            guard let first = bytes.firstIndex(where: { $0 != 0 }) else { return nil }
            return .microseconds(first / 2 * 1_000_000 / 44_100)
        }
    }

    init() throws {
        folder = try TemporaryFolder("pulse")
        socket = folder.file("socket")
    }

    deinit { kill() }

    /// A line of an ALSA configuration for a device of this name that plays there.
    func alsa(_ name: String) -> String { "pcm.\(name) { type pulse server \"unix:\(socket)\" device \"room\" }" }

    /// Starts the daemon and waits until it lets programs in.
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

    /// Ends the daemon at once, and with it those who listen.
    func kill() {
        daemon?.kill()
        daemon = nil
        listeners.removeAll()
        unlink(socket)
    }

    /// Listens from now on.
    func listen() throws -> Listener {
        let file = folder.file("heard-\(listeners.count)-\(UInt32.random(in: 0 ... .max))")
        let process = try TestProcess(
            "parec",
            [
                "--server=unix:\(socket)", "--device=room.monitor", "--raw", "--format=s16le", "--rate=44100",
                "--channels=1", "--latency-msec=20", file,
            ],
            environment: environment, outputFile: folder.file("listener.log"))
        let listener = Listener(file: file, process: process)
        listeners.append(listener)
        return listener
    }

    private var environment: [String: String] {
        ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_RUNTIME_PATH": folder.path]
    }
}
