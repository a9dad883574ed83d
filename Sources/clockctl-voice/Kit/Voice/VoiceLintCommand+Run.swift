internal import ClockSite
internal import ClockVoiceMaking
internal import ClockctlKit

extension VoiceLintCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let found = try shelf.shelf(console).find(pack)
        let report = try PackLint(found.pack, folder: found.folder).report(jobs: Processors.count)
        let document = LintDocument(found.pack, report)
        console.write(
            output.json ? JSONOutput.text(document) : LintView(document).lines.rendered(coloured: console.coloured))
        if !report.isWell { throw SilentFailure() }
    }
}
