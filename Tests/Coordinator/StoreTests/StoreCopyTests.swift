import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

@testable import ClockCoordinatorStore

/// A store on its way from one kind to the other.
@Suite(.timeLimit(.minutes(2))) struct StoreCopyTests {
    private let server: TestDatabase
    private let folder: TemporaryFolder

    init() throws {
        server = try TestDatabase.common()
        folder = try TemporaryFolder("copy")
    }

    private func database() throws -> String { try server.makeDatabase("d\(UInt64.random(in: .min ... .max))") }

    private func code(_ body: () throws(StoreError) -> Void) -> StoreError? {
        do throws(StoreError) { try body() } catch { return error }
        return nil
    }

    /// Something in every table.
    private func fill(_ store: any CoordinatorStore) throws {
        var definition = NodeDefinition.plain(bedroom)
        definition.room = "Schlafzimmer \"oben\"\n🛏"
        definition.replace("0011223344556677")
        _ = try store.commit([
            .saveDefinition(.plain(kitchen)), .saveDefinition(definition), .saveZone(kitchen, "Europe/Berlin"),
            .saveAvailability(bedroom, .online, since: instant("10:00:00.125")),
            .append(kitchen, (1...2_500).map { entry($0, "18:00:00") }),
            .append(
                bedroom,
                [
                    ringEntry(1, "a1", "09:00:00"), ringEntry(2, "t3", "09:00:01.5"),
                    soundEntry(3, "pgx4k2", "10:00:00"),
                ],
                epoch: "Ärger"),
            .close("16:00:00", "17:45:00", kitchen, .offline),
            .closeRings([absence(kitchen, "a1", "09:00:00")], through: instant("09:30:00")),
            .saveObject(.fullAlarm(9)), .saveObject(.plainAlarm(10)),
            .saveObject(.timer(1, .paused(remainingMilliseconds: 12_345))),
            .saveObject(.group(NodeGroup(id: GroupID("upstairs")!, nodes: [bedroom, kitchen]))),
            .saveObject(
                .stopwatch(
                    Stopwatch(
                        id: StopwatchID(number: 3)!, revision: 5, name: "run",
                        state: .stopped(elapsedMilliseconds: 7_001), laps: [1]))),
            .saveObject(
                .calendar(
                    HolidayCalendar(
                        name: "de", days: [.init(span: DateSpan(iso8601: "2026-12-24/2026-12-26")!, name: "W")]))),
            .saveNumbers(DefinitionNumbers(lastAlarm: 10, lastTimer: 1, lastStopwatch: 3, lastChange: 77)),
            .saveChange(
                ChangeEvent(
                    number: 77, at: instant("18:00:00.123"), old: .node(kitchen, room: "Küche", settings: .standard),
                    new: nil, by: "Zoë"), keeping: nil),
            .saveScore(
                WordScore(
                    ScoreKey(learner: "Zoë", list: "dolch", word: "the")!, box: .second, known: 1, missed: 2,
                    last: instant("18:00:00.123"))),
            .saveNotices(
                NoticeState(
                    waiting: [
                        Notice(id: "n1", kind: .offline, made: instant("18:00:00"), lines: ["kitchen is offline"])
                    ])),
            .saveWithdrawn([WithdrawnSound(order: "pgx4k2", target: instant("18:30:00"))]),
            .probe(at: instant("18:31:00")),
        ])
    }

    private func history(of store: any CoordinatorStore) throws -> [HistoryLine] {
        try StoreFixture(store: store, folder: nil).lines()
    }

    @Test("there and back it is the same store, in every table")
    func thereAndBack() throws {
        let first = folder.file("first.sqlite")
        let original = try SQLiteStore(path: first)
        try fill(original)
        let (state, lines) = (try original.load(), try history(of: original))
        try original.close()
        let address = try database()
        let there = try StoreCopy.copy(from: .file(first), to: StoreCopy.Place(address))
        #expect(there.store == state.storeID && there.lines > 2_500)
        let copied = try PostgresStore(address, machine: "here")
        #expect(try copied.load() == state)
        #expect(try history(of: copied) == lines)
        #expect(try copied.changes(ChangesRequest()).changes.map(\.by) == ["Zoë"])
        copied.close()
        let second = folder.file("second.sqlite")
        #expect(try StoreCopy.copy(from: StoreCopy.Place(address), to: .file(second)) == there)
        let back = try SQLiteStore(path: second)
        #expect(try back.load() == state)
        #expect(try history(of: back) == lines)
        _ = try back.commit([.append(kitchen, [entry(2_501)])])
        try back.close()
    }

    @Test("what is there is not replaced, and what is no store of this version is not copied")
    func refusals() throws {
        let first = folder.file("first.sqlite")
        let store = try SQLiteStore(path: first)
        try fill(store)
        try store.close()
        #expect(
            code { () throws(StoreError) in _ = try StoreCopy.copy(from: .file(first), to: .file(first)) }?.code
                == .exists)
        let used = try database()
        try fill(try PostgresStore.leading(used))
        let place = try StoreCopy.Place(used)
        #expect(
            code { () throws(StoreError) in _ = try StoreCopy.copy(from: .file(first), to: place) }?.code == .exists)
        let empty = try StoreCopy.Place(try database())
        #expect(
            code { () throws(StoreError) in _ = try StoreCopy.copy(from: empty, to: .file(folder.file("x"))) }?.message
                .contains("has no store") == true)
        #expect(
            code { () throws(StoreError) in _ = try StoreCopy.copy(from: .file("/nowhere"), to: empty) }?.message
                .contains("no store /nowhere") == true)
    }

    @Test("a copy whose lines are not the store's is not kept")
    func differences() throws {
        let first = folder.file("first.sqlite")
        let store = try SQLiteStore(path: first)
        try fill(store)
        try store.close()
        let name = "d\(UInt64.random(in: .min ... .max))"
        let address = try server.makeDatabase(name)
        _ = try PostgresStore(address, machine: "here")
        try server.query(
            """
            CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN NEW.label = 'spoilt'; RETURN NEW; END $$;
            CREATE TRIGGER spoil BEFORE INSERT ON sound FOR EACH ROW EXECUTE FUNCTION spoil();
            """, in: name)
        let place = try StoreCopy.Place(address)
        let error = code { () throws(StoreError) in _ = try StoreCopy.copy(from: .file(first), to: place) }
        #expect(error?.message.contains("differs in the table sound at bedroom, pgx4k2") == true)
        #expect(try server.query("SELECT count(*) FROM node", in: name) == "0")
    }

    @Test("a coordinator that worked with the database while something was copied into it changes nothing any more")
    func fencing() throws {
        let first = folder.file("first.sqlite")
        let store = try SQLiteStore(path: first)
        try fill(store)
        try store.close()
        let address = try database()
        let running = try PostgresStore.leading(address)
        _ = try StoreCopy.copy(from: .file(first), to: StoreCopy.Place(address))
        let error = code { () throws(StoreError) in _ = try running.commit([.forget(kitchen)]) }
        #expect(error?.code == .inUse)
        #expect(try running.load().nodes.count == 2)
    }
}
