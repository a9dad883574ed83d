internal import ClockSound

/// What nodes look for as a clip's file.
enum ClipReader {
    static let extensions = SoundLibrary.fileExtensions
    /// Seconds that a clip may have.
    static let maximumSeconds = SoundFile.maximumSeconds
}
