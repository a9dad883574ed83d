import ClockDomain
import Testing

private let now = WallTime(rfc3339: "2026-11-21T18:00:00Z")!
private func key(_ word: String) -> ScoreKey { ScoreKey(learner: "Mia", list: "dolch", word: word)! }
private func score(_ word: String, _ box: LeitnerBox, _ age: Duration) -> WordScore {
    WordScore(key(word), box: box, known: 1, missed: 0, last: now - age)
}

/// Leitner's boxes: the day on which a word comes back.
struct TrainerTests {
    @Test(arguments: [
        (LeitnerBox.first, true, LeitnerBox.second), (.second, true, .third), (.third, true, .fourth),
        (.fourth, true, .fifth), (.fifth, true, .fifth), (.first, false, .first), (.third, false, .first),
        (.fifth, false, .first),
    ])
    func aKnownWordMovesOnAndAMissedOneStartsOver(box: LeitnerBox, known: Bool, next: LeitnerBox) {
        #expect(box.after(known: known) == next)
        var score = score("the", box, .hours(24 * 60))
        score.record(known: known, at: now)
        #expect(score.box == next && score.last == now)
        #expect(score.known == (known ? 2 : 1) && score.missed == (known ? 0 : 1))
    }

    @Test func intervalsGrow() {
        let intervals = LeitnerBox.allCases.map(\.interval)
        #expect(zip(intervals, intervals.dropFirst()).allSatisfy { $0 < $1 })
        #expect(intervals.first == .zero)
    }

    @Test func aWordThatIsKnownAgainBeforeItsTimeStaysWhereItIs() {
        var score = WordScore(key("the"), known: true, at: now)
        #expect(score.box == .second)
        score.record(known: true, at: now + .hours(1))
        #expect(score.box == .second && score.known == 2)
        score.record(known: true, at: now + .hours(22))
        #expect(score.box == .third)
        // A clock that was once ahead holds nothing up.
        score.record(known: true, at: now)
        #expect(score.box == .fourth)
        score.record(known: false, at: now + .seconds(1))
        #expect(score.box == .first && score.due == now + .seconds(1))
    }

    private struct Case: CustomStringConvertible {
        var name: String
        var scores: [WordScore]
        var count = 10
        var order: [String]
        var description: String { name }
    }

    @Test(arguments: [
        Case(name: "new words come in the order of the list", scores: [], order: ["the", "of", "and", "to"]),
        Case(name: "so many and no more", scores: [], count: 2, order: ["the", "of"]),
        Case(
            name: "due words come before new ones, the lowest box first",
            scores: [score("and", .second, .hours(25)), score("to", .first, .hours(1))],
            order: ["to", "and", "the", "of"]),
        Case(
            name: "of a box the longest due first",
            scores: [score("the", .second, .hours(25)), score("of", .second, .hours(30))],
            order: ["of", "the", "and", "to"]),
        Case(
            name: "what is not due stays away",
            scores: [score("the", .second, .hours(1)), score("of", .fifth, .hours(24 * 10))], order: ["and", "to"]),
        Case(
            name: "what was answered by a clock that was ahead is asked again",
            scores: [score("of", .fifth, .hours(-24 * 365))], order: ["of", "the", "and", "to"]),
        Case(
            name: "words that are no longer in the list are not asked",
            scores: [score("gone", .first, .hours(1))], order: ["the", "of", "and", "to"]),
    ])
    private func aRoundHasItsOrder(_ example: Case) {
        var round = TrainingRound(
            words: ["the", "of", "and", "to"], scores: example.scores, count: example.count, at: now)
        var order: [String] = []
        while let word = round.word, order.count < 20 {
            order.append(word)
            let counts = round.answer(known: true)
            #expect(counts)
        }
        #expect(order == example.order)
    }

    @Test func aMissedWordComesBackAfterAFewOthersUntilItIsKnown() {
        var round = TrainingRound(words: ["a", "b", "c", "d", "e"], scores: [], count: 10, at: now)
        var order: [String] = []
        var counted: [Bool] = []
        var misses = 2
        while let word = round.word, order.count < 20 {
            order.append(word)
            let known = word != "a" || misses == 0
            if !known { misses -= 1 }
            counted.append(round.answer(known: known))
        }
        #expect(order == ["a", "b", "c", "d", "a", "e", "a"])
        // Known a moment after it was missed is not yet known.
        #expect(counted == [true, true, true, true, false, true, false])
        #expect(round.missed == ["a"] && round.answered.count == 5 && round.left == 0)
        let more = round.answer(known: true)
        #expect(!more)
    }

    @Test func theLastWordThatIsMissedComesAgainAtOnce() {
        var round = TrainingRound(words: ["a"], scores: [], count: 10, at: now)
        _ = round.answer(known: false)
        #expect(round.word == "a" && round.left == 1)
        _ = round.answer(known: true)
        #expect(round.word == nil)
    }

    @Test func namesAreBounded() {
        #expect(ScoreKey(learner: "", list: "dolch", word: "the") == nil)
        #expect(ScoreKey(learner: "Mia\n", list: "dolch", word: "the") == nil)
        #expect(ScoreKey(learner: "Mia", list: "../dolch", word: "the") == nil)
        #expect(ScoreKey(learner: "Mia", list: "dolch", word: "") == nil)
        #expect(ScoreKey(learner: "Zoë Müller", list: "dolch", word: "the") != nil)
    }
}
