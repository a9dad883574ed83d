import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Glibc
import Synchronization

/// A person who types a page's commands at a site, in a home and a folder of their own.
///
/// The page's absolute paths lie below `root`, in commands and in answers.
final class GuideReader: Sendable {
    struct Ended {
        var code: Int32
        var output: String
    }

    let site: Site
    let stage: GuideStage
    private let folder: TemporaryFolder
    private let done = Mutex<Set<String>>([])
    private var root: String { folder.file("root") }

    static let checkout: String = {
        let levels = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return levels.dropLast(4).joined(separator: "/")
    }()

    init(_ stage: GuideStage) throws {
        self.stage = stage
        folder = try TemporaryFolder("guide")
        let voices = folder.file("root/usr/share/clocksmith/voices")
        site = try Site(
            stage.rooms.map { id in
                var room = Site.Room(id)
                room.voices = voices
                return room
            }, name: "home")
        let state = site.folder.file("state/coordinator")
        try prepare(
            """
            mkdir -p bin root/run home/.local/share/clocksmith/voices work/scripts root/{tmp,mnt/second} \
                root/etc/{clocksmith,credstore,mosquitto/{clocksmith,conf.d}} root/var/{backups,lib/clocksmith} \
                root/usr/share/doc/clocksmith-coordinator/examples \(voices)/{chimes,sounds}
            ln -s \(state) root/var/lib/clocksmith/coordinator
            ln -s \(Self.checkout)/deploy/mosquitto root/usr/share/doc/clocksmith-coordinator/examples/
            cp -r \(Self.checkout)/voices/{german,dolch} home/.local/share/clocksmith/voices/
            ln -s \(Self.checkout)/voices/english home/.local/share/clocksmith/voices/
            ln -s \(BuiltPrograms.voices)/{english,german,dolch} \(voices)/
            mkdir -p "work/.build/debian/packages/$(dpkg --print-architecture)"
            for name in \(GuideStage.replaced.joined(separator: " ")); do
                printf '#!/bin/sh\\necho "'$name' $*" >>\(folder.path)/replaced\\n' >bin/$name
            done
            printf '#!/bin/sh\\n[ "$1" = -u ] || exec "$@"\\n' >bin/sudo
            printf '#!/bin/sh\\n' | tee work/scripts/deb >work/scripts/demo
            printf 'pcm.!default { type paced name "here" }\\n' | cat \(site.folder.file("asound.conf")) - >asound.conf
            cp \(Self.checkout)/voices/english/April.flac work/fanfare.flac
            cat >bin/clockctl <<'PROGRAM'
            #!/bin/sh
            case $1 in
                backup | restore | store)
                    exec \(BuiltPrograms.folder)/clockctl "$@" --state-directory \(root)/var/lib/clocksmith/coordinator ;;
                *) exec \(BuiltPrograms.folder)/clockctl "$@" ;;
            esac
            PROGRAM
            chmod +x bin/* work/scripts/*
            """)
        for (name, text) in stage.files { try folder.write(text, to: "work/\(name)") }
        site.setClock(to: try WallTime(stage.begin), in: .zero)
        for daemon in [site.coordinator] + site.nodes.values {
            daemon.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": "\(site.clockOffset.components.seconds)", "TZ": "Europe/London",
                "CLOCKSMITH_VOICES_DIRECTORY": voices,
            ])
        }
    }

    private func prepare(_ script: String) throws {
        let process = try TestProcess(
            "bash", ["-euc", "cd \(folder.path)\n\(script)"], outputFile: folder.file("prepared"))
        guard process.wait(timeout: .seconds(30)) == 0 else { throw TestFailure("stage: \(process.output)") }
    }

    /// The command lines to be typed before this one, which are returned once.
    func deeds(before line: String) -> [String] {
        stage.meanwhile.filter { deed in
            line.hasPrefix(deed.key) && done.withLock { $0.insert(deed.key).inserted }
        }.flatMap(\.value)
    }

    /// Returns to the reader's folder, in which each block of a page is typed.
    func beginBlock() throws { try folder.write(folder.file("work"), to: "place") }

    /// Types one command line. Where the program asks whether that is meant, the person says yes.
    ///
    /// - Parameter asked: the page shows the question.
    func type(_ line: String, asked: Bool = false) async throws -> Ended {
        let ended = try await type(line, answering: asked)
        guard ended.code == 64, ended.output.contains("nobody is there to ask") else { return ended }
        return try await type(line, answering: true)
    }

    private func type(_ line: String, answering: Bool) async throws -> Ended {
        let isEndless = GuideStage.endless.contains { entry in
            entry.split(separator: "…").allSatisfy { line.contains($0) }
        }
        if line.hasSuffix("--recording house.wav") { try record(to: "house.wav") }
        let output = try TemporaryFolder("typed")
        let typed = try output.write(
            """
            cd "$(cat \(folder.path)/place)"
            stty cols 200 2>/dev/null
            \(below(line))
            code=$?
            pwd >\(folder.path)/place
            exit $code

            """, to: "line")
        let terminal = "script -qe -E never -c 'bash \(typed)' /dev/null"
        let command =
            isEndless
            ? "timeout --preserve-status -s INT 3 \(terminal) </dev/null"
            : answering ? "echo y | \(terminal)" : "bash \(typed)"
        let process = try TestProcess(
            "bash", ["-c", command], environment: environment, outputFile: output.file("output"))
        try await waitUntil(line, timeout: .minutes(3)) { !process.isRunning }
        try await performServices()
        let code = process.wait(timeout: .zero)
        return Ended(
            // On a slow machine the interrupt ends the terminal before the command says goodbye.
            code: isEndless && code == 130 ? 0 : code,
            output: process.output.replacing("\r\n", with: "\n").replacing(root, with: "").replacing(
                site.folder.file("state/coordinator"), with: "/var/lib/clocksmith/coordinator"))
    }

    /// Writes what a microphone in the middle of the house heard in the last minute, two rooms of it late.
    private func record(to name: String) throws {
        let late: [String: Duration] = ["bedroom": .milliseconds(7), "office": .milliseconds(46)]
        try Microphone(site: site, latencies: late).record(
            from: site.now - .minutes(1), to: site.now, to: folder.file("work/\(name)"))
    }

    /// Has a daemon look at a file of the page.
    func check(_ text: String) async throws -> Ended {
        let file = try folder.write(below(text), to: "work/checked.yaml")
        defer { unlink(file) }
        if text.contains("rooms:") { return try await type("clockctl import checked.yaml --dry-run") }
        if text.contains("clips:") {
            let name = text.firstRange(of: "name: ").map { text[$0.upperBound...].prefix { $0.isLetter } } ?? "voice"
            return try await type(
                """
                mkdir \(name) && cp checked.yaml \(name)/voice.yaml && \
                    clockctl voice build ./\(name) --engine espeak-ng --out made-\(name) && \
                    clockctl voice lint ./made-\(name)
                """)
        }
        let id = text.hasPrefix("node:") ? "" : "--node kitchen"
        return try await type("clock-node --config checked.yaml --check-config \(id)")
    }

    private var environment: [String: String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return [
            "PATH": "\(folder.file("bin")):\(BuiltPrograms.folder):\(path):/usr/sbin", "HOME": folder.file("home"),
            "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "", "SHELL": "/bin/bash", "TERM": "xterm",
            "NO_COLOR": "1", "TZ": "Europe/London", "USER": "office", "LOGNAME": "office",
            "ALSA_CONFIG_PATH": folder.file("asound.conf"),
            "CLOCKSMITH_BROKER_HOST": "127.0.0.1", "CLOCKSMITH_BROKER_PORT": "\(site.broker.port)",
            "CLOCKSMITH_CLOCK_OFFSET_SECONDS": "\(site.clockOffset.components.seconds)",
        ]
    }

    /// The line with the page's absolute paths below `root`.
    private func below(_ line: String) -> String {
        line.replacing(/(^|[\s='"<>:])(\/(etc|mnt|run|tmp|var|usr\/share)\/)/) { "\($0.1)\(root)\($0.2)" }
            .replacing("-C / ", with: "-C \(root) ")
    }

    /// Does what `systemctl` was to do.
    private func performServices() async throws {
        let lines = folder.read("replaced").split(separator: "\n")
        unlink(folder.file("replaced"))
        for words in lines.map({ $0.split(separator: " ") }) where words.first == "systemctl" && words.count > 2 {
            for daemon in [site.coordinator] + site.rooms.map({ site.node($0.id) })
            where words.contains(daemon.name == "coordinator" ? "clock-coordinator" : "clock-node")
                || words.contains("clock-node@\(daemon.name)")
            {
                guard ["stop", "start", "restart"].contains(words[1]) else { continue }
                if words[1] != "start", daemon.isRunning { _ = try await daemon.stop() }
                if words[1] != "stop", !daemon.isRunning { try daemon.start() }
            }
            guard site.coordinator.isRunning else { continue }
            try await waitUntil("the coordinator knows all rooms as online", timeout: .seconds(30)) {
                // It may still be starting.
                guard let nodes = try? await site.status().nodes else { return false }
                return nodes.allSatisfy { $0.availability == .online || !site.node($0.id.rawValue).isRunning }
                    && nodes.count == site.rooms.count
            }
        }
    }
}
