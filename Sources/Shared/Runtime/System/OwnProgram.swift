internal import CLinux
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
        return ["\(folder)/\(name)", "\(folder)/../libexec/clocksmith/\(name)", "\(folder)/../../bin/\(name)"]
            .first { access($0, X_OK) == 0 }
    }

    /// A program replaces this one, in the same process: a service manager notices nothing.
    ///
    /// - Parameters:
    ///   - path: of the program's file.
    ///   - arguments: the program's name first.
    /// - Throws: ``SystemError``; there is no return.
    public static func become(_ path: String, _ arguments: [String]) throws(SystemError) -> Never {
        // The next program inherits this one's signal mask and dispositions, and must receive SIGTERM from its first
        // moment and survive a second SIGHUP.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        signal(SIGTERM, SIG_DFL)
        signal(SIGINT, SIG_DFL)
        signal(SIGHUP, SIG_IGN)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        execv(path, words)
        throw SystemError("run \(path)")
    }
}
