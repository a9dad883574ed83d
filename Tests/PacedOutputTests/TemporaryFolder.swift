import Foundation
import PacedRecording

/// A folder for one test's recordings, deleted with the last reference to it.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("paced-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // A folder left among the system's temporary files harms nobody.
        try? FileManager.default.removeItem(atPath: path)
    }

    func create(_ name: String, _ data: Data = Data()) throws -> String {
        let file = path + "/" + name
        try data.write(to: URL(fileURLWithPath: file))
        return file
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + name)
    }

    func recordings() throws -> [Recording] { try Recording.list(in: path) }
}
