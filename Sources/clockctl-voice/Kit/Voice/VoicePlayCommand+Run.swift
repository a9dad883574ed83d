internal import ClockVoice
internal import ClockctlKit

extension VoicePlayCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let found = try shelf.shelf(console).find(pack)
        let row = try ClipRow(clips, of: found)
        try await listening.play(
            row, label: "\(found.pack.name) \(clips.joined(separator: " "))", on: console, json: output.json)
    }
}
