import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Learners' scores of words.
@Suite struct ScoreTests {
    private var harness = CoreHarness(at: "18:01:00")

    private func answers(_ words: (String, Bool)..., learner: String = "Mia") -> ScoreRequest {
        ScoreRequest(
            learner: learner, list: "dolch", answers: words.map { .init(word: $0.0, known: $0.1) })
    }

    private mutating func page(_ request: ScoresRequest = ScoresRequest()) -> ScoresPage? {
        harness.request(request)
        for case let page as ScoresPage in harness.replies.map(\.value) { return page }
        return nil
    }

    @Test mutating func anAnswerIsAcknowledgedWhenItIsCommitted() throws {
        harness.request(answers(("the", true), ("of", false)))
        #expect(harness.replies.isEmpty)
        #expect(page()?.scores == [])
        let effects = harness.commitAll()
        let results = effects.results.compactMap { $0 as? ScoreResult }
        #expect(results.first?.scores.map(\.key.word) == ["of", "the"])
        #expect(results.first?.scores.map(\.box) == [.first, .second])
        #expect(page()?.scores == results.first?.scores)
    }

    @Test mutating func answersAreTakenOneAfterTheOther() throws {
        harness.request(answers(("the", true), ("the", false)))
        harness.commitAll()
        let score = try #require(page()?.scores.first)
        #expect(score.box == .first && score.known == 1 && score.missed == 1)
        _ = harness.advance(.hours(24))
        harness.request(answers(("the", true)))
        harness.commitAll()
        #expect(page()?.scores.first?.box == .second)
    }

    @Test mutating func aFailedCommitIsTakenBack() throws {
        harness.request(answers(("the", true)))
        harness.send(.commitFailed(try #require(harness.underWay?.id), reason: "full"))
        #expect(harness.refusal?.code == .storeFailed)
        #expect(page()?.scores == [])
    }

    @Test mutating func scoresSurviveARestartAndAreReadByLearnerListAndPage() throws {
        let stored = (0..<ScoresRequest.limit + 5).map { index in
            WordScore(
                ScoreKey(learner: index < 3 ? "Ben" : "Mia", list: "dolch", word: "w\(100_000 + index)")!, box: .third,
                known: 2, missed: 1, last: instant("17:00:00"))
        }
        harness = CoreHarness(
            at: "18:01:00",
            stored: StoredState(storeID: "00112233aabbccdd", closedThrough: nil, nodes: [], scores: stored))
        let first = try #require(page())
        #expect(first.scores.count == ScoresRequest.limit && first.next == first.scores.last?.key)
        let second = try #require(page(ScoresRequest(after: first.next)))
        #expect(second.scores.count == 5 && second.next == nil)
        #expect(first.scores + second.scores == stored)
        #expect(page(ScoresRequest(learner: "Ben"))?.scores.count == 3)
        #expect(page(ScoresRequest(list: "other"))?.scores == [])
    }

    @Test mutating func whatIsNoLearnerListOrWordIsRefused() {
        harness.request(answers(("../the", true)))
        #expect(harness.refusal?.code == .invalid)
        harness.request(answers(("the", true), learner: ""))
        #expect(harness.refusal?.code == .invalid)
        harness.request(ScoreRequest(learner: "Mia", list: "dolch", answers: []))
        #expect(harness.refusal?.code == .invalid)
    }

    @Test("a page of a hundred thousand scores costs what a page costs")
    mutating func manyScores() throws {
        let stored = (0..<100_000).map { index in
            WordScore(
                ScoreKey(learner: "Mia \(index % 50)", list: "dolch", word: "w\(1_000_000 + index)")!, box: .third,
                known: 2, missed: 1, last: instant("17:00:00"))
        }
        harness = CoreHarness(
            at: "18:01:00",
            stored: StoredState(storeID: "00112233aabbccdd", closedThrough: nil, nodes: [], scores: stored))
        let after = ScoreKey(learner: "Mia 7", list: "dolch", word: "w1050007")
        let begin = ContinuousClock.now
        for _ in 0..<20 {
            let found = page(ScoresRequest(learner: "Mia 7", after: after))
            #expect(found?.scores.count == 999)
        }
        // Sorting all of them took over a second each time in such a build.
        #expect(ContinuousClock.now - begin < .seconds(5))
    }
}
