public import ClockDomain
import ClockVoice
import Glibc

/// The clips of one voice pack and a chime. Plain clips are in memory from the start, so that no announcement waits for a
/// disk; compressed ones are decoded when a plan is rendered, which is seconds ahead of it.
///
/// A value: copies share the frames. ``missing`` and ``broken`` list the clips that cannot be played; announcements
/// that need one of them have a built-in tone in its place, so they still mark the time.
public struct SoundLibrary: Sendable {
    /// The defect of the voice pack as a whole, one line; its clips may still be usable.
    public var packProblem: String? { voice.problem }
    /// Words without a file, and a chime without one.
    public private(set) var missing: [ClipProblem] = []
    /// Clips whose file cannot be played.
    public private(set) var broken: [ClipProblem] = []

    private var voice = SpeakingVoice.none
    private var words: [String: [Int16]] = [:]
    /// The paths of words in compressed files. A plan's words are decoded when it is rendered, so a pack of many phrases
    /// takes no memory.
    private var packed: [String: String] = [:]
    private var own: [Quarter: Phrase] = [:]
    /// Quarters that somebody's own chime leaves out on purpose.
    private var leftOut: Set<Quarter> = []
    private let belfry: Belfry

    /// Most seconds of sound from files in memory, over all clips (10.6 MB).
    public static let maximumTotalSeconds = 120

    /// File name extensions that are looked for, in order of preference.
    public static let fileExtensions = ["wav", "flac", "caf", "aiff", "aif", "ogg", "oga", "opus", "mp3"]

    private static let packedExtensions = [".flac", ".ogg", ".oga", ".opus", ".mp3"]

    /// No clips at all: every word is the built-in tone.
    public static let empty = SoundLibrary()

    private init() { belfry = .empty }

    /// Loads every clip that the grammar of the pack in `voiceFolder` needs for a minute of the day, and makes or loads
    /// the sounds of the chime.
    ///
    /// Never fails: ``problems`` lists the clips that it could not load.
    /// - Parameters:
    ///   - chime: the chime to make bells for ahead, up to 2.3 MB; another chime's bells are made on request.
    ///   - ownChime: somebody's own files, if that is the chime.
    public init(voiceFolder: String, chime: Chime, ownChime: OwnChime? = nil) {
        belfry = Belfry(for: chime)
        var remainingFrames = Self.maximumTotalSeconds * RenderedPlan.sampleRate
        voice = SpeakingVoice(folder: voiceFolder)
        var absent: [ClipProblem] = []
        for word in voice.clips {
            let clip = Clip.word(word)
            guard let path = Self.find(word, in: voiceFolder) else {
                absent.append(
                    ClipProblem(
                        clip: clip, file: "\(voiceFolder)/\(word).\(Self.fileExtensions[0])",
                        reason: "there is no such file", remedy: voice.remedy))
                continue
            }
            guard Self.packedExtensions.contains(where: path.hasSuffix) else {
                words[word] = load(clip, path: path, remainingFrames: &remainingFrames)
                continue
            }
            if isReadable(clip, path: path) { packed[word] = path }
        }
        missing += voice.noteMissing(absent, folderExists: access(voiceFolder, F_OK) == 0)
        if let ownChime { load(ownChime, remainingFrames: &remainingFrames) }
    }

    /// The parts of the voice that could not be loaded, a line each: name, reason and remedy.
    public var problems: [String] {
        (packProblem.map { [$0] } ?? []) + (missing + broken).filter { !$0.isOfOwnChime }.map(\.description)
    }

    /// The parts of somebody's own chime that could not be loaded, in the same form.
    public var chimeProblems: [String] { (missing + broken).filter(\.isOfOwnChime).map(\.description) }

    /// True when there is any clip to say a time with.
    public var canSpeak: Bool { !words.isEmpty || !packed.isEmpty }

    /// True when the voice has the words of durations, and a clip of each.
    public var saysDurations: Bool {
        let words = voice.durationClips
        return !words.isEmpty && words.allSatisfy(has)
    }

    /// Seconds of sound from files in memory.
    public var loadedSeconds: Double {
        let frames = words.values.reduce(0) { $0 + $1.count } + own.values.reduce(0) { $0 + $1.length }
        return Double(frames) / Double(RenderedPlan.sampleRate)
    }

    /// Durations of somebody's own chime before and after each quarter, by ``Quarter``; empty without one.
    public var ownChimeSpans: [ChimeSpan] {
        guard !own.isEmpty else { return [] }
        return Quarter.allCases.map { quarter in
            guard let phrase = own[quarter] else { return .zero }
            func duration(_ frames: Int) -> Duration { .nanoseconds(RenderedPlan.nanoseconds(frames: frames)) }
            return ChimeSpan(lead: duration(phrase.anchorFrame), tail: duration(phrase.length - phrase.anchorFrame))
        }
    }

    // MARK: Rendering

