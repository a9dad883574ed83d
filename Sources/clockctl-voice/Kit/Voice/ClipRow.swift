internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockWire

/// Clips in a row, as a node plays them.
struct ClipRow {
    /// 16-bit mono at 44,100 Hz.
    var frames: [Int16]

    /// - Throws: ``FatalError`` when a clip is missing or cannot be played.
    init(_ names: [String], of found: PackShelf.Found) throws(FatalError) {
        frames = []
        for name in names {
            guard let path = found.folder.clip(name) else {
                let advice =
                    found.pack.prompts.contains { $0.name == name }
                    ? "build, import or record it"
                    : nearest(to: name, among: found.pack.prompts.map(\.name)).map { "did you mean \($0)?" }
                        ?? "clockctl voice show \(found.pack.name) lists what there is"
                throw FatalError(.noInput, "\(found.pack.name) has no clip \"\(name)\"; \(advice)")
            }
            do throws(SoundFile.Problem) {
                frames += try SoundFile.read(path: path)
            } catch {
                throw FatalError(.badData, "\(path) \(error.reason): \(error.remedy)")
            }
        }
        let seconds = frames.count / RenderedPlan.sampleRate
        guard seconds < Blob.maximumSeconds else {
            throw FatalError(.badData, "that is \(seconds) s long, and at most \(Blob.maximumSeconds) s are played")
        }
    }

    /// Returns the row as a file for nodes.
    func packed() throws(FatalError) -> [UInt8] {
        do throws(SoundFile.Problem) {
            return try SoundFileWriter.bytes(of: frames, maximumBytes: UploadRequest.maximumFileBytes)
        } catch {
            throw FatalError(.cannotCreate, "\(error.reason): \(error.remedy)")
        }
    }
}
