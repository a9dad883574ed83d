internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockctlKit

extension RenderCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let sound = try rendered(console)
        sound.problems.forEach(console.warn)
        try write(WaveFile.bytes(sound.frames), to: file)
        if let plot { try write(Array(SoundPlot(sound).svg().utf8), to: plot) }
        let facts = RenderDocument(sound, file: file)
        console.write(output.json ? JSONOutput.text(facts) : facts.text)
    }

    private func rendered(_ console: Console) throws -> RenderedSound {
        let settings = try self.settings()
        // The folders in which `voice say` searches for packs, in order.
        let roots = voices.map { [$0] } ?? PackFolders.usual(console.environment)
        func root(having part: String) -> String? { roots.first { (try? FileStatus(of: "\($0)/\(part)")) != nil } }
        if let ring {
            let listed = roots.first { root in
                FolderListing.names(in: "\(root)/sounds").contains { $0.hasPrefix("\(ring).") }
            }
            return RenderedSound(
                ring: RingSounds(folder: "\(listed ?? roots[0])/sounds").sound(named: ring), name: ring,
                seconds: seconds ?? 10, volume: settings.volume)
        }
        let moment = try moment(console)
        guard let voiceFolder = roots.lazy.compactMap({ VoiceFolders(root: $0).folder(ofVoice: settings.voice) }).first
        else {
            throw FatalError(
                .noInput,
                "there is no voice \"\(settings.voice)\" in \(roots.joined(separator: " or ")); name its folder by "
                    + "--voices")
        }
        var ownChime: OwnChime?
        if case .own(let name) = settings.chime {
            let folder = VoiceFolders(root: root(having: "chimes/\(name)") ?? roots[0]).folder(ofChime: name)
            ownChime = OwnChime(name: name, folder: folder, anchors: try ChimeFile.anchors(folder: folder))
        }
        let library = SoundLibrary(voiceFolder: voiceFolder, chime: settings.chime, ownChime: ownChime)
        return RenderedSound(library, moment: moment, chime: settings.chime, volume: settings.volume)
    }

    private func moment(_ console: Console) throws(FatalError) -> RenderedSound.Moment {
        var rules = console.zones.local
        if let zone {
            guard let named = console.zones.named(zone) else {
                throw FatalError(.usage, "--zone: this system knows no zone \"\(zone)\"; say one like Europe/Berlin")
            }
            rules = named
        }
        let instant = try InputWords.moment(at ?? "", "--at", now: Clocks.wall(), zone: rules)
        return RenderedSound.Moment(instant: instant, zone: rules)
    }

    private func write(_ bytes: [UInt8], to path: String) throws(FatalError) {
        do throws(SystemError) {
            try AtomicFile.replace(path, with: bytes)
        } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
    }
}
