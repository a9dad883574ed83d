internal import ClockSite
internal import ClockctlKit

extension VoiceListCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let packs = shelf.shelf(console).all(problem: console.warn).map(PackDocument.init)
        if output.json {
            console.write(JSONOutput.text(packs))
        } else if packs.isEmpty {
            console.write([StyledText("no voice packs in \(shelf.shelf(console).folders.joined(separator: " and "))")])
        } else {
            console.write(PackDocument.table(packs).lines(width: console.columns))
        }
    }
}
