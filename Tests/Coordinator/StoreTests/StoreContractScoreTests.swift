import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The contract of every store: learners' scores, withdrawn sounds, messages to people.
@Suite struct StoreContractScoreTests {
    @Test(arguments: StoreKind.allCases) func soundsThatWereTakenBackReplaceThoseOfBefore(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        #expect(try fixture.store.load().withdrawn == [])
        let sounds = ["pgx4k2", "pgx4k1"].map { WithdrawnSound(order: $0, target: instant("18:30:00.123")) }
        _ = try fixture.store.commit([.saveWithdrawn([sounds[1]]), .saveWithdrawn(sounds)])
        #expect(try fixture.store.load().withdrawn == sounds)
        _ = try fixture.store.commit([.saveWithdrawn([])])
        #expect(try fixture.store.load().withdrawn == [])
    }

    @Test(arguments: StoreKind.allCases) func messagesToPeopleReplaceThoseOfBefore(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        #expect(try fixture.store.load().notices == NoticeState())
        let first = Notice(
            id: "mi3k-1", kind: .alarm, made: instant("18:30:00.123"), lines: ["“Work” was missed", "Zoë's, too"],
            more: 3,
            attempts: 2)
        let state = NoticeState(
            waiting: [first], offline: [kitchen], certificates: ["kitchen 1795284000 604800"],
            lastCheck: CivilDate(year: 2026, month: 11, day: 21))
        _ = try fixture.store.commit([.saveNotices(NoticeState(offline: [kitchen])), .saveNotices(state)])
        #expect(try fixture.store.load().notices == state)
        _ = try fixture.store.commit([.saveNotices(NoticeState())])
        #expect(try fixture.store.load().notices == NoticeState())
    }

    @Test(arguments: StoreKind.allCases) func scoresAreSavedReplacedAndLoadedInTheirOrder(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        func score(_ learner: String, _ word: String, _ box: LeitnerBox, _ known: Int) -> WordScore {
            WordScore(
                ScoreKey(learner: learner, list: "dolch", word: word)!, box: box, known: known, missed: 1,
                last: instant("18:00:00.123"))
        }
        _ = try fixture.store.commit([
            .saveScore(score("Zoë", "the", .first, 0)), .saveScore(score("Ben", "the", .third, 2)),
            .saveScore(score("Zoë", "and", .second, 1)), .saveScore(score("Zoë", "the", .second, 1)),
        ])
        #expect(
            try fixture.store.load().scores == [
                score("Ben", "the", .third, 2), score("Zoë", "and", .second, 1), score("Zoë", "the", .second, 1),
            ])
    }
}
