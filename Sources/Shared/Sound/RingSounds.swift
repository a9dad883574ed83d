import ClockDomain
import Glibc

/// The sounds that rings can have: the six built-in ones, files of a folder by their names without extension, and spoken
/// texts.
///
/// Holds no sound: it makes or reads each on request. A built-in one costs some milliseconds of processor time, so a
/// thread that must not wait must not ask.
public struct RingSounds: Sendable {
    /// The folder of the files; need not exist.
    public let folder: String
    /// The folder of the spoken texts; need not exist. `nil` on a machine that rings with none.
    private let spoken: String?

    /// Files whose loudest sample is below this (-40 dB of full scale) wake nobody and count as silent.
    static let leastPeak: UInt16 = 328
    /// Longest name of a file, in bytes, so that it fits a file name with any extension.
    static let longestName = 200

    public init(folder: String, spoken: String? = nil) {
        self.folder = folder
        self.spoken = spoken
    }

    /// Returns the sound of that name, at most 60 s long. A built-in one wins over a file.
    ///
    /// Never fails: for a sound that is missing, broken or silent it returns a built-in chime with the reason in
    /// ``RingSound/problem``.
    public func sound(named name: String) -> RingSound {
        if let sound = AlarmSound(rawValue: name) { return SoundSynthesis.make(sound) }
        do throws(RingSoundProblem) {
            return try read(name)
        } catch {
            return SoundSynthesis.fallback(because: error)
        }
    }

    private func read(_ name: String) throws(RingSoundProblem) -> RingSound {
        let path = try find(name)
        let recorded: SoundFile.Recorded
        do throws(SoundFile.Problem) {
            recorded = try SoundFile.recorded(path: path)
        } catch {
            throw RingSoundProblem(name: name, file: path, reason: error.reason, remedy: error.remedy)
        }
        let sound = LoopSeam.ringSound(of: recorded.frames, rate: recorded.rate)
        guard sound.frames.contains(where: { $0.magnitude >= Self.leastPeak }) else {
            throw RingSoundProblem(
                name: name, file: path, reason: "is silent", remedy: "replace it with a sound that can be heard")
        }
        return sound
    }

    func find(_ name: String) throws(RingSoundProblem) -> String {
        let builtIn = AlarmSound.allCases.map(\.rawValue).joined(separator: ", ")
        guard !name.isEmpty, name.utf8.count <= Self.longestName, !name.hasPrefix("."), !name.contains("/"),
            !name.utf8.contains(0)
        else {
            throw RingSoundProblem(
                name: name, file: folder, reason: "\"\(name.prefix(80))\" cannot be the name of a sound",
                remedy: "use \(builtIn), or the name of a file in that folder without its extension")
        }
        if let path = FolderListing.file(named: name, extensions: SoundLibrary.fileExtensions, in: folder) {
            return path
        }
        if let spoken, SpokenText.isFile(name) {
            if let path = FolderListing.file(named: name, extensions: SoundLibrary.fileExtensions, in: spoken) {
                return path
            }
            throw RingSoundProblem(
                name: name, file: "the words to be spoken", reason: "have not come from the coordinator yet",
                remedy: "nothing is to be done here; clockctl doctor says whether the coordinator's machine can speak")
        }
        let listing = listing()
        if let file = listing.files.first(where: { $0.name == name }) { return file.path }
        if let ignored = listing.ignored.first(where: { $0.name == name }) { throw ignored }
        let folderExists = access(folder, F_OK) == 0
        throw RingSoundProblem(
            name: name, file: "\(folder)/\(name).\(SoundLibrary.fileExtensions[0])",
            reason: folderExists ? "there is no such file" : "the folder \(folder) is not there",
            remedy: "add it (\(SoundLibrary.fileExtensions.joined(separator: ", "))), or use \(builtIn)")
    }
}
