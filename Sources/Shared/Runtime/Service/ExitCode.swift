/// The exit codes of programs, by sysexits(3), so that a service manager and scripts can tell a typing error from a
/// full disk.
public enum ExitCode: Int32, Sendable {
    case success = 0
    /// Something failed that no other code names.
    case failure = 1
    /// The command line is wrong.
    case usage = 64
    /// Data from outside is wrong.
    case badData = 65
    /// An input file is missing or cannot be read.
    case noInput = 66
    case noHost = 68
    /// A service that is needed cannot be reached.
    case unavailable = 69
    /// A bug in the program.
    case software = 70
    /// The operating system refused something basic.
    case systemError = 71
    /// A file of the program's own cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// It may work later.
    case temporaryFailure = 75
    /// The peer broke the protocol.
    case protocolError = 76
    /// Access refused: wrong password, or not enough rights.
    case noPermission = 77
    case configuration = 78
}
