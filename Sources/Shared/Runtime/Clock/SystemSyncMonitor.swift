import CLinux
import ClockDomain
import Glibc
import Synchronization

/// The operating system's word on its wall clock. The monitor asks again at most every ten seconds, and at once after
/// somebody sets the clock: the kernel marks a set clock as unsynchronised (clock_settime(2) sets STA_UNSYNC), and an
/// answer about the old time must not vouch for the new one.
///
/// Two witnesses must agree. The kernel: adjtimex(2) without STA_UNSYNC and not TIME_ERROR; alone it is not reliable,
/// as systemd-time-wait-sync(8) explains. And a time service: timesyncd leaves a file once it has synchronised and
/// systemd removes the file with the service; chronyd and ntpd clear STA_UNSYNC only while synchronised, so that one of
/// them is alive is enough.
final class SystemSyncMonitor: Sendable {
    private struct Answer {
        var state: SystemSync
        var validUntil: BootTime
        /// Wall clock minus boot clock, nanoseconds. Both follow a slew, so only a set clock changes it.
        var difference: Int64
    }

    private let root: String
    private let kernelIsSynchronised: @Sendable () -> Bool
    private let answer = Mutex<Answer?>(nil)

    static let validity: Duration = .seconds(10)
    /// The two clocks are read one after the other. A thread that was interrupted between them only asks once more.
    private static let readingGap: Int64 = 10_000_000

    /// - Parameters:
    ///   - root: prefix of every path, for tests; ends without a slash.
    ///   - kernelIsSynchronised: the kernel's word, replaceable for tests.
    init(root: String = "", kernelIsSynchronised: @escaping @Sendable () -> Bool = SystemSyncMonitor.askKernel) {
        self.root = root
        self.kernelIsSynchronised = kernelIsSynchronised
    }

    /// - Parameters:
    ///   - boot: the boot clock now.
    ///   - wall: CLOCK_REALTIME now.
    func state(at boot: BootTime, wall: WallTime) -> SystemSync {
        let difference = wall.nanoseconds - boot.nanoseconds
        return answer.withLock { answer in
            if let answer, boot < answer.validUntil, (difference - answer.difference).magnitude < Self.readingGap {
                return answer.state
            }
            let state = ask()
            answer = Answer(state: state, validUntil: boot + SystemSyncMonitor.validity, difference: difference)
            return state
        }
    }

    private func ask() -> SystemSync {
        guard kernelIsSynchronised() else { return .unsynchronised }
        if access(root + "/run/systemd/timesync/synchronized", F_OK) == 0 { return .synchronised(by: .timesyncd) }
        if isAlive("chronyd", pidFiles: ["/run/chrony/chronyd.pid", "/run/chronyd.pid"], units: ["chrony", "chronyd"]) {
            return .synchronised(by: .chrony)
        }
        if isAlive("ntpd", pidFiles: ["/run/ntpd.pid"], units: ["ntpsec", "ntp", "ntpd"]) {
            return .synchronised(by: .ntpd)
        }
        return .unsynchronised
    }

    @Sendable static func askKernel() -> Bool {
        var status = timex()
        let state = adjtimex(&status)
        return state >= 0 && state != TIME_ERROR && status.status & STA_UNSYNC == 0
    }

    /// True when a daemon runs: by its pid file, or by its unit's control group, because chrony's folder is closed to
    /// other users and processes may be hidden from this one.
    private func isAlive(_ name: String, pidFiles: [String], units: [String]) -> Bool {
        for file in pidFiles {
            // An absent or closed file only means that this witness is silent.
            guard let text = line(of: root + file), let pid = Int32(text), pid > 0 else { continue }
            if line(of: "\(root)/proc/\(pid)/comm") == name { return true }
        }
        return units.contains { unit in
            // One line per process; the group is gone or empty when the service is not running.
            line(of: "\(root)/sys/fs/cgroup/system.slice/\(unit).service/cgroup.procs")?.isEmpty == false
        }
    }

    /// The first line of a small file, or nil where it cannot be read.
    private func line(of path: String) -> String? {
        // Only the first line matters, so a unit with very many processes may be cut off.
        guard let bytes = try? AtomicFile.read(path, limit: 64 << 10) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
