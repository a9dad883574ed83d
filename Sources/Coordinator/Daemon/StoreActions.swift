internal import ClockCoordinatorCore
internal import ClockCoordinatorStore
internal import ClockDomain
public import ClockRuntime
internal import Glibc

/// The store's actions that `clock-coordinator` performs in place of running: `clockctl backup` and `clockctl restore`
/// call it.
public enum StoreActions {
    public static let all = [
        ProgramAction(
            "--backup", "FILE", help: "Write a copy of the store, checked and whole, while a coordinator runs or not"
        ) { try backup($0, to: $1, replacing: false) },
        ProgramAction("--backup-over", "FILE", help: "The same, over an existing file") {
            try backup($0, to: $1, replacing: true)
        },
        ProgramAction(
            "--backup-follow", "FILE",
            help: "The same again and again, whenever the store has changed, until it is stopped; says when it last did"
        ) { try StoreFollower($0, to: $1).run() },
        ProgramAction("--restore", "FILE", help: "Put a copy in the store's place; stop the coordinator first") {
            try restore($0, from: $1)
        },
        ProgramAction(
            "--copy-store", "TO",
            help:
                "Copy the store to a new file or a postgresql:// database, and compare each line; stop the coordinator first"
        ) { try copy($0, to: $1) },
    ]

    private static func backup(
        _ settings: ProgramConfiguration, to file: String, replacing: Bool
    ) throws(FatalError) -> String {
        if let store = settings.optionalString("store") {
            let outcome = try copied(from: store, to: file, replacing: replacing)
            return "\(file): store \(outcome.store), \(outcome.lines) lines\n"
        }
        do throws(StoreError) {
            let summary = try StoreBackup.write(path(in: folder(settings)), to: file, replacing: replacing)
            return "\(file): \(summary)\n"
        } catch {
            throw FatalError(error.exitCode, error.message)
        }
    }

    private static func restore(_ settings: ProgramConfiguration, from file: String) throws(FatalError) -> String {
        let folder = folder(settings)
        guard access(folder, F_OK) == 0 else {
            throw FatalError(
                .noInput, "there is no folder \(folder): install clock-coordinator, or name its state_directory")
        }
        let lock = try FolderLock(
            folder, program: "clock-coordinator", remedy: "stop it first: systemctl stop clock-coordinator")
        return try withExtendedLifetime(lock) { () throws(FatalError) in
            try giveToOwner(of: folder, "\(folder)/lock")
            let now = SystemClock(wallOffset: .zero).now().wall
            // 2026-11-21T18:00:00.000Z without characters that a file's name should not have.
            let suffix = "before-restore-\(now.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" })Z"
            do throws(StoreError) {
                let outcome =
                    if let store = settings.optionalString("store") {
                        try StoreRestore.put(
                            file, inPlaceOf: PostgresAddress(store), beside: databasePath(in: folder), suffix: suffix)
                    } else {
                        try StoreRestore.put(file, inPlaceOf: path(in: folder), suffix: suffix)
                    }
                let kept = outcome.kept.map { "; the store that was there is \($0)" } ?? ""
                return "restored \(outcome.summary)\(kept)\nStart the coordinator: systemctl start clock-coordinator\n"
            } catch {
                throw FatalError(error.exitCode, error.message)
            }
        }
    }

    private static func copy(_ settings: ProgramConfiguration, to place: String) throws(FatalError) -> String {
        let folder = folder(settings)
        let lock =
            access(folder, F_OK) == 0
            ? try FolderLock(
                folder, program: "clock-coordinator", remedy: "stop it first: systemctl stop clock-coordinator") : nil
        return try withExtendedLifetime(lock) { () throws(FatalError) in
            if lock != nil { try giveToOwner(of: folder, "\(folder)/lock") }
            let outcome = try copied(from: settings.optionalString("store") ?? path(in: folder), to: place)
            return "copied store \(outcome.store): \(outcome.lines) lines, each compared\n"
        }
    }

    private static func copied(
        from source: String, to target: String, replacing: Bool = false
    ) throws(FatalError) -> StoreCopy.Outcome {
        do throws(StoreError) {
            return try StoreCopy.copy(from: StoreCopy.Place(source), to: StoreCopy.Place(target), replacing: replacing)
        } catch {
            throw FatalError(error.exitCode, error.message)
        }
    }

    static func folder(_ settings: ProgramConfiguration) -> String { settings.string("state_directory") }

    static func path(in folder: String) -> String { folder + "/coordinator.sqlite" }

    /// The path beside which files about a database store lie.
    static func databasePath(in folder: String) -> String { folder + "/coordinator.postgresql" }

    /// A lock file of root would keep the coordinator's own user out.
    private static func giveToOwner(of folder: String, _ file: String) throws(FatalError) {
        var owner = stat()
        guard geteuid() == 0 else { return }
        guard stat(folder, &owner) == 0, chown(file, owner.st_uid, owner.st_gid) == 0 else {
            throw FatalError(SystemError("give \(file) to the owner of \(folder)", code: errno))
        }
    }
}
