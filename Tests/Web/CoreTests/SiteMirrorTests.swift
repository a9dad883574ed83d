import ClockDomain
import ClockSite
import ClockWebCore
import ClockWire
import Testing

/// The pages' view of a site, made from the messages that the mirror receives.
struct SiteMirrorTests {
    private var now = Now(
        wall: WallTime(rfc3339: "2026-11-24T10:00:00.000Z")!, boot: BootTime(nanoseconds: 1_000_000_000_000),
        sync: .unsynchronised)
    private var mirror: SiteMirror

    init() {
        mirror = SiteMirror(at: now)
    }

    @Test mutating func itAsksForEverythingWhenItIsConnected() {
        #expect(asked(send(.connected)) == [.status, .schedule])
        #expect(mirror.snapshot.connection.broker == .connected)
    }

    @Test mutating func theFirstStatusAndTheFirstScheduleAreSnapshots() {
        send(.connected)
        #expect(told(send(.status(status(), offset: .zero))) == [.snapshot])
        #expect(told(send(.schedule(schedule([])))) == [.snapshot])
    }

    @Test mutating func aChangeIsToldAtOnceWithWhenItRings() throws {
        becomeCurrent()
        let alarm = Self.alarm(1, hour: 7)
        let events = told(send(.changed(change(5, nil, .alarm(alarm)))))
        guard case .alarm(nil, let new?) = try #require(events.first) else {
            Issue.record("\(events)")
            return
        }
        #expect(new.next == WallTime(rfc3339: "2026-11-25T06:00:00.000Z"))
        #expect(new.why == nil)
        #expect(mirror.snapshot.schedule.alarms.map(\.alarm.id.description) == ["a1"])
    }

    @Test mutating func anAlarmThatIsSkippedSaysWhy() throws {
        becomeCurrent()
        var alarm = Self.alarm(1, hour: 7)
        alarm.alarm.schedule.skips = [CivilDate(iso8601: "2026-11-25")!]
        send(.changed(change(5, nil, .alarm(alarm))))
        let forecast = try #require(mirror.snapshot.schedule.alarms.first)
        #expect(forecast.next == WallTime(rfc3339: "2026-11-26T06:00:00.000Z"))
        #expect(forecast.why?.reason == .skip)
        #expect(forecast.why?.due == WallTime(rfc3339: "2026-11-25T06:00:00.000Z"))
    }

    @Test mutating func aGapInTheNumbersHasTheScheduleAskedAgain() {
        becomeCurrent()
        send(.changed(change(5, nil, .alarm(Self.alarm(1, hour: 7)))))
        let effects = send(.changed(change(7, nil, .alarm(Self.alarm(3, hour: 9)))))
        #expect(timers(effects) == [.schedule], "the status is to be asked already")
        #expect(asked(advance(.seconds(1), effects)).contains(.schedule))
    }

    @Test mutating func aScheduleThatIsOlderThanAChangeDoesNotUndoIt() {
        becomeCurrent()
        send(.coordinatorAvailability(.offline))
        #expect(asked(send(.coordinatorAvailability(.online))).contains(.schedule))
        send(.changed(change(5, nil, .alarm(Self.alarm(1, hour: 7)))))
        send(.schedule(schedule([])))
        #expect(mirror.snapshot.schedule.alarms.map(\.alarm.id.description) == ["a1"])
    }

    @Test mutating func hintsThatComeTogetherCostOneQuestion() {
        becomeCurrent()
        let first = send(.woken)
        #expect(timers(first) == [.status])
        for _ in 0..<10 { #expect(timers(send(.woken)) == []) }
        #expect(asked(advance(.milliseconds(600), first)) == [.status])
    }

    @Test mutating func theFailureOfAnOldQuestionIsNoTrouble() {
        let first = send(.connected)
        guard
            case .ask(.status, let number)? = first.first(where: {
                if case .ask(.status, _) = $0 { true } else { false }
            })
        else {
            Issue.record("\(first)")
            return
        }
        send(.coordinatorAvailability(.online))
        send(.failed(.status, number: number, reason: "late"))
        #expect(mirror.snapshot.connection.problem == nil)
    }

    @Test mutating func aFailureIsToldUntilAnAnswerComes() {
        send(.connected)
        send(.failed(.status, number: 1, reason: "No answer."))
        #expect(mirror.snapshot.connection.problem == "No answer.")
        send(.status(status(), offset: .zero))
        #expect(mirror.snapshot.connection.problem == nil)
    }

    @Test mutating func whatRingsIsKnownWithoutTheCoordinator() throws {
        send(.connected)
        send(.nodeAvailability(Self.kitchen, .online))
        let occurrence = Occurrence(source: RingSource("a7")!, due: now.wall)
        let events = told(send(.reported(Self.kitchen, Self.reported(rings: [occurrence]))))
        guard case .rings(let rings, nil) = try #require(events.last) else {
            Issue.record("\(events)")
            return
        }
        #expect(rings.map(\.occurrence) == [occurrence])
        #expect(RingEntry(rings[0]).id == "a7@2026-11-24T10:00:00.000Z")
        send(.reported(Self.kitchen, Self.reported(rings: [])))
        #expect(mirror.snapshot.rings.isEmpty)
    }

    @Test mutating func anEmergencyIsKnownWithoutTheCoordinatorAndUntilItsEnd() throws {
        send(.connected)
        send(.nodeAvailability(Self.kitchen, .online))
        send(.reported(Self.kitchen, Self.reported(rings: [])))
        var word = Emergency(id: "e1", begun: .init(at: now.wall, by: "office"))
        guard case .rings([], let known?) = try #require(told(send(.emergency(word))).last) else {
            Issue.record("it is not told")
            return
        }
        #expect(known.emergency == word && known.silent.map(\.node) == [Self.kitchen])
        word.ended = .init(at: now.wall + .seconds(1), by: "head")
        #expect(told(send(.emergency(word))).last == .rings([], nil))
        #expect(mirror.snapshot.lastWord == word.ended?.at, "the next one must be later")
    }

    @Test mutating func anEmergencyThatTheBrokerHasLostIsTheCoordinatorsAndTheRooms() throws {
        send(.connected)
        send(.nodeAvailability(Self.kitchen, .online))
        var report = Self.reported(rings: [])
        report.emergency = EmergencyReport(id: "e1", begun: now.wall, heard: now.wall, hasWords: true, problem: nil)
        send(.reported(Self.kitchen, report))
        #expect(mirror.snapshot.emergency?.rooms.map(\.hasObeyed) == [false], "it still sounds, and nobody knows why")
        var status = status()
        status.emergency = Emergency(id: "e1", begun: .init(at: now.wall, by: "office"))
        send(.status(status, offset: .zero))
        let known = try #require(mirror.snapshot.emergency)
        #expect(known.emergency == status.emergency && known.silent.isEmpty)
        #expect(JSONOutput.line(SiteEvent.rings([], known)).contains(#""obeyed":true"#))
    }

    @Test mutating func aNodeThatGoesIsToldAtOnceWithSinceWhen() {
        becomeCurrent()
        send(.nodeAvailability(Self.kitchen, .online))
        now.wall = now.wall + .seconds(5)
        send(.nodeAvailability(Self.kitchen, .offline))
        #expect(mirror.snapshot.status?.nodes.first?.availability == .offline)
        #expect(mirror.snapshot.status?.nodes.first?.availabilitySince == now.wall)
    }

    @Test mutating func aLostConnectionKeepsWhatIsKnownAndAsksNothing() {
        becomeCurrent()
        let effects = send(.disconnected(reason: "it is gone"))
        #expect(mirror.snapshot.status != nil)
        #expect(mirror.snapshot.connection.problem == "No connection to the broker: it is gone")
        #expect(asked(advance(.seconds(60), effects)) == [])
    }

    @Test mutating func theSitesClockIsTheCoordinators() {
        send(.connected)
        send(.status(status(), offset: .seconds(100)))
        #expect(mirror.snapshot.siteNow(now.wall) == now.wall - .seconds(100))
        send(.status(status(), offset: .milliseconds(3)))
        #expect(mirror.snapshot.siteNow(now.wall) == now.wall)
    }

    /// The tz database is replaced under a server that runs for months.
    @Test mutating func aZoneIsReadAnewEachDay() {
        becomeCurrent()
        func isRead(_ effects: [WebEffect]) -> Bool { effects.contains(.loadZone("Europe/Berlin")) }
        now.boot = now.boot + .hours(23)
        #expect(!isRead(send(.status(status(), offset: .zero))))
        now.boot = now.boot + .hours(1)
        #expect(isRead(send(.status(status(), offset: .zero))))
        send(.zone("Europe/Berlin", Self.berlin))
        #expect(!isRead(send(.status(status(), offset: .zero))))
    }

    // MARK: Parts

    private static let kitchen = NodeID("kitchen")!

    @discardableResult
    private mutating func send(_ event: WebEvent) -> [WebEffect] { mirror.handle(event, at: now) }

    /// Connected, with a node in Berlin and nothing defined.
    private mutating func becomeCurrent() {
        send(.connected)
        send(.status(status(), offset: .zero))
        send(.zone("Europe/Berlin", Self.berlin))
        send(.schedule(schedule([])))
        send(.coordinatorAvailability(.online))
        send(.status(status(), offset: .zero))
        send(.schedule(schedule([])))
    }

    /// Fires the timers that these effects have set, once they are due.
    private mutating func advance(_ duration: Duration, _ effects: [WebEffect]) -> [WebEffect] {
        now.boot = now.boot + duration
        return effects.flatMap { effect -> [WebEffect] in
            if case .setTimer(let token, _) = effect { mirror.handle(.timer(token), at: now) } else { [] }
        }
    }

    private func asked(_ effects: [WebEffect]) -> [Question] {
        effects.compactMap { effect -> Question? in if case .ask(let question, _) = effect { question } else { nil } }
    }

    private func timers(_ effects: [WebEffect]) -> [Question] {
        effects.compactMap { effect -> Question? in if case .setTimer(let token, _) = effect { token.kind } else { nil }
        }
    }

    private func told(_ effects: [WebEffect]) -> [SiteEvent] {
        effects.flatMap { effect -> [SiteEvent] in if case .tell(let events, _) = effect { events } else { [] } }
    }

    private static let berlin = systemZone("Europe/Berlin")

    private func status() -> SiteStatus {
        SiteStatus(
            site: SiteID("home")!, now: now.wall, nextWake: now.wall, nextTarget: now.wall,
            coordinator: CoordinatorStatus(
                state: .running, version: "1", started: now.wall, broker: "b", problem: nil),
            nodes: [
                NodeStatus(
                    id: Self.kitchen, room: "Kitchen", zone: "Europe/Berlin", availability: .online,
                    availabilitySince: nil, clock: nil, last: nil, next: nil, settings: .standard,
                    at: WallTime(seconds: 0),
                    revision: .init(desired: 1, applied: 1), audio: nil, voice: nil, version: nil, ledgerPending: nil,
                    problem: nil)
            ])
    }

    private func schedule(_ alarms: [AlarmDefinition]) -> SiteSchedule {
        SiteSchedule(
            SchedulePage(
                alarms: alarms, next: nil, timers: [], stopwatches: [], groups: [], holidays: [], now: now.wall))
    }

    private func change(_ number: Int, _ old: DefinedObject?, _ new: DefinedObject?) -> ChangeEvent {
        ChangeEvent(number: number, at: now.wall, old: old, new: new)
    }

    private static func alarm(_ number: Int, hour: Int) -> AlarmDefinition {
        AlarmDefinition(
            alarm: Alarm(
                id: AlarmID("a\(number)")!, revision: 1, label: "", isEnabled: true,
                schedule: AlarmSchedule(
                    time: LocalTime(secondOfDay: hour * 3600), repetition: .weekly(.everyDay),
                    countsFrom: WallTime(rfc3339: "2026-11-24T09:00:00.000Z")!),
                ring: .alarm, misfire: .standard),
            targets: RingTargets(nodes: [kitchen], groups: []))
    }

    private static func reported(rings: [Occurrence]) -> Reported {
        let now = WallTime(rfc3339: "2026-11-24T10:00:00.000Z")!
        return Reported(
            instance: "i", version: "1", started: now, zone: "Europe/Berlin",
            clock: ClockReport(trusted: true, reason: "", offsetMilliseconds: nil, delayMilliseconds: nil), store: nil,
            revision: 1, settings: .standard, audio: AudioReport(device: "default", state: .ok),
            voice: VoiceReport(name: "english", problems: []), next: nil, last: nil,
            rings: rings.map {
                RingReport(
                    occurrence: $0, label: "", state: .ringing, since: $0.due, until: nil, snoozes: 0, snoozeMinutes: 9)
            }, ledgerPending: 0, problem: nil)
    }
}
