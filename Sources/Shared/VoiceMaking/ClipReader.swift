internal import ClockSound

/// The limits that nodes set on a clip's file.
enum ClipReader {
    static let extensions = SoundLibrary.fileExtensions
    /// Most seconds of a clip.
    static let maximumSeconds = SoundFile.maximumSeconds
}
