internal import ClockRuntime
internal import ClockSound
internal import Glibc

/// A folder of files that live as long as this object; it holds files only.
final class WorkFolder: Sendable {
    let path: String

    /// - Parameter environment: of this process; `TMPDIR` names the folder of temporary files.
    init(environment: [String: String]) throws(FatalError) {
        let base = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(base)/clockctl-voice-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FatalError(SystemError("make a folder in \(base)", code: errno), exitCode: .cannotCreate)
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        // The system's own cleaning of temporary files removes the rest.
        for name in FolderListing.names(in: path) { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
