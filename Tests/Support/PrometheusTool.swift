/// Prometheus as it is installed, or as scripts/test has fetched it.
public enum PrometheusTool {
    /// The path of `prometheus` or `promtool`.
    public static func path(_ name: String) throws -> String {
        // Tests/Support/ of the package.
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let fetched = "\(root)/.build/prometheus/usr/bin/\(name)"
        return (try? TestProcess.find(name)) ?? fetched
    }

    /// A file of the package.
    public static func shipped(_ path: String) -> String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
            + "/deploy/"
            + path
    }

    /// Returns promtool's output about a text of metrics; empty when it finds nothing.
    public static func check(metrics text: String) throws -> String {
        let folder = try TemporaryFolder("promtool")
        let file = try folder.write(text, to: "metrics")
        return try TestProcess.run("sh", ["-c", "exec \(path("promtool")) check metrics <\(file)"])
    }
}
