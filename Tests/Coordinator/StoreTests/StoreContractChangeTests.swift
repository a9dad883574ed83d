import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The contract of every store: the changes that people made.
@Suite struct StoreContractChangeTests {
    private static func change(_ number: Int, _ at: String, by person: String? = nil) -> ChangeEvent {
        let group = NodeGroup(id: GroupID("upstairs")!, nodes: [kitchen])
        return ChangeEvent(number: number, at: instant(at), old: nil, new: .group(group), by: person)
    }

    private static func limits(_ count: Int, bytes: Int = 1 << 20) -> ChangeLimits {
        ChangeLimits(count: count, bytes: bytes)
    }

    private static func fixture(_ kind: StoreKind) throws -> StoreFixture {
        let fixture = try StoreFixture(kind)
        _ = try fixture.store.commit([
            .saveChange(change(1, "10:00:00.125", by: "Zoë \"Z\""), keeping: nil),
            .saveChange(change(2, "10:30:00"), keeping: nil),
            // The clock was set back.
            .saveChange(change(3, "10:10:00", by: "anna"), keeping: nil),
            .saveChange(change(4, "11:00:00"), keeping: nil),
        ])
        return fixture
    }

    @Test(arguments: StoreKind.allCases) func changesAreReadByTimeAndPagedByNumber(kind: StoreKind) throws {
        let fixture = try Self.fixture(kind)
        func numbers(_ request: ChangesRequest) throws -> [Int] {
            try fixture.store.changes(request).changes.map(\.number)
        }
        let all = try fixture.store.changes(ChangesRequest())
        #expect(all.changes.map(\.number) == [4, 3, 2, 1] && all.next == nil)
        #expect(all.changes.last == Self.change(1, "10:00:00.125", by: "Zoë \"Z\""))
        #expect(try numbers(ChangesRequest(since: instant("10:10:00"))) == [4, 3, 2])
        #expect(try numbers(ChangesRequest(until: instant("10:10:00"))) == [3, 1])
        #expect(try numbers(ChangesRequest(since: instant("10:00:00.125"), until: instant("10:30:00"))) == [3, 2, 1])
        let first = try fixture.store.changes(ChangesRequest(until: instant("10:30:00"), limit: 2))
        #expect(first.changes.map(\.number) == [3, 2] && first.next == 2)
        let second = try fixture.store.changes(ChangesRequest(until: instant("10:30:00"), before: first.next, limit: 2))
        #expect(second.changes.map(\.number) == [1] && second.next == nil)
    }

    @Test(arguments: StoreKind.allCases) func theChangesToTakeBackAreThoseOfTheNewestRequestOfAPerson(
        kind: StoreKind
    ) throws {
        let fixture = try StoreFixture(kind)
        var takingBack = Self.change(62, "12:00:00", by: "ben")
        takingBack.undoes = UndoneChange(Self.change(60, "11:30:00", by: "anna"))
        // More than a page.
        _ = try fixture.store.commit(
            ([Self.change(1, "10:00:00", by: "anna")] + (2...59).map { Self.change($0, "11:00:00", by: "anna") }
                + [Self.change(60, "11:30:00", by: "anna"), Self.change(61, "11:40:00"), takingBack])
                .map { .saveChange($0, keeping: nil) })
        func found(_ number: Int? = nil, since: String = "10:00:00") -> [Int]? {
            let answer = fixture.store.answer(.undo(UndoRequest(change: number), since: instant(since)))
            return (answer.value as? FoundChanges)?.changes.map(\.number)
        }
        #expect(found() == (2...59).reversed())
        #expect(found(30) == (2...59).reversed())
        #expect(found(1) == [1])
        for number in [60, 61, 62, 63] { #expect(found(number) == []) }
        #expect(found(since: "11:00:01") == [])
        #expect(try fixture.store.changes(ChangesRequest(limit: 1)).changes == [takingBack])
    }

    @Test(arguments: StoreKind.allCases) func aPageFitsIntoAnAnswer(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let days = (1...900).map { number in
            HolidayCalendar.Day(
                span: DateSpan(iso8601: "2026-12-24")!, name: "\(number)" + String(repeating: "🎶", count: 60))
        }
        let large = DefinedObject.holidays(HolidayCalendar(name: "de", days: days))
        _ = try fixture.store.commit(
            (1...3).map {
                .saveChange(
                    ChangeEvent(number: $0, at: instant("10:00:00"), old: large, new: $0 == 1 ? nil : large),
                    keeping: nil)
            })
        var sizes: [Int] = []
        var request = ChangesRequest()
        repeat {
            let page = try fixture.store.changes(request)
            #expect(WireCodec.encode(Reply(result: page)).count < 1 << 20)
            sizes.append(page.changes.count)
            request.before = page.next
        } while request.before != nil && sizes.count < 9
        #expect(sizes == [1, 2])
    }

    @Test(arguments: StoreKind.allCases) func theOldestGoByNumberAndByAge(kind: StoreKind) throws {
        let fixture = try Self.fixture(kind)
        func numbers() throws -> [Int] { try fixture.store.changes(ChangesRequest()).changes.map(\.number) }
        func purge(_ before: String, limit: Int = 9) throws -> Bool {
            try fixture.store.commit([.purge(before: instant(before), ahead: instant("19:00:00"), limit: limit)])
                .purgeReachedLimit
        }
        _ = try fixture.store.commit([.saveChange(Self.change(5, "11:00:00"), keeping: Self.limits(9))])
        #expect(try numbers() == [5, 4, 3, 2, 1])
        // Numbers go on far beyond those of a backup.
        _ = try fixture.store.commit([.saveChange(Self.change(1_000_005, "11:00:00"), keeping: Self.limits(5))])
        #expect(try numbers() == [1_000_005, 5, 4, 3, 2])
        #expect(try purge("10:20:00", limit: 1) && !purge("10:20:00"))
        #expect(try numbers() == [1_000_005, 5, 4, 2])
        _ = try fixture.store.commit([.saveChange(Self.change(2, "12:00:00", by: "again"), keeping: nil)])
        #expect(try fixture.store.changes(ChangesRequest()).changes.last == Self.change(2, "12:00:00", by: "again"))
    }

    @Test(arguments: StoreKind.allCases) func theOldestGoBySizeToo(kind: StoreKind) throws {
        let fixture = try Self.fixture(kind)
        // 8 characters of 3 bytes each.
        let days = (0..<300).map { day in
            HolidayCalendar.Day(
                span: DateSpan(
                    first: CivilDate(daysSinceEpoch: 20_000 + day), last: CivilDate(daysSinceEpoch: 20_000 + day)),
                name: "日日日日日日日日")
        }
        let large = DefinedObject.holidays(HolidayCalendar(name: "de", days: days))
        for number in 5...7 {
            let event = ChangeEvent(number: number, at: instant("11:00:00"), old: nil, new: large)
            let bytes = WireCodec.encode(event).count
            // Room for two and a half of them.
            _ = try fixture.store.commit([.saveChange(event, keeping: Self.limits(9, bytes: bytes * 5 / 2))])
        }
        #expect(try fixture.store.changes(ChangesRequest()).changes.map(\.number) == [7, 6])
    }
}
