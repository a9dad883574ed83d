internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit

extension VoiceBuildCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let kind = try SpeechEngineKind(engine)
        let site = try BuildSite(
            source, language: made.language, out: made.out, changes: try made.changes(), shelf: shelf.shelf(console))
        var pack = site.pack
        // This fails before the command writes anything.
        let speaker = try SpeechEngine(kind, voice: voice ?? site.voice(of: kind), environment: console.environment)
        if !site.isInPlace { pack.engine = speaker.identity.trimmed }
        try site.folder.prepare(pack)
        let interruption = try Interruption()
        let builder = PackBuilder(
            pack: pack, folder: site.folder, engine: speaker, jobs: Processors.count, replacesAll: replace,
            environment: console.environment)
        let started = Clocks.boot()
        let progress = WorkProgress(of: pack.prompts.count, "spoken", console: console)
        let report = try builder.build(
            isStopped: {
                guard interruption.hasCome else { return false }
                speaker.stop()
                return true
            }, progress: progress.show)
        progress.finish()
        let document = BuildDocument(pack, folder: site.folder, engine: speaker, report, Clocks.boot() - started)
        console.write(output.json ? JSONOutput.text(document) : document.lines.rendered(coloured: console.coloured))
        guard report.left.isEmpty else {
            throw FatalError(
                .temporaryFailure,
                "stopped with \(report.left.count) of \(pack.prompts.count) words left; run it again to go on")
        }
        if !report.failed.isEmpty { throw SilentFailure() }
    }
}
