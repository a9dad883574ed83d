internal import ClockDomain
internal import ClockSound
internal import ClockVoiceMaking
internal import ClockWire
internal import ClockctlKit

extension ListeningOptions {
    /// Time in which nodes fetch the sound.
    private static let timeout: Duration = .seconds(30)

    /// Plays; in rooms it also waits for the outcome.
    func play(_ row: ClipRow, label: String, on console: Console, json: Bool) async throws {
        guard isInRooms else {
            return try Loudspeaker.play(row.frames, rate: RenderedPlan.sampleRate, device: device ?? "default")
        }
        let settings = try connection.settings(environment: console.environment)
        settings.warnings.forEach(console.warn)
        let link = try CoordinatorLink(settings, timeout: connection.timeout(standard: Self.timeout))
        do {
            let names = NodeNames(link: link)
            let sender = SoundSender(link: link)
            let how = try targets.options(nodes: node, names: names, console: console)
            let file = try sender.upload(try row.packed())
            let result = try names.explainingUnknown(how.targets?.nodes ?? []) {
                try sender.play(PlayRequest(sound: file, label: Label.fitted(label), isAsIs: true, how: how))
            }
            try PlayFollower(sender: sender, console: console, json: json).follow(result)
        } catch {
            await link.close()
            throw error
        }
        await link.close()
    }
}
