internal import ClockCoordinatorCore
internal import ClockCoordinatorStore
internal import ClockDomain
internal import ClockRuntime
internal import Glibc

/// Keeps a copy of a store warm: copies it again when the store has changed, once in ten seconds at most.
///
/// A copy takes as long as reading the whole store. After each it rests for the same time, ten seconds at least. So the
/// copy of a busy store is a minute behind at worst.
struct StoreFollower {
    private let path: String
    private let file: String

    private static let pause: Duration = .seconds(10)

    /// - Throws: ``FatalError`` for a store that is a database, which has better means.
    init(_ settings: ProgramConfiguration, to file: String) throws(FatalError) {
        if let store = settings.optionalString("store") {
            throw FatalError(
                .usage,
                "the store is a database, \(store): let a second coordinator stand by, and the database have a standby")
        }
        path = StoreActions.path(in: StoreActions.folder(settings))
        self.file = file
    }

    /// Runs until the program ends.
    ///
    /// - Throws: ``FatalError`` if the first copy fails. It logs later failures and tries again.
    func run() throws(FatalError) -> Never {
        var copied: Mark?
        var last: String?
        while true {
            let mark = Mark(path)
            let start = ContinuousClock.now
            if copied == nil || mark != copied {
                let time = SystemClock(wallOffset: .zero).now().wall.truncatedToMilliseconds
                do throws(StoreError) {
                    let summary = try StoreBackup.write(path, to: file, replacing: true)
                    copied = mark
                    last = "\(time)"
                    StandardStream.output.write("\(time) \(file): \(summary)\n")
                } catch {
                    guard let last else { throw FatalError(error.exitCode, error.message) }
                    StandardStream.errors.write("\(time) \(error.message); the copy is of \(last)\n")
                }
            }
            let rest = max(Self.pause, ContinuousClock.now - start)
            usleep(UInt32(clamping: rest.nanoseconds / 1_000))
        }
    }

    /// The marks of a changed store: it writes to its log first.
    private struct Mark: Equatable {
        private var parts: [[Int]]

        init(_ path: String) {
            parts = ["", "-wal"].map { end in
                var status = stat()
                guard stat(path + end, &status) == 0 else { return [] }
                return [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
            }
        }
    }
}
