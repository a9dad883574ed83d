internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockVoiceMaking
internal import ClockWire

/// Where clips are heard: on this machine, or in rooms.
struct ListeningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A room that hears it, in place of this machine.", valueName: "node"),
        completion: NodeCompletion.kind)
    var node: [String] = []

    @OptionGroup var targets: PlayTargets

    @Option(help: ArgumentHelp("ALSA output of this machine, default unless set.", valueName: "device"))
    var device: String?

    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    /// Nodes are given time to take the sound.
    private static let timeout: Duration = .seconds(30)

    var isInRooms: Bool { !node.isEmpty || targets.all || !targets.group.isEmpty }

    func check() throws(FatalError) {
        guard isInRooms else {
            if targets.at != nil || targets.volume != nil {
                throw FatalError(.usage, "--at and --volume are for rooms; name them by --node, --group or --all")
            }
            return
        }
        if device != nil { throw FatalError(.usage, "--device is for this machine; leave it out, or the rooms") }
        try targets.check(nodes: node)
    }

    /// Plays, and in rooms waits for what becomes of it.
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
                try sender.play(PlayRequest(sound: file, label: Label.fitted(label), how: how))
            }
            try PlayFollower(sender: sender, console: console, json: json).follow(result)
        } catch {
            await link.close()
            throw error
        }
        await link.close()
    }
}
