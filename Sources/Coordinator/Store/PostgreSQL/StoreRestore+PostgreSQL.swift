public import ClockCoordinatorCore
internal import GRDB

extension StoreRestore {
    /// Replaces the store in a database by a copy of `file`, in one transaction.
    ///
    /// First it checks a copy of `file` in the state folder and makes it a store of its own name. It keeps the
    /// database's contents there as a backup. If a coordinator has used the database in the meantime, nothing is
    /// replaced.
    ///
    /// - Parameters:
    ///   - path: the path beside which the draft, the kept store and the note of the store's name are; see
    ///     ``StoreIdentity``.
    ///   - suffix: names the kept store, as in `coordinator.postgresql.before-restore-20261121T180000Z`.
    /// - Throws: ``StoreError``, ``StoreError/Code/inUse`` while a coordinator has the lease. The store is then
    ///   unchanged, except after ``StoreError/Code/uncertain``.
    public static func put(
        _ file: String, inPlaceOf address: PostgresAddress, beside path: String, suffix: String
    ) throws(StoreError) -> Outcome {
        let draft = "\(path).restoring"
        StoreFile.discard(draft)
        defer { StoreFile.discard(draft) }
        do {
            let connection = try PostgresStore.connect(address)
            try PostgresSchema.migrate(connection, name: address.name)
            let lease = try FreeLease(connection, name: address.name)
            let there = try connection.run("SELECT store FROM site").rows.first?.text("store")
            let identity = StoreIdentity(path: path)
            try StoreFile.duplicate(file, to: draft)
            let summary = try prepare(draft, from: file, inPlaceOf: [try identity.read(), there].compactMap(\.self))
            let kept = there.map { _ in "\(path).\(suffix)" }
            if let kept { _ = try StoreCopy.copy(from: .database(address), to: .file(kept)) }
            let name: String
            do {
                name = try replace(on: connection, address.name, by: draft, lease)
            } catch {
                if let kept, (error as? StoreError)?.code != .uncertain { StoreFile.discard(kept) }
                throw error
            }
            do throws(StoreError) {
                try identity.write(name)
            } catch {
                throw StoreError(
                    error.code,
                    "\(file) is restored, but \(error.message): remove \(identity.file) before the next start")
            }
            return Outcome(summary: summary, kept: kept)
        } catch {
            throw PostgresStore.error(error, "cannot restore \(file) into", address.name)
        }
    }

    /// - Returns: the name of the new store.
    private static func replace(
        on connection: PostgresConnection, _ name: String, by draft: String, _ lease: FreeLease
    ) throws -> String {
        _ = try connection.run("BEGIN")
        // Waits for a commit that is still under way.
        guard try FreeLease(connection, name: name, isLocked: true) == lease else {
            throw StoreError(
                .inUse,
                "a coordinator has worked with the store \(name) meanwhile, and nothing was replaced: stop it first")
        }
        // A coordinator that used it before must not commit afterwards.
        _ = try connection.run(
            "UPDATE lease SET generation = generation + 1, holder = '', machine = '', expires = '-infinity'")
        _ = try connection.run("TRUNCATE \(StoreTable.all.map(\.name).joined(separator: ", "))")
        let queue = try DatabaseQueue(path: draft, configuration: StoreFile.configuration)
        let outcome = try queue.read { try StoreCopy.fill(connection, from: $0, name) }
        // As the coordinator does when it takes the lease.
        _ = try StoredState(from: connection)
        do throws(PostgresFailure) {
            _ = try connection.run("COMMIT")
        } catch {
            guard error.kind == .lost else { throw error }
            throw StoreError(
                .uncertain,
                "the connection to \(name) went at the end, and nobody knows whether the backup is there: restore it again "
                    + "(\(error))")
        }
        return outcome.store
    }

    /// A lease without a holder. It differs after somebody had it.
    private struct FreeLease: Equatable {
        private let generation: Int64
        private let lastCommit: Int64

        /// - Parameter isLocked: true if nobody may take it, or commit, before the transaction's end.
        /// - Throws: ``StoreError/Code/inUse`` if a coordinator has it.
        init(_ connection: PostgresConnection, name: String, isLocked: Bool = false) throws {
            let rows = try connection.run(
                """
                SELECT generation, last_commit, machine, holder <> '' AND expires > clock_timestamp() AS held FROM lease
                \(isLocked ? "FOR UPDATE" : "")
                """
            ).rows
            guard let row = rows.first else {
                throw StoreError(.corrupt, "the store \(name) has no lease: its table was emptied")
            }
            guard row.text(optional: "held") != "t" else {
                throw StoreError(
                    .inUse,
                    "the coordinator on \(row.text(optional: "machine") ?? "") works with the store \(name): stop it first, and each one "
                        + "that stands by: systemctl stop clock-coordinator")
            }
            generation = try row.number("generation")
            lastCommit = try row.number("last_commit")
        }
    }
}
