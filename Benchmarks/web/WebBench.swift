import ArgumentParser

/// Measures a server of live pages from its viewers' side.
@main
struct WebBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web-bench",
        abstract: "Measures a server of live pages on this machine from its viewers' side.",
        discussion: "Prints JSON; times are in milliseconds.",
        subcommands: [LatencyCommand.self, ViewCommand.self, RawCommand.self])
}

/// The watched stream.
struct StreamOptions: ParsableArguments {
    @Option(help: "The server's port.") var port: UInt16
    @Option(help: "The stream's path.") var path = "/api/v1/events"
    @Option(help: "A cookie as NAME=VALUE, for a login.") var cookie: String?
    @Flag(help: "The stream is a WebSocket's messages, in place of server-sent events.") var websocket = false

    /// - Parameter receiveBytes: see ``LoopbackSocket``.
    func open(receiveBytes: Int32? = nil) throws -> LiveStream {
        try LiveStream(port: port, path: path, isWebSocket: websocket, cookie: cookie, receiveBytes: receiveBytes)
    }
}
