internal import ArgumentParser
internal import ClockRuntime
internal import Glibc

/// The options to ask the node of this machine, without broker and coordinator.
struct LocalOptions: ParsableArguments {
    @Flag(help: "Ask the node of this machine, without broker and coordinator.")
    var local = false

    @Option(
        help: ArgumentHelp("Its local socket, where this machine has several nodes; as --local.", valueName: "file"),
        completion: .file())
    var socket: String?

    /// The folder in which systemd puts the sockets of a machine's nodes.
    static let folder = "/run/clocksmith"

    /// Returns the socket to ask; `nil` to ask the site.
    ///
    /// - Throws: ``FatalError`` when this machine has no node, or several.
    func path() throws(FatalError) -> String? {
        if let socket { return socket }
        guard local else { return nil }
        let found = LocalOptions.sockets()
        guard let first = found.first else {
            throw FatalError(
                .unavailable,
                "no node runs on this machine: there is no \(LocalOptions.folder)/node/socket; "
                    + "a node with local_socket in its node.yaml is asked with --socket FILE")
        }
        guard found.count == 1 else {
            throw FatalError(
                .usage,
                "this machine has \(found.count) nodes; say which: "
                    + found.map { "--socket \($0)" }.joined(separator: ", "))
        }
        return first
    }

    /// Returns a command with the option that asks the same place.
    func typed(_ command: String) -> String { command + option }

    /// The option as typed behind a command, with a space before it.
    var option: String { socket.map { " --socket \($0)" } ?? (local ? " --local" : "") }

    /// Sockets of this machine's nodes, ascending by name.
    static func sockets() -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "node" || name.hasPrefix("node-") { names.append("\(folder)/\(name)/socket") }
        }
        return names.filter { access($0, F_OK) == 0 }.sorted()
    }
}
