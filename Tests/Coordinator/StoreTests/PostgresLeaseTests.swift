import ClockDomain
import ClockTestSupport
import ClockWire
import Dispatch
import Glibc
import Testing

@testable import ClockCoordinatorCore
@testable import ClockCoordinatorStore

/// The lease of a store in PostgreSQL, and that nobody commits without it.
@Suite(.timeLimit(.minutes(3))) struct PostgresLeaseTests {
    private let server: TestDatabase
    private let name = "d\(UInt64.random(in: .min ... .max))"
    private let address: String

    init() throws {
        server = try TestDatabase.common()
        address = try server.makeDatabase(name)
    }

    private func open(_ machine: String) throws -> PostgresStore { try PostgresStore(address, machine: machine) }

    private func error(_ store: PostgresStore, _ operations: [StoreOperation]) -> StoreError? {
        do throws(StoreError) { _ = try store.commit(operations) } catch { return error }
        return nil
    }

    /// Returns the whole term of a lease taken or renewed at `start` or later: the rest and the time since.
    private func term(_ left: Duration, since start: ContinuousClock.Instant) -> Duration {
        left + start.duration(to: .now)
    }

    @Test func nobodyCommitsWithoutTheLeaseAndWhoeverHasItDoes() throws {
        let first = try open("one")
        #expect(error(first, [.saveDefinition(.plain(kitchen))])?.code == .inUse)
        let free = try first.lease.ask(.look)
        #expect(free.holder == "" && free.left <= .zero)
        let start = ContinuousClock.now
        let taken = try first.lease.ask(.take(free))
        #expect(taken.holder == first.lease.holder && taken.machine == "one" && taken.generation == free.generation + 1)
        #expect(term(taken.left, since: start) > .seconds(4) && taken.left <= LeaseMachine.term)
        #expect(error(first, [.saveDefinition(.plain(kitchen))]) == nil)
        #expect(try first.load().nodes.map(\.definition.id) == [kitchen])
    }

    @Test func whoeverLostTheLeaseCommitsNothingAnyMoreAndHearsWhoHasIt() throws {
        let first = try PostgresStore.leading(address, machine: "one")
        #expect(error(first, [.saveDefinition(.plain(kitchen))]) == nil)
        let second = try PostgresStore.leading(address, machine: "two")
        #expect(error(first, [.saveDefinition(.plain(bedroom))])?.code == .inUse)
        // On a new connection, too.
        #expect(error(first, [.saveDefinition(.plain(bedroom))])?.code == .inUse)
        #expect(try first.lease.ask(.renew).holder == second.lease.holder)
        #expect(error(second, [.append(kitchen, [entry(1)])]) == nil)
        #expect(try second.load().nodes.map(\.definition.id) == [kitchen])
    }

    @Test func ofTwoThatSawTheSameRowOneTakesIt() async throws {
        let stores = try (0..<8).map { try open("machine \($0)") }
        let seen = try stores[0].lease.ask(.look)
        let holders = try await withThrowingTaskGroup(of: Bool.self) { group in
            for store in stores {
                group.addTask { try store.lease.ask(.take(seen)).holder == store.lease.holder }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(holders == 1)
        #expect(try server.query("SELECT generation FROM lease", in: name) == "1")
    }

    @Test func aRenewalOrACommitMakesItGoodForAnotherTermAndChangesTheRow() throws {
        let store = try PostgresStore.leading(address)
        try server.query("UPDATE lease SET expires = clock_timestamp() - interval '1 hour'", in: name)
        let over = try store.lease.ask(.look)
        #expect(over.left < .minutes(-59))
        var start = ContinuousClock.now
        let renewed = try store.lease.ask(.renew)
        #expect(term(renewed.left, since: start) > .seconds(4) && !renewed.isSame(as: over))
        try server.query("UPDATE lease SET expires = clock_timestamp() - interval '1 hour'", in: name)
        start = .now
        #expect(error(store, [.saveDefinition(.plain(kitchen))]) == nil)
        let committed = try store.lease.ask(.look)
        #expect(term(committed.left, since: start) > .seconds(4) && !committed.isSame(as: renewed))
        // Somebody who saw it before comes too late.
        #expect(try open("two").lease.ask(.take(renewed)).holder == store.lease.holder)
    }

    @Test func whoGivesItBackLeavesItFreeAndDisturbsNobodyElse() throws {
        let first = try PostgresStore.leading(address, machine: "one")
        let second = try open("two")
        #expect(try second.lease.ask(.look).standbys.map(\.machine) == ["two"])
        try first.lease.giveBack()
        #expect(try second.lease.ask(.look).isFree)
        _ = try second.lease.ask(.take(try second.lease.ask(.look)))
        try first.lease.giveBack()
        let row = try second.lease.ask(.renew)
        #expect(row.holder == second.lease.holder)
        // The holder does not stand by.
        #expect(row.standbys.isEmpty)
    }

    @Test func whoStandsByIsKnownForADay() throws {
        let first = try PostgresStore.leading(address, machine: "one")
        let second = try open("two")
        _ = try second.lease.ask(.look)
        var row = try first.lease.ask(.renew)
        #expect(row.standbys.map(\.machine) == ["two"] && row.standbys[0].silentFor < .minutes(1))
        try server.query("UPDATE standby SET seen = seen - interval '5 minutes'", in: name)
        row = try first.lease.ask(.renew)
        #expect(row.standbys.count == 1 && row.standbys[0].silentFor >= .minutes(5))
        try server.query("UPDATE standby SET seen = seen - interval '1 day'", in: name)
        #expect(try first.lease.ask(.renew).standbys.isEmpty)
    }

    /// The rest of the commit never comes: its sender was stopped or cut off. The database would wait for it.
    @Test func aCommitThatIsStuckHalfSentIsEndedByWhoTakesOver() throws {
        let first = try PostgresStore.leading(address, machine: "one")
        let second = try open("two")
        let stuck = try PostgresConnection(PostgresAddress(server.address(name)))
        let generation = try server.query("SELECT generation FROM lease", in: name)
        _ = try stuck.run("BEGIN")
        _ = try stuck.run(PostgresLease.fence, [generation, "1"])
        let row = try second.lease.ask(.look)
        #expect(try second.lease.ask(.take(row)).holder == second.lease.holder)
        #expect(throws: PostgresFailure.self) { _ = try stuck.run("COMMIT") }
        #expect(error(first, [.saveDefinition(.plain(kitchen))])?.code == .inUse)
    }

    @Test func aCommitThatTakesLongIsWaitedFor() async throws {
        let first = try PostgresStore.leading(address, machine: "one")
        let second = try open("two")
        try server.query(
            """
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN PERFORM pg_sleep(10); RETURN NEW; END $$;
            CREATE TRIGGER wait BEFORE INSERT ON node FOR EACH ROW EXECUTE FUNCTION wait();
            """, in: name)
        let row = try second.lease.ask(.look)
        async let commit = error(first, [.saveDefinition(.plain(kitchen))])
        try await waitUntil("the commit is under way", timeout: .seconds(60)) {
            try server.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'", in: name) == "1"
        }
        // It waits, and either gives up or finds the row renewed.
        let answer = try? second.lease.ask(.take(row))
        #expect(answer?.holder != second.lease.holder)
        #expect(await commit == nil)
        #expect(try second.lease.ask(.look).holder == first.lease.holder)
    }

    @Test func aDatabaseThatIsAwayIsToldWithinSecondsAndFoundAgain() async throws {
        let server = try TestDatabase()
        let store = try PostgresStore.leading(try server.makeDatabase("clocks"))
        server.stop()
        #expect(throws: StoreError.self) { _ = try store.lease.ask(.renew) }
        #expect(throws: StoreError.self) { _ = try store.lease.ask(.renew) }
        try server.start()
        #expect(try store.lease.ask(.renew).holder == store.lease.holder)
    }

    @Test func aDatabaseOfTheVersionBeforeGetsWhatTheLeaseNeeds() throws {
        _ = try PostgresStore.leading(address)
        try server.query(
            """
            ALTER TABLE lease DROP COLUMN machine; ALTER TABLE lease DROP COLUMN renewals; DROP TABLE standby;
            ALTER TABLE site DROP COLUMN notices; ALTER TABLE site DROP COLUMN generation;
            ALTER TABLE node DROP COLUMN lineage; DROP TABLE timetable; ALTER TABLE ring DROP COLUMN silent_ms; DROP TABLE change;
            UPDATE clocksmith_schema SET version = 1
            """, in: name)
        let store = try PostgresStore.leading(address)
        #expect(error(store, [.saveDefinition(.plain(kitchen))]) == nil)
    }

    @Test func ofTwoThatMakeTheStoreAtOnceBothNoteTheSameName() async throws {
        let folder = try TemporaryFolder("identity")
        let address = address
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<4 {
                let file = folder.file("store\(number)")
                group.addTask {
                    try PostgresStore(address, machine: "\(number)", identityFile: file).load().storeID
                        + (readText(file + ".id") ?? "")
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names.count == 1)
    }
}