    /// Returns the plan as a score: words follow one another without a gap, each eased at its edges (see ``EdgeEase``),
    /// and begin while bells still ring.
    ///
    /// A built-in tone replaces clips that cannot be played, one tone for all the words: half a time would be a wrong
    /// one.
    ///
    /// - Parameter labels: the frames of the plan's spoken texts, by the names of their files.
    public func render(_ plan: AnnouncementPlan, labels: [String: [Int16]] = [:]) -> RenderedPlan {
        let plan = inWords(plan)
        let decoded = decoded(plan).merging(labels) { word, _ in word }
        let missing = plan.clips.filter { !isPlayable($0, decoded) }
        let hasAllWords = !missing.contains(where: \.isSpoken)
        var isToneDue = !hasAllWords
        var segments: [RenderedPlan.Segment] = []
        var clipFrames: [Int] = []
        var anchorFrame = 0
        var position = 0
        for (index, clip) in plan.clips.enumerated() {
            var phrase = phrase(clip, decoded)
            if clip.isSpoken, !hasAllWords {
                phrase = isToneDue ? Phrase(FallbackTone.make()) : Phrase(segments: [], length: 0)
                isToneDue = false
            }
            if plan.beginsAtAnchor, index == 0 { phrase.cutToAnchor() }
            if index == plan.anchorIndex { anchorFrame = position + phrase.anchorFrame }
            clipFrames.append(position)
            segments += phrase.segments.map { .init(frames: $0.frames, start: $0.start + position, gain: $0.gain) }
            position += phrase.length
        }
        // The plan is only a chime that has nothing for the quarter.
        if segments.isEmpty { segments = [RenderedPlan.Segment(frames: [0], start: 0)] }
        let score = RenderedPlan(
            segments: segments, anchorFrame: anchorFrame, clips: plan.clips, clipFrames: clipFrames, missing: missing)
        return score.withinFullScale
    }

    /// Returns the same plan with the voice's words in the place of times, dates and durations. A time or duration that
    /// the voice cannot say stays; a date is left out where there is more to say.
    private func inWords(_ plan: AnnouncementPlan) -> AnnouncementPlan {
        var spoken = AnnouncementPlan(clips: plan.clips, anchorIndex: 0, beginsAtAnchor: plan.beginsAtAnchor)
        spoken.clips = []
        for (index, clip) in plan.clips.enumerated() {
            if index == plan.anchorIndex { spoken.anchorIndex = spoken.clips.count }
            spoken.clips += words(of: clip, isAlone: plan.clips.count == 1)
        }
        return spoken
    }

    private func words(of clip: Clip, isAlone: Bool) -> [Clip] {
        do throws(GrammarProblem) {
            switch clip {
            case .time(let time): return try voice.clips(time: time).map(Clip.word)
            case .date(let date):
                let clips = try voice.clips(date: date)
                return isAlone || clips.allSatisfy(has) ? clips.map(Clip.word) : []
            case .duration(let seconds): return try voice.clips(duration: .seconds(seconds)).map(Clip.word)
            case .word, .label, .strikes, .westminster, .own: return [clip]
            }
        } catch {
            // `packProblem` reports a time since the pack was loaded.
            if case .date = clip, !isAlone { return [] }
            return [clip]
        }
    }

    private func has(_ word: String) -> Bool {
        words[word] != nil || packed[word] != nil || Self.find(word, in: voice.folder) != nil
    }

    /// Returns the frames of the plan's words that are not in memory: those in compressed files, and those that only dates
    /// and durations need. A file that cannot be read is missing, so the plan's tone sounds.
    private func decoded(_ plan: AnnouncementPlan) -> [String: [Int16]] {
        var decoded: [String: [Int16]] = [:]
        for case .word(let word) in plan.clips where decoded[word] == nil {
            // As said above, an unreadable file is missing.
            let path = packed[word] ?? (voice.clips.contains(word) ? nil : Self.find(word, in: voice.folder))
            guard let path, var frames = try? SoundFile.read(path: path) else { continue }
            EdgeEase.apply(to: &frames)
            decoded[word] = frames
        }
        return decoded
    }

    private func isPlayable(_ clip: Clip, _ decoded: [String: [Int16]]) -> Bool {
        switch clip {
        case .time, .date, .duration: false
        case .word(let word): words[word] != nil || decoded[word] != nil
        case .label, .strikes, .westminster: true
        case .own(_, let quarter): own[quarter] != nil || leftOut.contains(quarter)
        }
    }

    private func phrase(_ clip: Clip, _ decoded: [String: [Int16]]) -> Phrase {
        if let figure = belfry.figure(clip) { return figure }
        switch clip {
        case .time, .date, .duration: return Phrase(FallbackTone.make())
        case .word(let word): return Phrase(words[word] ?? decoded[word] ?? [])
        case .label(let file): return Phrase(decoded[file] ?? [])
        case .own(_, let quarter):
            if leftOut.contains(quarter) { return Phrase(segments: [], length: 0) }
            return own[quarter] ?? Phrase(FallbackTone.make())
        case .strikes, .westminster: preconditionFailure("\(clip.name) is a figure of bells")
        }
    }

