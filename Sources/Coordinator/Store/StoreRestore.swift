public import ClockCoordinatorCore
internal import ClockDomain
internal import GRDB
internal import Glibc

/// Puts a backup in a store's place.
///
/// The restored store gets a name of its own. For each of its nodes it also gets the names of the stores that it
/// replaces: the backup's, and the one that was there. Nodes accept the document of such a store whatever its revision.
/// So they return to the backup's definitions even after revisions that the backup never reached, and two different
/// documents never have the same name and revision. For the same reason the numbers of alarms, timers, stopwatches and
/// change events continue well beyond those of the backup: no number from after the backup is given again, and a node
/// that remembers how `t7` went does not mistake a new `t7` for it.
public enum StoreRestore {
    public struct Outcome: Hashable, Sendable {
        /// The contents of the store now.
        public var summary: StoreSummary
        /// The path of the earlier store; `nil` without one.
        public var kept: String?
    }

    /// Puts a copy of `file` in the place of the store. The caller ensures that no coordinator has it open.
    ///
    /// It first checks a copy of `file` and migrates it to this version's schema; it only reads `file` itself. It keeps
    /// the earlier store beside it, which stays in its place until the new one replaces it in one step.
    ///
    /// - Parameters:
    ///   - path: the store; its folder exists.
    ///   - suffix: names the earlier store, as in `coordinator.sqlite.before-restore-20261121T180000Z`.
    /// - Throws: ``StoreError``; the store is then unchanged.
    public static func put(_ file: String, inPlaceOf path: String, suffix: String) throws(StoreError) -> Outcome {
        let draft = "\(path).restoring"
        StoreFile.discard(draft)
        do throws(StoreError) {
            try StoreFile.duplicate(file, to: draft)
            let summary = try prepare(draft, from: file, inPlaceOf: [try name(of: path)].compactMap(\.self))
            let kept = try keep(path, as: "\(path).\(suffix)")
            try StoreFile.install(draft, as: path, isFoldersOwn: true)
            return Outcome(summary: summary, kept: kept)
        } catch {
            StoreFile.discard(draft)
            throw error
        }
    }

    /// Returns the name of the present or earlier store; `nil` without one, or if it is too damaged to tell.
    private static func name(of path: String) throws(StoreError) -> String? {
        if let noted = try StoreIdentity(path: path).read() { return noted }
        guard access(path, F_OK) == 0 else { return nil }
        // It will be replaced, whatever its fault.
        return try? DatabaseQueue(path: path, configuration: StoreFile.configuration).read {
            try String.fetchOne($0, sql: "SELECT store FROM site")
        }
    }

    /// Checks the copy and makes it a store of its own name.
    ///
    /// - Parameter former: the names of the present and earlier stores.
    static func prepare(
        _ draft: String, from file: String, inPlaceOf former: [String]
    ) throws(StoreError) -> StoreSummary {
        do {
            let database = try DatabaseQueue(path: draft, configuration: StoreFile.configuration)
            try database.read { database in
                let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
                if isEmpty { throw StoreError(.corrupt, "\(file) is an empty database, not a backup of a store") }
                try StoreSchema.check(database, path: file)
                // Before any write, because a write would run a trigger of the file.
                try StoreSchema.compare(database, path: file)
                try StoreFile.inspect(database, path: file)
            }
            try StoreSchema.migrator.migrate(database)
            try database.write { database in
                try takePlace(of: former, in: database)
                try database.execute(
                    sql: """
                        UPDATE site SET store = lower(hex(randomblob(8))), last_alarm = last_alarm + :skipped,
                            last_timer = last_timer + :skipped, last_stopwatch = last_stopwatch + :skipped,
                            last_change = last_change + :skipped
                        """, arguments: ["skipped": DefinitionNumbers.skipped])
            }
            // As the coordinator does at its start: an error that it would refuse then is refused here, and the old
            // store stays.
            if let excess = try database.read(StoredState.init(from:)).excess {
                throw StoreError(.failed, "\(file) has more than a site may have: \(excess)")
            }
            try StoreFile.makeSingle(database)
            let summary = try database.read(StoreSummary.init)
            try database.close()
            return summary
        } catch let error as UnreadableRow {
            throw StoreError(.corrupt, "\(file) is no backup that a coordinator can read: \(error)")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreError(.corrupt, "\(file) is not an SQLite database, so no backup of a store")
        } catch {
            throw StoreError(error, "cannot take the backup", path: file)
        }
    }

    /// Notes for each node that its definitions replace those of the backup's store and of the earlier ones.
    private static func takePlace(of former: [String], in database: Database) throws {
        let own = try String.fetchAll(database, sql: "SELECT store FROM site")
        for var node in try StoredState(from: database).nodes.map(\.definition) {
            for store in former + own { node.replace(store) }
            try database.execute(
                sql: "UPDATE node SET replaces = ? WHERE id = ?",
                arguments: [try StoreJSON.text(node.replaces), node.id.rawValue])
        }
    }

    /// Gives the present store a second name, with everything committed to it.
    private static func keep(_ path: String, as kept: String) throws(StoreError) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        do {
            let database = try DatabaseQueue(path: path, configuration: StoreFile.configuration)
            try StoreFile.makeSingle(database)
            try database.close()
        } catch {
            // It is damaged, perhaps the reason for the restore: keep it unchanged, with the files beside it.
            for end in ["-wal", "-shm"] where access(path + end, F_OK) == 0 {
                guard rename(path + end, kept + end) == 0 else {
                    throw StoreFile.failure("move \(path)\(end) to \(kept)\(end)")
                }
            }
        }
        guard link(path, kept) == 0 else { throw StoreFile.failure("keep \(path) as \(kept)") }
        return kept
    }
}
