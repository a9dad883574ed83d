internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockVoice
internal import ClockctlKit

extension VoiceSayCommand: ClockctlCommand {
    private struct Document: Encodable {
        var pack: String
        var clips: [String]
        var text: String
        /// Absent when there is none.
        var file: String?
    }

    func run(on console: Console) async throws {
        let found = try shelf.shelf(console).find(pack)
        let present = found.present
        // A pack whose clips are still to be made says its words.
        let choice = PhraseChoice(found.pack, present: present.isEmpty ? nil : present)
        let clips = choice.clips(for: try clips(found.pack))
        let texts = Dictionary(found.pack.prompts.map { ($0.name, $0.text) }) { first, _ in first }
        let text = clips.map { texts[$0] ?? $0 }.joined(separator: " ")
        let row = words ? nil : try ClipRow(clips, of: found)
        if let out, let row {
            do throws(SystemError) {
                try AtomicFile.replace(out, with: WaveFile.bytes(row.frames))
            } catch {
                throw FatalError(error, exitCode: .cannotCreate)
            }
        }
        let isPlayedInRooms = row != nil && out == nil && listening.isInRooms
        if output.json, !isPlayedInRooms {
            console.write(JSONOutput.text(Document(pack: found.pack.name, clips: clips, text: text, file: out)))
        } else if !output.json {
            console.write([StyledText(text)])
        }
        if let row, out == nil { try await listening.play(row, label: text, on: console, json: output.json) }
    }

    private func clips(_ pack: VoicePack) throws(FatalError) -> [String] {
        guard let grammar = pack.speakingGrammar else {
            throw FatalError(.badData, "\(pack.name) is a set of prompts and tells no times; play its clips by name")
        }
        let subject = try self.subject()
        do throws(GrammarProblem) {
            switch subject {
            case .time(let time): return try grammar.clips(time: time)
            case .date(let date): return try grammar.clips(date: date)
            case .duration(let duration): return try grammar.clips(duration: duration)
            }
        } catch {
            throw FatalError(.badData, "\(pack.name) cannot say \(what): \(error)")
        }
    }
}
