internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire
internal import ClockctlKit

extension VoicePushCommand: CoordinatorCommand {
    static let standardTimeout: Duration = .seconds(15)

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let pushed = try PushedPack(shelf.shelf(console).find(pack))
        let reference = pushed.list.reference
        let names = NodeNames(link: link)
        let ids = all ? try names.known().map(\.id) : try names.identify(self.names)
        guard !ids.isEmpty else {
            throw FatalError(.badData, "site \(link.settings.site) has no node to push to: none has reported yet")
        }
        let sender = PackSender(link: link)
        let progress = WorkProgress(of: pushed.list.bytes >> 10, "KiB sent", console: console)
        try sender.upload(pushed) { done, _ in progress.show(done >> 10) }
        progress.finish()
        _ = try names.explainingUnknown(ids) {
            try link.request(PushRequest(pack: reference.digest, nodes: ids).asked(by: link.settings.person))
        }
        if !output.json {
            console.write([
                StyledText(reference.name, .bold)
                    + StyledText(
                        " (\(reference.digest.short), \(pushed.list.files.count) files, \(PackWords.size(reference.bytes)))"
                    )
            ])
        }
        let outcome = try PushFollower(sender: sender, console: console, pack: reference)
            .follow(ids, telling: !output.json)
        if output.json {
            console.write(
                JSONOutput.text(PushDocument(pack: reference, files: pushed.list.files.count, nodes: outcome)))
        }
        guard outcome.allSatisfy({ $0.report?.state == .ready || !$0.isOnline }) else { throw SilentFailure() }
    }
}

/// The output of `clockctl voice push --json`.
struct PushDocument: Encodable {
    var pack: PackReference
    var files: Int
    var nodes: [PushedNode]
}
