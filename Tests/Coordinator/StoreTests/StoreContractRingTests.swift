import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// The contract of every store: the lines of rings, heard or missed.
@Suite struct StoreContractRingTests {
    private func fixture(_ kind: StoreKind) throws -> StoreFixture {
        let fixture = try StoreFixture(kind)
        _ = try fixture.store.commit([.saveDefinition(.plain(kitchen)), .saveDefinition(.plain(bedroom))])
        return fixture
    }

    @Test(arguments: StoreKind.allCases) func aLineIsKeptAsTheNodeWroteIt(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        let full = RingRecord(
            occurrence: Occurrence(source: .timer(TimerID(number: 3)!), due: instant("10:00:00.125")),
            label: "pasta \"al dente\"", outcome: .rang, reason: .unanswered, detail: "rang for 10 min",
            rangAt: instant("10:00:00.130"), endedAt: instant("10:10:00.250"), snoozes: 2, onsetErrorMicroseconds: -40,
            silentMilliseconds: 6_300, by: "kitchen tablet")
        let bare = RingRecord(
            occurrence: Occurrence(source: .alarm(AlarmID(number: 7)!), due: instant("09:00:00")), label: "",
            outcome: .skipped, reason: .holiday, endedAt: instant("09:00:00"))
        _ = try fixture.store.commit([
            .append(
                kitchen,
                [
                    LedgerEntry(sequence: 1, at: instant("10:11:00"), event: .ring(full)),
                    LedgerEntry(sequence: 2, at: instant("10:11:00"), event: .ring(bare)),
                ])
        ])
        #expect(try fixture.lines().map(\.ring) == [full, bare])
        #expect(
            try fixture.store.load().nodes.last?.cursors == [Acked(epoch: "e1", sequence: 2, at: instant("10:11:00"))])
        // A ring is no quarter hour.
        #expect(try fixture.store.load().nodes.last?.last == nil)
    }

    @Test(arguments: StoreKind.allCases) func aNodesLineReplacesTheCoordinatorsAndNoOtherOfItsOwn(kind: StoreKind)
        throws
    {
        let fixture = try fixture(kind)
        func outcomes() throws -> [RingOutcome?] { try fixture.lines().map(\.ring?.outcome) }
        _ = try fixture.store.commit([.closeRings([absence(kitchen, "a1", "09:00:00")], through: instant("09:00:00"))])
        #expect(try outcomes() == [.absent])
        #expect(try fixture.store.load().ringsClosedThrough == instant("09:00:00"))
        _ = try fixture.store.commit([.append(kitchen, [ringEntry(1, "a1", "09:00:00")])])
        #expect(try outcomes() == [.rang])
        let second = RingRecord(
            occurrence: Occurrence(source: .alarm(AlarmID(number: 1)!), due: instant("09:00:00")), label: "",
            outcome: .missed, reason: .late, endedAt: instant("12:00:00"))
        _ = try fixture.store.commit([
            .append(kitchen, [LedgerEntry(sequence: 2, at: instant("12:00:00"), event: .ring(second))]),
            .closeRings([absence(kitchen, "a1", "09:00:00"), absence(kitchen, "a1", "09:01:00")], through: nil),
        ])
        #expect(try outcomes() == [.absent, .rang])
        #expect(try fixture.store.load().ringsClosedThrough == instant("09:00:00"))
    }

    @Test(arguments: StoreKind.allCases) func aTimersLinesMeanTheTimerWheneverItIsDue(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        _ = try fixture.store.commit([
            .closeRings([absence(kitchen, "t1", "09:00:00"), absence(bedroom, "t1", "09:00:00")], through: nil),
            .append(kitchen, [ringEntry(1, "t1", "08:59:59.5")]), .append(bedroom, [ringEntry(1, "t11", "09:00:00")]),
            // It has a line of this due or a later one.
            .closeRings([absence(kitchen, "t1", "08:59:59"), absence(bedroom, "t1", "08:00:00")], through: nil),
            // And none of a later one than that.
            .closeRings([absence(kitchen, "t1", "09:30:00")], through: nil),
        ])
        let lines = try fixture.lines().map { line in
            "\(line.node) \(line.cursor.source?.description ?? "") \(line.cursor.target) \(line.ring?.outcome.rawValue ?? "")"
        }
        #expect(
            lines == [
                "kitchen t1 2026-11-21T09:30:00.000Z absent", "bedroom t1 2026-11-21T09:00:00.000Z absent",
                "bedroom t11 2026-11-21T09:00:00.000Z rang", "kitchen t1 2026-11-21T08:59:59.500Z rang",
            ])
    }

    @Test(arguments: StoreKind.allCases) func noLineIsWrittenForANodeThatIsNotThere(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        _ = try fixture.store.commit([
            .forget(kitchen),
            .closeRings([absence(kitchen, "a1", "09:00:00"), absence(bedroom, "a1", "09:00:00")], through: nil),
        ])
        #expect(try fixture.lines().map(\.node) == [bedroom])
    }

    @Test(arguments: StoreKind.allCases) func reopeningDeletesTheCoordinatorsLinesOnly(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        _ = try fixture.store.commit([
            .append(kitchen, [ringEntry(1, "a1", "10:00:00")]),
            .closeRings(
                [absence(bedroom, "a1", "09:00:00"), absence(bedroom, "a1", "10:00:00")], through: instant("11:00:00")),
            .reopenRings(after: instant("09:00:00")),
        ])
        #expect(try fixture.lines().map(\.cursor.target) == ["10:00:00", "09:00:00"].map(instant))
        #expect(try fixture.store.load().ringsClosedThrough == instant("09:00:00"))
    }

    /// A clock leapt ahead for a moment, and looked at occurrences that it did not close: their nodes still had time.
    @Test(arguments: StoreKind.allCases) func reopeningClosesNothingThatWasOpen(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        _ = try fixture.store.commit([
            .closeRings([], through: instant("09:00:00")), .reopenRings(after: instant("10:00:00")),
            .closeQuarters(QuarterClosing(after: instant("08:45:00"), through: instant("09:00:00"), absences: [])),
            .reopenQuarters(after: instant("10:00:00")),
        ])
        let state = try fixture.store.load()
        #expect(state.ringsClosedThrough == instant("09:00:00"))
        #expect(state.closedThrough == instant("09:00:00"))
    }

    @Test(arguments: StoreKind.allCases) func forgettingLeavesNothingThatRang(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        _ = try fixture.store.commit([
            .append(kitchen, [ringEntry(1, "a1", "10:00:00")]), .append(bedroom, [ringEntry(1, "a1", "10:00:00")]),
            .forget(kitchen),
        ])
        #expect(try fixture.lines().map(\.node) == [bedroom])
    }

    @Test(arguments: StoreKind.allCases) func purgingDeletesTheOldestUpToItsLimit(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        let absences = (0..<5).map { absence(kitchen, "a1", "1\($0):00:00") }
        _ = try fixture.store.commit([.closeRings(absences, through: nil)])
        #expect(
            try fixture.store.commit([.purge(before: instant("14:00:00"), ahead: instant("20:00:00"), limit: 3)])
                .purgeReachedLimit)
        #expect(try fixture.lines().map(\.cursor.target) == ["14:00:00", "13:00:00"].map(instant))
        #expect(
            try !fixture.store.commit([.purge(before: instant("14:00:00"), ahead: instant("20:00:00"), limit: 3)])
                .purgeReachedLimit)
        #expect(try fixture.lines().map(\.cursor.target) == [instant("14:00:00")])
    }

    @Test(arguments: StoreKind.allCases) func historyPagesOfAllKindsMeetWithoutGapOrOverlap(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        let sources = ["t2", "a10", "a9", "t1"]
        let rings = ["17:30:00", "17:30:00.5", "17:45:00", "17:46:00.25", "18:00:00"].flatMap { due in
            sources.flatMap { [absence(kitchen, $0, due), absence(bedroom, $0, due)] }
        }
        let sounds =
            ["pb", "pa"].enumerated().map { soundEntry($0 + 1, $1, "18:00:00") } + [soundEntry(3, "pc", "17:45:00")]
        _ = try fixture.store.commit([
            .close("17:00:00", "18:00:00", kitchen, .offline), .close("17:00:00", "18:00:00", bedroom, .offline),
            .closeRings(rings, through: nil), .append(kitchen, sounds), .append(bedroom, sounds),
        ])
        let all = try fixture.lines()
        #expect(all.count == 54)
        let first = all.prefix(14).map { "\($0.node) \($0.cursor.source?.description ?? $0.cursor.order ?? "-")" }
        #expect(
            first
                == ["bedroom", "kitchen"].flatMap { node in
                    ["-", "a9", "a10", "t1", "t2", "pa", "pb"].map { "\(node) \($0)" }
                })
        for limit in [1, 2, 3, 7, 53, 54] { #expect(try fixture.pages(of: limit) == all, "pages of \(limit)") }
        let some = try fixture.store.history(HistoryRequest(node: kitchen, since: instant("17:45:00"), limit: 500))
        #expect(some.lines == all.filter { $0.node == kitchen && $0.cursor.target >= instant("17:45:00") })
        // A cursor need not be a line's.
        let between = HistoryCursor(target: instant("17:46:30"), node: kitchen, source: nil)
        let rest = try fixture.store.history(HistoryRequest(before: between, limit: 500)).lines
        #expect(rest == all.filter { $0.cursor.target <= instant("17:46:30") })
    }

    @Test(arguments: StoreKind.allCases) func aHistoryOfRingsAloneIsPagedToItsEnd(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        let rings = ["09:00:00", "10:00:00", "11:00:00"].flatMap { due in
            [absence(kitchen, "a1", due), absence(bedroom, "a1", due), absence(bedroom, "t1", due)]
        }
        _ = try fixture.store.commit([.closeRings(rings, through: nil)])
        let all = try fixture.lines()
        for limit in 1...all.count { #expect(try fixture.pages(of: limit) == all, "pages of \(limit)") }
    }

    @Test(arguments: StoreKind.allCases) func aSoundsLineIsKeptOnceAsTheNodeWroteIt(kind: StoreKind) throws {
        let fixture = try fixture(kind)
        let full = SoundRecord(
            order: "pgx4k2", sound: Digest(of: [1]), label: "Dinner is \"ready\"", target: instant("18:00:00.250"),
            outcome: .missed, reason: .incomplete, detail: "1 of 3 parts", onsetErrorMicroseconds: -3)
        let bare = SoundRecord(
            order: "pgx4k3", sound: Digest(of: [1]), label: "", target: instant("17:00:00"), outcome: .withdrawn)
        var again = full
        again.outcome = .played
        func entry(_ sequence: Int, _ record: SoundRecord) -> LedgerEntry {
            LedgerEntry(sequence: sequence, at: instant("18:00:05"), event: .sound(record))
        }
        _ = try fixture.store.commit([.append(kitchen, [entry(1, full), entry(2, bare)])])
        // A node that was turned back to an older state tells of it once more.
        _ = try fixture.store.commit([.append(kitchen, [entry(1, again)], epoch: "e2")])
        #expect(try fixture.lines().map(\.event) == [.sound(full), .sound(bare)])
        _ = try fixture.store.commit([.purge(before: instant("17:30:00"), ahead: instant("20:00:00"), limit: 10)])
        #expect(try fixture.lines().map(\.event) == [.sound(full)])
        _ = try fixture.store.commit([.forget(kitchen)])
        #expect(try fixture.lines().isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func theNodesLineOfASoundTakesThePlaceOfTheCoordinators(kind: StoreKind) throws
    {
        let fixture = try fixture(kind)
        let target = instant("18:00:00.250")
        let absent = SoundRecord(
            order: "pgx4k2", sound: nil, label: "", target: target, outcome: .absent, reason: .unreported)
        let attic = NodeID("attic")!
        _ = try fixture.store.commit([
            .noteSounds([SoundAbsence(node: kitchen, record: absent), SoundAbsence(node: attic, record: absent)])
        ])
        #expect(try fixture.lines() == [HistoryLine(node: kitchen, event: .sound(absent))])
        var played = absent
        (played.outcome, played.reason, played.onsetErrorMicroseconds) = (.played, nil, 7)
        let entry = LedgerEntry(sequence: 1, at: target, event: .sound(played))
        _ = try fixture.store.commit([.append(kitchen, [entry])])
        _ = try fixture.store.commit([.noteSounds([SoundAbsence(node: kitchen, record: absent)])])
        #expect(try fixture.lines() == [HistoryLine(node: kitchen, event: .sound(played))])
    }
}
