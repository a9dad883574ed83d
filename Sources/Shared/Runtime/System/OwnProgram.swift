internal import Glibc

/// The project's programs that others start.
public enum OwnProgram {
    /// A program's path: beside this one, as after a build, or where packages put it. `nil` where it is not installed.
    public static func path(_ name: String) -> String? {
        // Without /proc this finds nothing.
        guard let own = try? FileStatus.realPath("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
            return nil
        }
        let folder = own[..<slash]
        return ["\(folder)/\(name)", "\(folder)/../libexec/clocksmith/\(name)"].first { access($0, X_OK) == 0 }
    }
}
