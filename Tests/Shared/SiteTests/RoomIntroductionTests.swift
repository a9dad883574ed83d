import ClockDomain
import ClockSite
import ClockWire
import Synchronization
import Testing

/// A new room says its name, then the time, once it is there.
struct RoomIntroductionTests {
    private static let kitchen = NodeID("kitchen")!
    private static let noon = WallTime(seconds: 1_795_000_000)

    /// Answers as the coordinator of one room, which is there at the third look.
    private final class StubSite: SiteAsking {
        private struct State {
            var asked: [String] = []
            var looks = 0
            var outcomes = 0
        }

        let voice: String
        let speech: RequestError?
        let arrives: Int
        let outcome: SoundOutcome
        private let state = Mutex(State())

        init(
            voice: String = "english", speech: RequestError? = nil, arrives: Int = 3, outcome: SoundOutcome = .played
        ) {
            (self.voice, self.speech, self.arrives, self.outcome) = (voice, speech, arrives, outcome)
        }

        var asked: [String] { state.withLock { $0.asked } }
        var looks: Int { state.withLock { $0.looks } }

        func answer<Request: SiteRequest>(to request: Request) async throws -> Request.Result {
            let answer: any Sendable = try state.withLock { state in
                switch request {
                case is StatusRequest:
                    state.looks += 1
                    return status(isThere: state.looks >= arrives)
                case let say as SayRequest:
                    state.asked.append(say.text)
                    if let speech { throw speech }
                    return played
                case is OutcomeRequest:
                    state.outcomes += 1
                    let record = SoundRecord(
                        order: "p1", sound: nil, label: "", target: noon, outcome: outcome, detail: "volume 0")
                    return SoundOutcomes(
                        id: "p1", target: noon, now: noon,
                        nodes: [
                            .init(
                                node: kitchen, isReady: true, isOnline: true, record: state.outcomes > 2 ? record : nil)
                        ])
                case let announce as AnnounceRequest:
                    state.asked.append("the time in \(announce.nodes), after \(state.outcomes) looks")
                    return played
                default: throw RequestError(.invalid, "\(request)")
                }
            }
            return try #require(answer as? Request.Result)
        }

        private var played: PlayResult {
            PlayResult(id: "p1", sound: nil, milliseconds: 2_000, target: noon, nodes: [kitchen], offline: [])
        }

        /// Before it is there its clock is not trusted.
        private func status(isThere: Bool) -> SiteStatus {
            var settings = NodeSettings.standard
            settings.voice = voice
            let node = NodeStatus(
                id: kitchen, room: "dining-kitchen", zone: "UTC", availability: .online, availabilitySince: noon,
                clock: ClockReport(
                    trusted: isThere, reason: "set", offsetMilliseconds: nil, delayMilliseconds: nil),
                last: nil, next: nil, settings: settings, at: noon, revision: .init(desired: 1, applied: 1),
                audio: nil, voice: nil, version: nil, ledgerPending: nil, problem: nil)
            return SiteStatus(
                site: SiteID("home")!, now: noon, nextWake: noon, nextTarget: noon,
                coordinator: CoordinatorStatus(
                    state: .running, version: "1", started: noon, broker: "hub", problem: nil),
                nodes: [node])
        }
    }

    @Test("it waits for the room and its clock, and says the time when the name is over")
    func order() async throws {
        let site = StubSite()
        let outcome = try await RoomIntroduction.of(Self.kitchen, asking: site) { _ in }
        #expect(outcome == .nameAndTime)
        #expect(site.asked == ["I am the dining kitchen.", "the time in [kitchen], after 3 looks"])
        #expect(site.looks == 3)
    }

    @Test("without a speech engine it says the time alone, and why")
    func noEngine() async throws {
        let site = StubSite(speech: RequestError(.unavailable, "no engine"))
        let outcome = try await RoomIntroduction.of(Self.kitchen, asking: site) { _ in }
        #expect(outcome == .timeAlone(reason: "no engine"))
        #expect(site.asked.last == "the time in [kitchen], after 0 looks")
    }

    @Test("a room that did not sound its name has not said it")
    func silent() async throws {
        let site = StubSite(outcome: .failed)
        let outcome = try await RoomIntroduction.of(Self.kitchen, asking: site) { _ in }
        #expect(outcome == .timeAlone(reason: "volume 0"))
    }

    @Test("a room that never comes is waited for two minutes, and asked for nothing")
    func absent() async throws {
        let site = StubSite(arrives: .max)
        var waited = Duration.zero
        let outcome = try await RoomIntroduction.of(Self.kitchen, asking: site) { waited += $0 }
        #expect(outcome == nil)
        #expect(waited == .seconds(120))
        #expect(site.asked.isEmpty)
    }

    @Test(
        "it speaks the language of its voice",
        arguments: [
            ("english", "I am the kitchen."), ("german", "Hier ist kitchen."), ("japanese", "kitchenです。"),
            ("anna", "I am the kitchen."),
        ])
    func languages(voice: String, sentence: String) {
        #expect(RoomIntroduction.sentence("kitchen", voice: voice) == sentence)
    }
}
