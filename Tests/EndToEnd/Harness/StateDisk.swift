import ClockTestSupport
import Glibc

/// A file system for one program's state alone, in a mount name space that ends with the program: nothing stays behind.
enum StateDisk {
    /// Empty at first, in memory, of so many KiB.
    case small(kibibytes: Int)
    /// The folder's own files, but nothing can be written.
    case readOnly

    /// Words before a program's command that mount it.
    func wrapper(mountedOn folder: String) -> [String] {
        let mount =
            switch self {
            case .small(let kibibytes): "mount -t tmpfs -o size=\(kibibytes)k none \"$0\""
            case .readOnly: "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\""
            }
        return Self.nameSpace + ["sh", "-c", "\(mount) && exec \"$@\"", folder]
    }

    /// A user who is not root may mount in a user name space, where the system allows those.
    private static var nameSpace: [String] { ["unshare", geteuid() == 0 ? "-m" : "-rm", "--"] }

    /// True when this system lets the tests mount.
    static let isPermitted: Bool = {
        guard let folder = try? TemporaryFolder("mount") else { return false }
        // Any failure here means no.
        return
            (try? TestProcess.run(
                nameSpace[0],
                Array(StateDisk.small(kibibytes: 64).wrapper(mountedOn: folder.path).dropFirst()) + ["true"]))
            != nil
    }()

    /// Fills what is left of a program's disk.
    static func fill(_ folder: String, of daemon: Daemon) throws {
        let path = try inside(folder, of: daemon) + "/filler"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("cannot make \(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        for size in [4096, 1] {
            let block = [UInt8](repeating: 0, count: size)
            while write(descriptor, block, size) > 0 {}
        }
        guard errno == ENOSPC else { throw TestFailure("cannot fill \(path): \(String(cString: strerror(errno)))") }
    }

    /// Makes room again.
    static func free(_ folder: String, of daemon: Daemon) throws {
        let path = try inside(folder, of: daemon) + "/filler"
        guard unlink(path) == 0 else { throw TestFailure("cannot remove \(path): \(String(cString: strerror(errno)))") }
    }

    /// The folder as the program sees it.
    static func inside(_ folder: String, of daemon: Daemon) throws -> String {
        guard let id = daemon.processID else { throw TestFailure("\(daemon.name) was never started") }
        return "/proc/\(id)/root\(folder)"
    }
}
