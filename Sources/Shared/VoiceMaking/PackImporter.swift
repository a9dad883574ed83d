public import ClockRuntime
internal import ClockSound
public import ClockVoice
internal import Synchronization

/// Makes clips of recordings.
public struct PackImporter: Sendable {
    /// The outcome of one prompt.
    public struct Piece: Hashable, Sendable {
        public var name: String
        /// The recording that it comes from.
        public var file: String
        /// The part of that recording in the clip, in seconds.
        public var seconds: Range<Double>
        /// In LUFS.
        public var loudness: Double
    }

    public struct Failure: Error, Hashable, Sendable {
        /// A clip or a file.
        public var subject: String
        public var reason: String

        public init(subject: String, reason: String) { (self.subject, self.reason) = (subject, reason) }
    }

    public struct Report: Hashable, Sendable {
        public var pieces: [Piece] = []
        public var failed: [Failure] = []
        /// Prompts without a recording.
        public var missing: [String] = []
    }

    /// Most seconds of a long take.
    public static let maximumTakeSeconds = 1_800
    /// Most seconds of the recording of one word.
    private static let maximumWordSeconds = 120

    private let pack: VoicePack
    private let folder: PackFolder

    public init(pack: VoicePack, folder: PackFolder) {
        self.pack = pack
        self.folder = folder
    }

    /// Makes a clip of one recording for each prompt, by their names.
    ///
    /// - Parameters:
    ///   - jobs: recordings that it processes at a time.
    ///   - progress: receives the number of finished recordings, from any thread.
    public func words(
        _ recordings: [(name: String, path: String)], jobs: Int, progress: @escaping @Sendable (Int) -> Void
    ) throws(FatalError) -> Report {
        let results = Results(count: recordings.count, progress: progress)
        try Workers.run(recordings.count, jobs: jobs) { index in
            let (name, path) = recordings[index]
            results.set(index, word(path, as: name), subject: path)
        }
        var report = Report()
        for result in results.all() {
            switch result {
            case .success(let piece): report.pieces.append(piece)
            case .failure(let failure): report.failed.append(failure)
            case nil: break
            }
        }
        let there = Set(recordings.map(\.name))
        report.missing = pack.prompts.map(\.name).filter { !there.contains($0) && folder.clip($0) == nil }
        return report
    }

    private func word(_ path: String, as name: String) -> Result<Piece, Fault> {
        do throws(SoundFile.Problem) {
            let recording = try Recording(path: path, maximumSeconds: Self.maximumWordSeconds)
            return keep(recording, as: name, of: path, offset: 0)
        } catch {
            return .failure(Fault(reason: "\(error.reason): \(error.remedy)"))
        }
    }

    /// Makes clips of a long take that holds the prompts in their order.
    ///
    /// - Parameter prepare: called before the first clip is written.
    /// - Throws: ``FatalError`` when it cannot read or cut the take; it has written nothing then.
    public func importRecording(_ path: String, prepare: () throws(FatalError) -> Void) throws(FatalError) -> Report {
        let take: Recording
        do throws(SoundFile.Problem) {
            take = try Recording(path: path, maximumSeconds: Self.maximumTakeSeconds)
        } catch {
            throw FatalError(.badData, "\(path) \(error.reason): \(error.remedy)")
        }
        let pieces: [TakeCutter.Piece]
        do throws(TakeCutter.Problem) {
            pieces = try TakeCutter.cut(take, words: pack.prompts.count)
        } catch {
            throw FatalError(.badData, "\(path): \(error)")
        }
        try prepare()
        var report = Report()
        for (prompt, piece) in zip(pack.prompts, pieces) {
            let from = Int(piece.seconds.lowerBound * Double(take.rate))
            let to = min(take.frames.count, Int(piece.seconds.upperBound * Double(take.rate)))
            let recording = Recording(frames: Array(take.frames[from..<to]), rate: take.rate)
            switch keep(recording, as: prompt.name, of: path, offset: Double(from) / Double(take.rate)) {
            case .success(let piece): report.pieces.append(piece)
            case .failure(let failure): report.failed.append(Failure(subject: prompt.name, reason: failure.reason))
            }
        }
        return report
    }

    /// Makes one clip of one recording.
    public func keep(_ recording: Recording, as name: String) throws(FatalError) -> Piece {
        switch keep(recording, as: name, of: "", offset: 0) {
        case .success(let piece): return piece
        case .failure(let failure): throw FatalError(.badData, "\(name): \(failure.reason)")
        }
    }

    private func keep(
        _ recording: Recording, as name: String, of path: String, offset: Double
    ) -> Result<Piece, Fault> {
        do {
            let clip = try ClipMaker.make(recording, format: pack.format)
            let file = folder.file(name, pack.format)
            try ClipFile.write(clip.frames, to: folder.path(file), format: pack.format)
            folder.removeOthers(of: name, but: file)
            return .success(
                Piece(
                    name: name, file: path,
                    seconds: clip.seconds.lowerBound + offset..<clip.seconds.upperBound + offset,
                    loudness: clip.loudness))
        } catch {
            return .failure(Fault(reason: "\(error)"))
        }
    }

    /// The reason for which there is no clip.
    private struct Fault: Error {
        var reason: String
    }

    private final class Results: Sendable {
        private let values: Mutex<(results: [Result<Piece, Failure>?], done: Int)>
        private let progress: @Sendable (Int) -> Void

        init(count: Int, progress: @escaping @Sendable (Int) -> Void) {
            values = Mutex((.init(repeating: nil, count: count), 0))
            self.progress = progress
        }

        func set(_ index: Int, _ result: Result<Piece, Fault>, subject: String) {
            values.withLock { values in
                values.results[index] = result.mapError { Failure(subject: subject, reason: $0.reason) }
                values.done += 1
                progress(values.done)
            }
        }

        func all() -> [Result<Piece, Failure>?] { values.withLock { $0.results } }
    }
}