    // MARK: Loading

    private mutating func load(_ chime: OwnChime, remainingFrames: inout Int) {
        for quarter in Quarter.allCases {
            guard let path = Self.find(quarter.name, in: chime.folder) else {
                leftOut.insert(quarter)
                continue
            }
            let clip = Clip.own(chime.name, quarter)
            guard let frames = load(clip, path: path, remainingFrames: &remainingFrames) else { continue }
            let anchor = chime.anchors[quarter] ?? 0
            let anchorFrame = Int((anchor * Double(RenderedPlan.sampleRate)).rounded())
            guard frames.indices.contains(anchorFrame) else {
                let seconds = Double(frames.count * 100 / RenderedPlan.sampleRate) / 100
                broken.append(
                    ClipProblem(
                        clip: clip, file: path, reason: "is \(seconds) s long, and its anchor is at \(anchor) s",
                        remedy: "correct anchor: \(quarter.name) in \(chime.folder)/chime.yaml"))
                continue
            }
            own[quarter] = Phrase(frames, anchorFrame: anchorFrame)
        }
        guard leftOut.count == Quarter.allCases.count else { return }
        leftOut = []
        missing.append(Self.absence(of: chime))
    }

    private static func find(_ name: String, in folder: String) -> String? {
        FolderListing.file(named: name, extensions: fileExtensions, in: folder)
    }

    private static func absence(of chime: OwnChime) -> ClipProblem {
        let folderExists = access(chime.folder, F_OK) == 0
        return ClipProblem(
            clip: .own(chime.name, .hour), file: "\(chime.folder)/\(Quarter.hour.name).\(fileExtensions[0])",
            reason: folderExists ? "there is no such file" : "the folder \(chime.folder) is not there",
            remedy: folderExists
                ? "add it to the folder (\(fileExtensions.joined(separator: ", ")))" : "make the folder or name another"
        )
    }

    /// Reads a compressed clip once, without keeping it; records a broken one and returns false.
    private mutating func isReadable(_ clip: Clip, path: String) -> Bool {
        do throws(SoundFile.Problem) {
            _ = try SoundFile.recorded(path: path)
            return true
        } catch {
            broken.append(ClipProblem(clip: clip, file: path, reason: error.reason, remedy: error.remedy))
            return false
        }
    }

    private mutating func load(_ clip: Clip, path: String, remainingFrames: inout Int) -> [Int16]? {
        do throws(SoundFile.Problem) {
            var frames = try SoundFile.read(path: path)
            guard frames.count <= remainingFrames else {
                throw SoundFile.Problem(
                    reason: "does not fit: all clips together may be \(Self.maximumTotalSeconds) s long",
                    remedy: "use shorter clips")
            }
            remainingFrames -= frames.count
            EdgeEase.apply(to: &frames)
            return frames
        } catch {
            broken.append(ClipProblem(clip: clip, file: path, reason: error.reason, remedy: error.remedy))
            return nil
        }
    }
}

extension Phrase {
    /// Removes the part before the anchor, without a click.
    fileprivate mutating func cutToAnchor() {
        guard anchorFrame > 0 else { return }
        segments = segments.compactMap { segment in
            guard segment.end > anchorFrame else { return nil }
            guard segment.start < anchorFrame else {
                return .init(frames: segment.frames, start: segment.start - anchorFrame, gain: segment.gain)
            }
            var frames = Array(segment.frames[(anchorFrame - segment.start)...])
            EdgeEase.apply(to: &frames)
            return .init(frames: frames, start: 0, gain: segment.gain)
        }
        length -= anchorFrame
        anchorFrame = 0
    }
}

extension RenderedPlan {
    /// -1 dB of full scale, which leaves room for the peaks that converters make between the frames.
    private static let highestPeak: Float = 29_204

    /// The plan, turned down as a whole when pieces that overlap would add up to more than -1 dB of full scale.
    fileprivate var withinFullScale: RenderedPlan {
        let overlaps = zip(segments, segments.dropFirst()).contains { $0.end > $1.start }
        guard overlaps else { return self }
        let peak = peak
        guard peak > Self.highestPeak else { return self }
        return RenderedPlan(
            segments: segments.map {
                Segment(frames: $0.frames, start: $0.start, gain: $0.gain * Self.highestPeak / peak)
            }, anchorFrame: anchorFrame, clips: clips, clipFrames: clipFrames, missing: missing)
    }
}

extension Clip {
    /// True for words of the voice.
    fileprivate var isSpoken: Bool {
        switch self {
        case .time, .date, .duration, .word: true
        case .label, .strikes, .westminster, .own: false
        }
    }
}

extension ClipProblem {
    fileprivate var isOfOwnChime: Bool { if case .own = clip { true } else { false } }
}
