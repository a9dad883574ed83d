import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// The live view on a terminal that util-linux's script makes for it.
@Suite("The live view on a terminal", .timeLimit(.minutes(1)))
struct WatchProcessTests {
    @Test("It follows changes, says when the coordinator goes, and gives the terminal back on q")
    func live() async throws {
        let broker = try TestBroker()
        let coordinator = try StubCoordinator(port: broker.port, .init(status: Sample.healthy))
        try await waitUntil("the coordinator is connected") { coordinator.isConnected }
        let terminal = try Terminal(port: broker.port)
        try await terminal.shows("Kitchen")
        #expect(terminal.output.hasPrefix("\u{1B}[?1049h"))

        coordinator.change { $0.status.nodes[1].room = "Scullery" }
        let topics = Topics(site: Sample.site)
        try coordinator.publish(
            MQTTMessage(topic: topics.availability(Sample.id("kitchen")), payload: Availability.online.payload))
        try await terminal.shows("Scullery")

        await coordinator.stop(sendingWill: true)
        try await terminal.shows("The coordinator is offline")
        broker.stop()
        try await terminal.shows("No connection to the broker")
        terminal.type("q")
        try await waitUntil("watch has ended") { !terminal.process.isRunning }
        #expect(terminal.process.wait(timeout: .zero) == 0)
        #expect(terminal.output.hasSuffix("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test("s stops and z snoozes what rings, and ? explains the keys")
    func keys() async throws {
        let broker = try TestBroker()
        let coordinator = try StubCoordinator(port: broker.port, .init(status: Sample.healthy))
        let bedroom = try StubNode("bedroom", port: broker.port, rings: [Sample.ring("a3", "Work")])
        try await bedroom.settle()
        let terminal = try Terminal(port: broker.port)
        try await terminal.shows("Kitchen")
        terminal.type("?")
        try await terminal.shows("snooze everything that rings")
        terminal.type("?z")
        try await terminal.shows("snooze sent for a3 Work")
        try await waitUntil("the snooze") { bedroom.actions.map(\.kind) == [.snooze] }
        terminal.type("z")
        try await terminal.shows("nothing rings")
        terminal.type("s")
        try await terminal.shows("stop sent for a3 Work")
        try await waitUntil("the stop") { bedroom.actions.map(\.kind) == [.snooze, .stop] }
        terminal.type("q")
        try await waitUntil("watch has ended") { !terminal.process.isRunning }
        await bedroom.stop()
        await coordinator.stop()
    }

    @Test("It waits for a broker that is not there yet, and control-C ends it")
    func lateBroker() async throws {
        let terminal = try Terminal(port: try LoopbackPort.unused())
        try await terminal.shows("connection refused")
        terminal.type("\u{3}")
        try await waitUntil("watch has ended") { !terminal.process.isRunning }
        #expect(terminal.process.wait(timeout: .zero) == 0)
        #expect(terminal.output.hasSuffix("\u{1B}[?1049l"))
    }

    /// A pseudo-terminal of 100 by 30 with the live view on it.
    private final class Terminal {
        let process: TestProcess
        private let folder: TemporaryFolder
        private let keyboard: Int32

        init(port: Int) throws {
            folder = try TemporaryFolder("terminal")
            let fifo = folder.file("keyboard")
            guard mkfifo(fifo, 0o600) == 0 else { throw TestFailure("cannot make \(fifo)") }
            // Open in both ways it waits for nobody, and never ends.
            keyboard = open(fifo, O_RDWR | O_CLOEXEC)
            guard keyboard >= 0 else { throw TestFailure("cannot open \(fifo)") }
            process = try TestProcess(
                "sh",
                [
                    "-c",
                    "exec script -qefc 'stty rows 30 cols 100; exec \"$CLOCKCTL\" watch' /dev/null <\"$KEYBOARD\"",
                ],
                environment: [
                    "CLOCKCTL": try ClockctlProcess.path(), "KEYBOARD": fifo, "CLOCKSMITH_BROKER_PORT": "\(port)",
                    "HOME": folder.path, "XDG_CONFIG_HOME": "", "TZ": "Europe/Berlin", "TERM": "xterm", "NO_COLOR": "1",
                    "SHELL": "/bin/sh",
                ],
                outputFile: folder.file("output"))
        }

        deinit {
            close(keyboard)
        }

        var output: String { process.output }

        func shows(_ text: String) async throws {
            do {
                try await waitUntil("the terminal shows \(text)") { self.output.contains(text) }
            } catch {
                throw TestFailure("\(error); it shows \(output.debugDescription)")
            }
        }

        func type(_ text: String) {
            let bytes = Array(text.utf8)
            _ = write(keyboard, bytes, bytes.count)
        }
    }
}
