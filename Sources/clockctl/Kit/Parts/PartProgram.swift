internal import ClockRuntime
internal import Glibc

/// Finds and starts the programs of the parts.
enum PartProgram {
    /// Returns the part's path; `nil` when it is not installed.
    static func path(of part: Part) -> String? { OwnProgram.path(part.program) }

    /// Becomes the part: arguments, environment, streams, terminal and process stay, so signals and the exit code are
    /// the part's.
    ///
    /// - Parameter arguments: the command line without the program's name.
    /// - Throws: ``FatalError`` when the part is not installed or does not start.
    static func become(_ part: Part, arguments: [String]) throws(FatalError) -> Never {
        let noun = arguments.first ?? ""
        guard let path = path(of: part) else {
            throw FatalError(
                .unavailable,
                "`clockctl \(noun)` is a program of its own, which is not installed here; to install it: "
                    + "sudo apt install \(part.debianPackage)")
        }
        // A part of another version could start itself for ever.
        guard path != (try? FileStatus.realPath("/proc/self/exe")) else {
            throw FatalError(.software, "\(part.program) is of another version than clockctl; install both again")
        }
        // The concurrency runtime's threads block signals, and the new program inherits the mask of the thread that
        // starts it.
        var signals = sigset_t()
        sigemptyset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        throw FatalError(SystemError("run \(path)", code: errno), exitCode: .systemError)
    }
}
