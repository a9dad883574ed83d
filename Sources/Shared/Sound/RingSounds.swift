import ClockDomain
import Glibc

/// The sounds that rings can have: the six built-in ones, and files of a folder by their names without extension.
///
/// Holds no sound: each is made or read when it is asked for. Takes some milliseconds of processor time for a built-in
/// one; not for a thread that must not wait.
public struct RingSounds: Sendable {
    /// Where files are looked for; need not exist.
    public let folder: String

    /// Files whose loudest sample is below this (-40 dB of full scale) wake nobody and count as silent.
    static let leastPeak: UInt16 = 328
    /// Longest name that is looked for, in bytes, so that it fits a file name with any extension.
    static let longestName = 200

    public init(folder: String) { self.folder = folder }

    /// The sound of that name, at most 60 s long. A built-in one wins over a file.
    ///
    /// Never fails: for a sound that is missing, broken or silent it is a built-in chime, and ``RingSound/problem`` says
    /// why.
    public func sound(named name: String) -> RingSound {
        if let sound = AlarmSound(rawValue: name) { return SoundSynthesis.make(sound) }
        do throws(RingSoundProblem) {
            return RingSound(frames: try read(name))
        } catch {
            return SoundSynthesis.fallback(because: error)
        }
    }

    private func read(_ name: String) throws(RingSoundProblem) -> [Int16] {
        let path = try find(name)
        var frames: [Int16]
        do throws(SoundFile.Problem) {
            frames = try SoundFile.read(path: path)
        } catch {
            throw RingSoundProblem(name: name, file: path, reason: error.reason, remedy: error.remedy)
        }
        guard frames.contains(where: { $0.magnitude >= Self.leastPeak }) else {
            throw RingSoundProblem(
                name: name, file: path, reason: "is silent", remedy: "replace it with a sound that can be heard")
        }
        EdgeEase.apply(to: &frames)
        return frames
    }

    private func find(_ name: String) throws(RingSoundProblem) -> String {
        let builtIn = AlarmSound.allCases.map(\.rawValue).joined(separator: ", ")
        guard !name.isEmpty, name.utf8.count <= Self.longestName, !name.hasPrefix("."), !name.contains("/"),
            !name.utf8.contains(0)
        else {
            throw RingSoundProblem(
                name: name, file: folder, reason: "\"\(name.prefix(80))\" cannot be the name of a sound",
                remedy: "use \(builtIn), or the name of a file in that folder without its extension")
        }
        let candidates = SoundLibrary.fileExtensions.map { "\(folder)/\(name).\($0)" }
        if let path = candidates.first(where: { access($0, F_OK) == 0 }) { return path }
        let folderExists = access(folder, F_OK) == 0
        throw RingSoundProblem(
            name: name, file: candidates[0],
            reason: folderExists ? "there is no such file" : "the folder \(folder) is not there",
            remedy: "add it (\(SoundLibrary.fileExtensions.joined(separator: ", "))), or use \(builtIn)")
    }
}
