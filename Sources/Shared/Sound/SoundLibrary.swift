public import ClockDomain
import Glibc

/// The clips of one voice pack and the chimes, in memory from the start, so that no disk is waited for at the instant.
///
/// A value: copies share the frames. Clips that cannot be played are told in ``missing`` and ``broken``; announcements
/// that need one of them are rendered as a built-in tone, so the time is marked all the same.
public struct SoundLibrary: Sendable {
    /// Clips without a file.
    public private(set) var missing: [ClipProblem] = []
    /// Clips whose file cannot be played.
    public private(set) var broken: [ClipProblem] = []

    private var clips: [Clip: [Int16]] = [:]

    /// Most seconds of sound that are kept in memory over all clips (10.6 MB).
    public static let maximumTotalSeconds = 120

    /// File name extensions that are looked for, in order of preference.
    public static let fileExtensions = ["wav", "flac", "caf", "aiff", "aif", "ogg"]

    /// No clips at all: every announcement is the built-in tone.
    public static let empty = SoundLibrary()

    private init() {}

    /// Loads every word that announcements can ask for from `voiceFolder`, and the hour bell from `chimesFolder`.
    ///
    /// Never fails: what could not be loaded is in ``missing`` and ``broken``.
    public init(voiceFolder: String, chimesFolder: String) {
        var remainingFrames = Self.maximumTotalSeconds * RenderedPlan.sampleRate
        for clip in AnnouncementPlan.vocabulary.map(Clip.word) + [.strike] {
            let folder = if case .word = clip { voiceFolder } else { chimesFolder }
            load(clip, folder: folder, remainingFrames: &remainingFrames)
        }
    }

    /// Seconds of sound in memory.
    public var loadedSeconds: Double {
        Double(clips.values.reduce(0) { $0 + $1.count }) / Double(RenderedPlan.sampleRate)
    }

    /// The plan as one piece of sound: its clips one after another without a gap, each eased at its edges (see
    /// ``EdgeEase``); or the built-in tone, anchored at its start, when any clip cannot be played.
    public func render(_ plan: AnnouncementPlan) -> RenderedPlan {
        let unplayable = plan.clips.filter { clips[$0] == nil }
        guard unplayable.isEmpty else {
            return RenderedPlan(frames: FallbackTone.make(), anchorFrame: 0, missing: unplayable)
        }
        var frames: [Int16] = []
        frames.reserveCapacity(plan.clips.reduce(0) { $0 + (clips[$1]?.count ?? 0) })
        var anchorFrame = 0
        for (index, clip) in plan.clips.enumerated() {
            if index == plan.anchorIndex { anchorFrame = frames.count }
            frames += clips[clip] ?? []
        }
        return RenderedPlan(frames: frames, anchorFrame: anchorFrame)
    }

    private mutating func load(_ clip: Clip, folder: String, remainingFrames: inout Int) {
        let candidates = Self.fileExtensions.map { "\(folder)/\(clip.name).\($0)" }
        guard let path = candidates.first(where: { access($0, F_OK) == 0 }) else {
            let folderExists = access(folder, F_OK) == 0
            missing.append(
                ClipProblem(
                    clip: clip, file: candidates[0],
                    reason: folderExists ? "there is no such file" : "the folder \(folder) is not there",
                    remedy: folderExists
                        ? "add it to the folder (\(Self.fileExtensions.joined(separator: ", ")))"
                        : "install the voice pack or name another folder"))
            return
        }
        do throws(SoundFile.Problem) {
            var frames = try SoundFile.read(path: path)
            guard frames.count <= remainingFrames else {
                throw SoundFile.Problem(
                    reason: "does not fit: all clips together may be \(Self.maximumTotalSeconds) s long",
                    remedy: "use shorter clips")
            }
            remainingFrames -= frames.count
            EdgeEase.apply(to: &frames)
            clips[clip] = frames
        } catch {
            broken.append(ClipProblem(clip: clip, file: path, reason: error.reason, remedy: error.remedy))
        }
    }
}
