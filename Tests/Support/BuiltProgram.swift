import Glibc

/// The project's own programs, as they were built with the tests.
public enum BuiltProgram {
    /// A program's path, beside the tests' own.
    public static func path(_ name: String) throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The test bundle is the program itself, or is run by a helper that gets it as an argument.
        let arguments = CommandLine.arguments + [own]
        for argument in arguments {
            let folder = argument.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
                separator: "/")
            let path = "\(folder)/\(name)"
            if access(path, X_OK) == 0 { return path }
        }
        throw TestFailure("\(name) is not beside the tests; looked in the folders of \(arguments)")
    }
}
