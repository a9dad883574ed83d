import ClockTestSupport
import Glibc

/// The files that the build put beside the running tests, and those of the checkout.
enum BuiltPrograms {
    /// Folder of the executables and libraries of this build.
    static let folder: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        precondition(count > 0, "/proc/self/exe cannot be read")
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }()

    /// A voice of words, whose clips the tests find in a sound.
    static let voices: String = {
        // Tests/EndToEnd/Harness/ of the package.
        let levels = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return levels.dropLast(3).joined(separator: "/") + "/Voices"
    }()

    /// - Throws: ``TestFailure`` when the product was not built.
    static func path(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        guard access(path, F_OK) == 0 else {
            throw TestFailure("\(path) is not there; build all products (swift build --build-tests)")
        }
        return path
    }
}
