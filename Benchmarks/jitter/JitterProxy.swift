import ArgumentParser
import Glibc

/// A TCP relay on loopback that delays all bytes, in each direction separately, for a random time.
@main
struct JitterProxy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jitter-proxy",
        abstract: "Relays TCP connections on loopback and delays their bytes.",
        discussion: """
            Stands between programs and their broker, to see how they do on a network whose messages wait in queues. \
            What arrives together is held up together, for anything between nothing and the given time, drawn each \
            time and for each direction; order is kept. Runs until it is stopped.
            """)

    @Option(help: "The port to listen on, on 127.0.0.1.") var listen: UInt16
    @Option(help: "The port to connect to, on 127.0.0.1.") var connect: UInt16
    @Option(help: "The longest delay, in milliseconds.") var jitterMs = 5.0
    @Option(help: "Draws the times: the same seed draws the same.") var seed: UInt64 = 1

    func validate() throws {
        guard (0...10_000).contains(jitterMs) else { throw ValidationError("--jitter-ms must be 0 to 10000") }
    }

    func run() throws {
        // The error of a write shows that a peer has gone.
        signal(SIGPIPE, SIG_IGN)
        var relay = try Relay(
            listen: listen, connect: connect, longestHold: Int64(jitterMs * 1e6), seed: seed)
        print("relaying 127.0.0.1:\(listen) to 127.0.0.1:\(connect)")
        fflush(nil)
        try relay.run()
    }
}
