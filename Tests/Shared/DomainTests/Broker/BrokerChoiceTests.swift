import ClockDomain
import Testing

/// Tables of events and the client's choice among several brokers. Instants are seconds.
@Suite struct BrokerChoiceTests {
    private enum Step {
        /// The attempt fails, or the connection ends.
        case fails(BrokerChoice.Next)
        case accepted
        /// No look is due.
        case rests
        /// The client looks at the broker, which answers or not; `leaves`: it moves to that broker.
        case looks(Int, Bool, leaves: Bool = false, isWelcome: Bool = true)
    }

    private static let second: Int64 = 1_000_000_000

    private func play(_ count: Int, _ steps: [(Int64, Step, Int)]) {
        var choice = BrokerChoice(count: count)
        for (at, step, current) in steps {
            let now = at * Self.second
            switch step {
            case .fails(let expected):
                let next = choice.failed(at: now)
                #expect(next == expected, "at \(at) s")
            case .accepted: choice.accepted(at: now)
            case .rests:
                let place = choice.look(at: now)
                #expect(place == nil, "at \(at) s")
            case .looks(let expected, let isAnswered, let leaves, let isWelcome):
                let (place, next) = (choice.look(at: now), choice.look(at: now))
                #expect(place == expected, "at \(at) s")
                #expect(next == nil, "one look at a time, at \(at) s")
                let hasLeft = choice.looked(isAnswered: isAnswered, at: now, isWelcome: isWelcome)
                #expect(hasLeft == leaves, "at \(at) s")
            }
            #expect(choice.current == current, "at \(at) s")
        }
    }

    @Test func oneBrokerIsTriedAgainAfterAWaitAndNeverLookedAt() {
        play(
            1,
            [
                (0, .fails(.wait), 0), (1, .accepted, 0), (1_000, .rests, 0), (1_001, .fails(.wait), 0),
                (1_002, .accepted, 0),
            ])
    }

    @Test func theNextIsTriedAtOnceAndAfterTheLastOneTheFirstAfterAWait() {
        play(
            3,
            [
                (0, .fails(.another), 1), (5, .fails(.another), 2), (10, .fails(.wait), 0), (11, .fails(.another), 1),
                (16, .accepted, 1),
            ])
    }

    @Test func afterALostConnectionTheFirstIsTriedFirst() {
        play(3, [(0, .fails(.another), 1), (1, .accepted, 1), (9, .fails(.wait), 0), (10, .accepted, 0)])
    }

    @Test func atTheFirstNothingIsLookedAt() {
        play(2, [(0, .accepted, 0), (10_000, .rests, 0)])
    }

    @Test func anEarlierOneThatAnsweredThreeTimesInARowIsReturnedTo() {
        play(
            2,
            [
                (0, .fails(.another), 1), (0, .accepted, 1), (4, .rests, 1), (5, .looks(0, true), 1), (9, .rests, 1),
                (10, .looks(0, true), 1), (15, .looks(0, true, leaves: true), 0), (16, .rests, 0), (16, .accepted, 0),
            ])
    }

    @Test func aBrokerThatAnswersNowAndThenIsNotReturnedTo() {
        play(
            2,
            [
                (0, .fails(.another), 1), (0, .accepted, 1), (5, .looks(0, true), 1), (10, .looks(0, true), 1),
                (15, .looks(0, false), 1), (25, .looks(0, true), 1), (30, .looks(0, true), 1),
                (35, .looks(0, true, leaves: true), 0),
            ])
    }

    @Test func oneThatDoesNotAnswerIsLookedAtMoreAndMoreSeldomUpToHalfAMinute() {
        play(
            2,
            [
                (0, .fails(.another), 1), (0, .accepted, 1), (5, .looks(0, false), 1), (14, .rests, 1),
                (15, .looks(0, false), 1), (34, .rests, 1), (35, .looks(0, false), 1), (64, .rests, 1),
                (65, .looks(0, false), 1), (95, .looks(0, true), 1), (100, .looks(0, true), 1),
                (105, .looks(0, true, leaves: true), 0),
            ])
    }

    @Test func inAnUnwelcomeMomentItStaysWhereItIs() {
        play(
            2,
            [
                (0, .fails(.another), 1), (0, .accepted, 1), (5, .looks(0, true), 1), (10, .looks(0, true), 1),
                (15, .looks(0, true, isWelcome: false), 1), (20, .looks(0, true, isWelcome: false), 1),
                (25, .looks(0, true, leaves: true), 0),
            ])
    }

    @Test func whereTheFirstIsAwayTheSecondIsReturnedTo() {
        play(
            3,
            [
                (0, .fails(.another), 1), (0, .fails(.another), 2), (0, .accepted, 2), (5, .looks(0, false), 2),
                (5, .looks(1, true), 2), (10, .looks(0, false), 2), (10, .looks(1, true), 2),
                (15, .looks(0, false), 2), (15, .looks(1, true, leaves: true), 1), (15, .accepted, 1),
                (20, .looks(0, true), 1), (25, .looks(0, true), 1), (30, .looks(0, true, leaves: true), 0),
            ])
    }

    @Test func whereTheReturnFailsTheOthersAreTriedAtOnce() {
        play(
            2,
            [
                (0, .fails(.another), 1), (0, .accepted, 1), (5, .looks(0, true), 1), (10, .looks(0, true), 1),
                (15, .looks(0, true, leaves: true), 0), (15, .fails(.another), 1), (15, .accepted, 1),
            ])
    }

    @Test func aBrokerThatWasLeftAgainSoonHasToAnswerTwiceAsOften() {
        var steps: [(Int64, Step, Int)] = [
            (0, .fails(.another), 1), (0, .accepted, 1), (5, .looks(0, true), 1), (10, .looks(0, true), 1),
            (15, .looks(0, true, leaves: true), 0), (15, .accepted, 0), (50, .fails(.wait), 0),
            (51, .fails(.another), 1), (60, .accepted, 1),
        ]
        steps += (1...5).map { (60 + $0 * 5, .looks(0, true), 1) }
        steps += [(90, .looks(0, true, leaves: true), 0), (90, .accepted, 0)]
        // After a long stay it is as at first.
        steps += [
            (690, .fails(.wait), 0), (691, .fails(.another), 1), (700, .accepted, 1), (705, .looks(0, true), 1),
            (710, .looks(0, true), 1), (715, .looks(0, true, leaves: true), 0),
        ]
        play(2, steps)
    }

    @Test func aClientThatStaysTriesNoOtherAndLooksAtNone() {
        var choice = BrokerChoice(count: 3)
        choice.accepted(at: 0)
        let leaves = choice.stay(at: 2)
        #expect(leaves && choice.current == 2 && !choice.hasAnother)
        let attempt = choice.failed(at: 1)
        #expect(attempt == .wait && choice.current == 2)
        choice.accepted(at: 2)
        #expect(choice.nextLook == nil)
        let connection = choice.failed(at: 3)
        #expect(connection == .wait && choice.current == 2)
        let again = choice.stay(at: 2)
        #expect(!again)
    }
}
