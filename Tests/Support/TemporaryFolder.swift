import Glibc

/// A folder of its own for a test, removed with everything in it when the object goes.
public final class TemporaryFolder: Sendable {
    /// Absolute path without a trailing slash.
    public let path: String

    public init(_ name: String = "test") throws {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/clocksmith-\(name)-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw TestFailure("cannot make a folder in \(base): \(String(cString: strerror(errno)))")
        }
        path = String(cString: made)
    }

    deinit {
        Self.removeTree(path)
    }

    /// Removes a folder and what is in it, without following links. What cannot be removed stays for the system's own
    /// cleaning of temporary files.
    private static func removeTree(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                let child = "\(path)/\(name)"
                if Int32(entry.pointee.d_type) == Int32(DT_DIR) { removeTree(child) } else { unlink(child) }
            }
            closedir(folder)
        }
        rmdir(path)
    }

    /// The path of an entry of this name.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let path = file(name)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("cannot write \(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw TestFailure("cannot write \(path): \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
        return path
    }

    /// The text of a file, or nothing if there is none.
    public func read(_ name: String) -> String { readText(file(name)) ?? "" }
}
