public import ClockDomain
internal import Glibc

/// Configurations of single sites: `clockctl-school.yaml` beside `clockctl.yaml`.
public enum SiteFiles {
    /// The files by their sites; none where the folder cannot be read.
    ///
    /// - Parameter program: `clockctl` of `clockctl-school.yaml`.
    public static func of(_ program: String, beside file: String) -> [SiteID: String] {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        let (prefix, suffix) = ("\(program)-", ".yaml")
        var found: [SiteID: String] = [:]
        for name in names(in: folder.isEmpty ? "/" : folder) {
            guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.utf8.count > prefix.count + suffix.count,
                let site = SiteID(String(name.dropFirst(prefix.count).dropLast(suffix.count)))
            else { continue }
            found[site] = "\(folder)/\(name)"
        }
        return found
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }
}
