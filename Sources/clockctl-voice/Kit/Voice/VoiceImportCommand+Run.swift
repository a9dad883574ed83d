internal import ClockRuntime
internal import ClockSite
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit

extension VoiceImportCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let isFolder: Bool
        do throws(SystemError) {
            isFolder = try FileStatus(of: source).isFolder
        } catch {
            throw FatalError(error, exitCode: .noInput)
        }
        let recordings = isFolder ? PackFiles.sounds(in: source) : []
        if isFolder, recordings.isEmpty {
            throw FatalError(.noInput, "\(source) has no recordings in it (wav, aiff, caf, flac, ogg)")
        }
        let site = try ImportSite(
            pack, words: isFolder ? recordings.map(\.name) : nil, list: list, language: made.language, out: made.out,
            changes: try made.changes(), shelf: shelf.shelf(console))
        let importer = PackImporter(pack: isFolder ? site.pack : site.taken, folder: site.folder)
        var report: PackImporter.Report
        if isFolder {
            let (known, strays) = site.sort(recordings)
            guard !known.isEmpty else {
                throw FatalError(
                    .badData,
                    "none of \(recordings.count) recordings in \(source) is called like a word of \(site.pack.name), which "
                        + "begins with \(site.pack.prompts.prefix(3).map(\.name).joined(separator: ", "))")
            }
            try site.prepare()
            let progress = WorkProgress(of: known.count, "made", console: console)
            report = try importer.words(known, jobs: Processors.count, progress: progress.show)
            progress.finish()
            report.failed += strays.map { .init(subject: $0.path, reason: "is no word of \(site.pack.name)") }
        } else {
            report = try importer.importRecording(source, prepare: site.prepare)
        }
        let document = ImportDocument(site.pack, folder: site.folder, report)
        console.write(
            output.json
                ? JSONOutput.text(document)
                : document.lines(width: console.columns).rendered(coloured: console.coloured))
        if !report.failed.isEmpty { throw SilentFailure() }
    }
}
