internal import Glibc

/// The environment at this process's start.
enum ProcessEnvironment {
    static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // The first of two definitions counts, as it does for getenv.
            if parts.count == 2 { variables[String(parts[0])] = variables[String(parts[0])] ?? String(parts[1]) }
            entry += 1
        }
        return variables
    }
}
