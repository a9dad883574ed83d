import ClockTestSupport
import FoundationEssentials
import Glibc

/// A PipeWire daemon of a test's own, in a temporary folder, with the session manager's rules for who plays where. It has no
/// card, and needs no message bus.
final class PipeWire: SoundServer {
    /// The reason that there can be none; `nil` when there can.
    static let obstacle: String? = {
        do {
            for program in ["pipewire", "wireplumber", "pw-record"] { _ = try TestProcess.find(program) }
        } catch {
            return "\(error); install pipewire, pipewire-bin and wireplumber"
        }
        return plugin == nil ? "there is no ALSA plugin for PipeWire; scripts/test fetches it" : nil
    }()

    /// ALSA's plugin: the system's, or the one that scripts/test has fetched, as Debian does not install it beside PulseAudio.
    private static let plugin: String? = {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        for folder in ["/usr/lib", "\(root)/.build/pipewire-alsa/usr/lib"] {
            // Nothing to list is nothing to find.
            for machine in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let file = "\(folder)/\(machine)/alsa-lib/libasound_module_pcm_pipewire.so"
                if access(file, R_OK) == 0 { return file }
            }
        }
        return nil
    }()

    /// One output, `room`, that plays at the pace of a clock and is heard by nobody.
    private static let configuration = """
        context.properties = { core.daemon = true, core.name = pipewire-0, support.dbus = false }
        context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert, support.* = support/libspa-support }
        context.modules = [
            { name = libpipewire-module-protocol-native }
            { name = libpipewire-module-metadata }
            { name = libpipewire-module-client-node }
            { name = libpipewire-module-access }
            { name = libpipewire-module-adapter }
            { name = libpipewire-module-link-factory }
            { name = libpipewire-module-session-manager }
        ]
        context.objects = [
            { factory = adapter
              args = {
                factory.name = support.null-audio-sink, node.name = room, media.class = Audio/Sink
                audio.position = [ FL FR ], object.linger = true
              } }
        ]

        """

    private let folder: TemporaryFolder
    private var daemons: [TestProcess] = []
    private var listeners: [SoundListener] = []

    private var socket: String { folder.file("pipewire-0") }

    init() throws {
        folder = try TemporaryFolder("pipewire")
        try folder.write(Self.configuration, to: "server.conf")
    }

    deinit { kill() }

    func alsa(_ name: String) -> String {
        """
        pcm_type.pipewire { lib "\(Self.plugin ?? "")" }
        pcm.\(name) { type pipewire server "\(socket)" playback_node "room" }
        """
    }

    func start() async throws {
        kill()
        daemons.append(
            try TestProcess(
                "pipewire", ["-c", folder.file("server.conf")], environment: environment,
                outputFile: folder.file("daemon.log")))
        try await waitUntil("PipeWire's socket") { access(socket, F_OK) == 0 }
        daemons.append(
            try TestProcess(
                "wireplumber", ["-c", "policy.conf"], environment: environment,
                outputFile: folder.file("session-manager.log")))
    }

    func kill() {
        for daemon in daemons { daemon.kill() }
        daemons.removeAll()
        listeners.removeAll()
        unlink(socket)
    }

    func listen() throws -> SoundListener {
        let file = folder.file("heard-\(listeners.count)-\(UInt32.random(in: 0 ... .max)).raw")
        let process = try TestProcess(
            "pw-record",
            [
                "--target", "room", "-P", "{ stream.capture.sink=true }", "--format", "s16", "--rate", "44100",
                "--channels", "1", "--latency", "20ms", file,
            ],
            environment: environment, outputFile: folder.file("listener.log"))
        let listener = SoundListener(file: file, process: process)
        listeners.append(listener)
        return listener
    }

    private var environment: [String: String] {
        [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path,
            "XDG_STATE_HOME": folder.file("state"), "PIPEWIRE_RUNTIME_DIR": folder.path,
        ]
    }
}
