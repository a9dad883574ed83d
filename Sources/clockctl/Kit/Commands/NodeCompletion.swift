internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// Offers the site's nodes and groups to the shell; the coordinator supplies them.
enum NodeCompletion {
    static let kind = CompletionKind.custom { words, _, _ in names(words) }

    static func names(_ words: [String]) -> [String] {
        asking(words) { link in
            try link.status().result.nodes.map(\.id.rawValue)
                + (try link.definitions().groups.map(\.id.rawValue))
        } ?? []
    }

    static func statuses(_ words: [String]) -> [NodeStatus] { asking(words) { try $0.status().result.nodes } ?? [] }

    /// Returns nothing when the coordinator does not answer quickly: a shell's prompt must not hang or show errors.
    static func asking<Answer>(_ words: [String], _ question: (CoordinatorLink) throws -> Answer) -> Answer? {
        do {
            // Options on the present line count, so that the shell offers the right site's nodes.
            let options = try ConnectionOptions.parse(connectionWords(words))
            let settings = try options.settings(environment: ProcessEnvironment.variables())
            let link = try CoordinatorLink(settings, timeout: .milliseconds(500))
            return try question(link)
        } catch {
            return nil
        }
    }

    /// Returns the connection's options among the words of a line.
    static func connectionWords(_ words: [String]) -> [String] {
        let names: Set<String> = [
            "--broker", "--site", "--config", "--username", "--password-file", "--tls-ca", "--tls-certificate",
            "--tls-key",
        ]
        return zip(words, words.dropFirst()).flatMap { names.contains($0) ? [$0, $1] : [] }
            + words.filter { word in names.contains { word.hasPrefix($0 + "=") } }
    }
}
