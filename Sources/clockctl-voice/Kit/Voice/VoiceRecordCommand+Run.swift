internal import ClockSite
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit
internal import Glibc

extension VoiceRecordCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let site = try ImportSite(
            pack, words: nil, list: list, language: language, out: out,
            changes: try PackChanges(format: nil, rate: nil), shelf: shelf.shelf(console))
        let prompts = site.taken.prompts.filter { all || site.folder.clip($0.name) == nil }
        guard !prompts.isEmpty else {
            console.write([StyledText("every word of \(site.pack.name) has its clip; say --all to record them again")])
            return
        }
        let microphone = try Microphone(device: device)
        try site.prepare()
        let session = RecordingSession(
            microphone: microphone, importer: PackImporter(pack: site.pack, folder: site.folder), site: site,
            console: console)
        let left = try session.run(prompts)
        let done = prompts.count - left
        console.write([
            StyledText(site.pack.name, .bold)
                + StyledText(
                    ": \(QuantityWords.count(done, "word")) recorded, \(left) left, in \(site.folder.path)"
                        + (left > 0 ? "; run it again to go on" : ""))
        ])
    }
}
