import ClockSound
import ClockTestSupport
import Foundation
import Testing

@Suite("Where voices are")
struct VoiceFoldersTests {
    @Test("Installed is what has something to be heard: no words alone, no chimes, no stray folders")
    func installed() throws {
        let root = try TemporaryFolder("voices")
        for (name, files) in [
            ("german", ["voice.yaml", "drei.wav"]), ("french", ["voice.yaml"]),
            ("swedish", ["voice.yaml", "tre.flac"]),
            ("stray", ["one.wav"]), ("Not a name", ["voice.yaml", "one.wav"]),
            ("chimes/cuckoo", ["hour.ogg"]), ("chimes/empty", ["chime.yaml"]), ("chimes/count", ["hour.wav"]),
        ] {
            try FileManager.default.createDirectory(atPath: root.file(name), withIntermediateDirectories: true)
            for file in files { try Data().write(to: URL(filePath: "\(root.file(name))/\(file)")) }
        }
        #expect(VoiceFolders(root: root.path).installed == ["german", "swedish"])
        // A folder with a built-in chime's name cannot be set.
        #expect(VoiceFolders(root: root.path).chimes == ["cuckoo"])
        #expect(VoiceFolders(root: root.file("nowhere")).installed == [])
        #expect(VoiceFolders(root: root.file("nowhere")).chimes == [])
    }

    @Test("A pushed voice stands before an installed one")
    func pushed() throws {
        let root = try TemporaryFolder("voices")
        let pushed = try TemporaryFolder("pushed")
        for path in [root.file("german"), root.file("french"), pushed.file("german")] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let folders = VoiceFolders(root: root.path, pushed: pushed.path)
        #expect(folders.folder(ofVoice: "german") == pushed.file("german"))
        #expect(folders.folder(ofVoice: "french") == root.file("french"))
        #expect(folders.folder(ofVoice: "dutch") == nil)
    }
}
