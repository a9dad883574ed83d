import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Messages to people: their text and their time; none is lost, and nothing waits for one. The site's clock is
/// Berlin's, an hour ahead of UTC.
@Suite struct NoticeTests {
    private static let settings = NoticeSettings(
        address: NoticeAddress("https://ntfy.example.org/clock")!, quiet: QuietPeriod("22:00-06:30"))
    private var store = MemoryStore.empty()
    private var harness: CoreHarness
    private var sequence = 0

    init() {
        harness = CoreHarness(at: "17:31:00", notices: Self.settings, store: store)
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
        _ = harness.answerZones()
    }

    /// The attempts among effects.
    private func sent(_ effects: [CoordinatorEffect]) -> [(attempt: Int, post: NoticePost)] {
        effects.compactMap { if case .sendNotice(let attempt, let post) = $0 { (attempt, post) } else { nil } }
    }

    /// The time goes on, with its commits.
    private mutating func sent(within duration: Duration) -> [(attempt: Int, post: NoticePost)] {
        let end = harness.now.wall + duration
        let step: Duration = duration > .hours(2) ? .minutes(1) : .seconds(5)
        var all: [CoordinatorEffect] = []
        while harness.now.wall < end {
            all += harness.advance(min(step, end - harness.now.wall)) + harness.commitAll()
        }
        return sent(all)
    }

    private mutating func answer(_ attempt: Int, _ outcome: NoticeOutcome) -> [(attempt: Int, post: NoticePost)] {
        sent(harness.send(.noticeAnswered(attempt: attempt, outcome)) + harness.commitAll())
    }

    private mutating func ring(
        _ node: NodeID, alarm: Int = 1, _ outcome: RingOutcome, _ reason: RingReason, due: String = "17:30:00"
    ) {
        sequence += 1
        let occurrence = Occurrence(source: .alarm(AlarmID(number: alarm)!), due: instant(due))
        let record = RingRecord(
            occurrence: occurrence, label: "Work", outcome: outcome, reason: reason, endedAt: harness.now.wall)
        let entry = LedgerEntry(sequence: sequence, at: harness.now.wall, event: .ring(record))
        harness.send(.ledger(node, LedgerBatch(epoch: "n-\(node)-\(sequence)", oldest: sequence, entries: [entry])))
    }

    private var waiting: [Notice] { store.contents.notices.waiting }

    // MARK: What is told

    /// The clock was four hours ahead as the broker or the room went away.
    @Test(arguments: [false, true]) mutating func whatIsAwayIsToldInTimeByAClockThatIsPutRight(isRoom: Bool) {
        harness.send(isRoom ? .availability(kitchen, .offline) : .brokerDisconnected(reason: "refused"))
        harness.commitAll()
        _ = harness.setClock(to: "13:31:00")
        if isRoom {
            harness.commitAll()
            harness = CoreHarness(at: "13:32:00", notices: Self.settings, store: store)
            harness.send(.availability(bedroom, .online))
            harness.send(.availability(kitchen, .offline))
        }
        #expect(sent(within: .minutes(32)).count == 1)
    }

    @Test mutating func aMissedAlarmIsInTheStoreWithItsLineAndIsSent() throws {
        ring(kitchen, .missed, .late)
        let operations = harness.operations
        #expect(
            operations.contains { if case .saveNotices(let state) = $0 { state.waiting.count == 1 } else { false } })
        harness.commitAll()
        #expect(waiting.map(\.lines) == [["“Work” of 18:30 in kitchen was missed (late)"]])
        let attempts = sent(within: .seconds(20))
        #expect(attempts.map(\.post.url) == ["https://ntfy.example.org/clock"])
        let post = try #require(attempts.first).post
        #expect(attempts.first?.post.body.contains(#""kind":"alarm","urgent":true"#) == true)
        #expect(post.headers.contains(NoticePost.Header(name: "Idempotency-Key", value: waiting.first?.id ?? "")))
        _ = answer(attempts.first?.attempt ?? 0, .delivered)
        #expect(waiting.isEmpty)
    }

    @Test mutating func whatRangAndWasStoppedIsNoNewsAndWhatWasUnansweredIs() {
        ring(kitchen, alarm: 1, .rang, .stopped)
        ring(kitchen, alarm: 2, .skipped, .holiday)
        ring(kitchen, alarm: 3, .rang, .unanswered)
        ring(kitchen, alarm: 4, .failed, .deviceMissing)
        // Of the day before yesterday.
        ring(kitchen, alarm: 5, .missed, .late, due: "2026-11-19T07:00:00Z")
        harness.commitAll()
        #expect(waiting.map(\.kind) == [.unanswered, .alarm] && waiting.allSatisfy { $0.lines.count == 1 })
    }

    @Test mutating func aLineThatIsNotStoredIsNotTold() {
        ring(kitchen, .missed, .late)
        harness.failCommit()
        #expect(waiting.isEmpty)
        let attempts = sent(within: .seconds(40))
        #expect(attempts.isEmpty, "\(attempts)")
    }

    /// The coordinator's line stands in for the node's, which comes when the ring ends.
    @Test(arguments: [false, true]) mutating func anAlarmThatIsSwitchedOffWhileItRingsIsNotMissed(rings: Bool) {
        harness.made(.addAlarm(draft("18:40", .weekly(.everyDay), nodes: [kitchen])))
        _ = sent(within: .minutes(10))
        if rings {
            var report = reported()
            report.rings = [
                RingReport(
                    occurrence: Occurrence(source: .alarm(a1), due: instant("17:40:00")), label: "", state: .ringing,
                    since: instant("17:40:00"), until: nil, snoozes: 0, snoozeMinutes: 9)
            ]
            harness.send(.reported(kitchen, report))
        }
        harness.made(.editAlarm(a1, revision: 1, draft("18:40", .weekly(.everyDay), on: false, nodes: [kitchen])))
        harness.commitAll()
        #expect(store.ringLines.map(\.outcome) == [.absent])
        #expect(waiting.isEmpty == rings)
    }

    @Test mutating func aRoomThatIsAwayForLongIsToldOnceAndAgainAfterItWasBack() {
        harness.send(.availability(kitchen, .offline))
        #expect(sent(within: .minutes(29)).isEmpty)
        let attempts = sent(within: .minutes(3))
        #expect(attempts.count == 1 && attempts.first?.post.body.contains("kitchen is offline since 18:31.") == true)
        _ = answer(attempts.first?.attempt ?? 0, .delivered)
        #expect(sent(within: .minutes(60)).isEmpty)
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        harness.send(.availability(kitchen, .offline))
        #expect(sent(within: .minutes(31)).count == 1)
    }

    @Test mutating func aRoomThatComesBackInTimeIsNotTold() {
        harness.send(.availability(kitchen, .offline))
        _ = sent(within: .minutes(29))
        harness.send(.availability(kitchen, .online))
        #expect(sent(within: .minutes(60)).isEmpty)
    }

    @Test mutating func aRestartDoesNotTellAgain() {
        harness.send(.availability(kitchen, .offline))
        let attempts = sent(within: .minutes(32))
        _ = answer(attempts.first?.attempt ?? 0, .delivered)
        harness = CoreHarness(at: "18:10:00", notices: Self.settings, store: store)
        harness.send(.availability(kitchen, .offline))
        harness.send(.availability(bedroom, .online))
        #expect(sent(within: .minutes(40)).isEmpty)
    }

    @Test mutating func aBrokerThatIsAwayIsToldOnceAndNoRoomForIt() {
        harness.send(.brokerDisconnected(reason: "refused"))
        let attempts = sent(within: .minutes(31))
        #expect(
            attempts.count == 1 && attempts.first?.post.body.contains("no connection to the broker since 18:31") == true
        )
        _ = answer(attempts.first?.attempt ?? 0, .delivered)
        #expect(sent(within: .minutes(90)).isEmpty)
    }

    @Test mutating func aStoreThatTakesNothingIsToldThoughNothingCanBeStored() {
        ring(kitchen, .rang, .stopped)
        harness.failCommit()
        var attempts = sent(harness.advance(.seconds(61)))
        for _ in 0..<20 where attempts.isEmpty {
            attempts += sent(harness.advance(.seconds(5)))
            if harness.underWay != nil { attempts += sent(harness.failCommit()) }
        }
        #expect(attempts.count == 1 && attempts.first?.post.body.contains("takes no changes: no space") == true)
    }

    @Test mutating func inTheEveningItIsLookedWhetherTheNightsAlarmsWillRing() {
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen])))
        var report = reported(audio: .missing)
        report.upcoming = [
            UpcomingRing(occurrence: Occurrence(source: .alarm(a1), due: instant("2026-11-22T06:00:00Z")), label: "")
        ]
        report.revision = harness.status(kitchen).revision.desired
        harness.send(.reported(kitchen, report))
        // 20:00 in Berlin.
        let early = sent(within: .minutes(88))
        #expect(early.isEmpty, "\(early)")
        let attempts = sent(within: .minutes(2))
        #expect(attempts.count == 1 && attempts.first?.post.body.contains("kitchen: its output is missing") == true)
        _ = answer(attempts.first?.attempt ?? 0, .delivered)
        #expect(sent(within: .minutes(120)).isEmpty)
    }

    @Test mutating func aCertificateIsToldAWeekBeforeItsEndAndOnTheLastDay() {
        harness = CoreHarness(
            at: "17:31:00", certificateUntil: instant("2026-11-27T12:00:00Z"), notices: Self.settings, store: store)
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
        var days: [Int] = []
        for day in 0..<7 {
            for attempt in sent(within: .hours(24)) {
                if attempt.post.body.contains("The certificate of the coordinator") { days.append(day) }
                _ = answer(attempt.attempt, .delivered)
            }
        }
        #expect(days == [0, 5])
    }

    @Test mutating func aDiskThatIsNearlyFullIsTold() {
        let effects = harness.advance(.minutes(90))
        #expect(effects.contains(.checkStore))
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: 5 << 20, problem: nil)))
        let attempts = sent(within: .seconds(20))
        #expect(attempts.count == 1 && attempts.first?.post.body.contains("has 5 MiB left") == true)
        // Doctor's look is nobody's news.
        _ = answer(attempts.first?.attempt ?? 0, .delivered)
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: 5 << 20, problem: nil)))
        #expect(sent(within: .minutes(10)).isEmpty)
    }

    // MARK: Grouping and quiet hours

    @Test mutating func aDeadNetworkIsOneMessageAndNotOneForEachRoom() throws {
        for number in 1...60 { harness.settleIn(NodeID("room-\(number)")!) }
        for number in 1...60 { harness.send(.availability(NodeID("room-\(number)")!, .offline)) }
        harness.commitAll()
        let attempts = sent(within: .minutes(40))
        // A message has 50 lines at most.
        #expect(attempts.count == 1 && waiting.map(\.lines.count) == [50, 10])
        _ = answer(attempts.first?.attempt ?? 0, .delivered)
        #expect(sent(within: .minutes(4)).isEmpty)
        #expect(sent(within: .minutes(2)).count == 1)
    }

    @Test mutating func inQuietHoursOnlyUrgentMessagesAreSentAndTheOthersAfterThem() {
        // 22:31 in Berlin.
        _ = sent(within: .hours(4))
        harness.send(.availability(kitchen, .offline))
        let night = sent(within: .minutes(60))
        #expect(night.isEmpty)
        ring(bedroom, .missed, .late, due: "22:20:00")
        harness.commitAll()
        let urgent = sent(within: .minutes(1))
        #expect(urgent.count == 1 && urgent.first?.post.body.contains("was missed") == true)
        _ = answer(urgent.first?.attempt ?? 0, .delivered)
        // Until 06:29 in Berlin.
        let quiet = sent(within: instant("2026-11-22T05:29:00Z") - harness.now.wall)
        #expect(quiet.isEmpty, "\(quiet)")
        let morning = sent(within: .minutes(2))
        #expect(morning.count == 1 && morning.first?.post.body.contains("kitchen is offline since 22:31.") == true)
    }

    // MARK: A receiver in trouble

    @Test mutating func aReceiverThatIsAwayForADayLosesNothingAndDelaysNoWake() throws {
        var wakes = 0
        var attempts: [(attempt: Int, post: NoticePost)] = []
        let begin = harness.now.wall
        for step in 0..<(24 * 60) {
            if step % 30 == 0 {
                ring(step % 60 == 0 ? kitchen : bedroom, alarm: step + 1, .missed, .late, due: "17:30:00")
            }
            let effects = harness.advance(.minutes(1)) + harness.commitAll()
            for wake in effects.wakes {
                wakes += 1
                #expect(wake.wake.target - harness.now.wall <= .seconds(15))
            }
            for attempt in sent(effects) {
                attempts.append(attempt)
                _ = harness.send(.noticeAnswered(attempt: attempt.attempt, .failed("no connection")))
                harness.commitAll()
            }
        }
        #expect(harness.now.wall - begin == .hours(24) && wakes == 96)
        // Every ten minutes, after a few quick ones.
        #expect((140...170).contains(attempts.count), "\(attempts.count)")
        #expect(Set(attempts.map { $0.post.headers[1].value }).count == 1)
        let told = waiting.map { notice in notice.lines.count { $0.contains("was missed") } }.reduce(0, +)
        #expect(told == 48 && waiting.allSatisfy { $0.more == 0 })
        #expect(waiting.count <= 3)
        // It is back.
        var lines = 0
        for _ in 0..<10 {
            for attempt in sent(within: .minutes(11)) {
                lines += attempt.post.body.ranges(of: "was missed").count
                _ = answer(attempt.attempt, .delivered)
            }
        }
        #expect(lines == 48 && waiting.isEmpty)
    }

    @Test mutating func afterARestartWhatWaitedIsSentUnderTheSameId() {
        ring(kitchen, .missed, .late)
        harness.commitAll()
        let first = sent(within: .seconds(20))
        #expect(first.count == 1)
        harness = CoreHarness(at: "17:40:00", notices: Self.settings, store: store)
        // The first attempt of the new run is made at its start.
        let second = answer(1, .failed("no answer in time")) + sent(within: .seconds(20))
        #expect(second.map(\.post) == first.map(\.post) && second.count == 1)
    }

    @Test mutating func anAnswerThatComesAfterAllDoesNotTakeAwayAnother() {
        ring(kitchen, .missed, .late)
        harness.commitAll()
        let first = sent(within: .seconds(20))
        _ = answer(first.first?.attempt ?? 0, .failed("no answer in time"))
        let second = sent(within: .seconds(20))
        _ = answer(first.first?.attempt ?? 0, .delivered)
        #expect(waiting.count == 1)
        _ = answer(second.first?.attempt ?? 0, .delivered)
        #expect(waiting.isEmpty)
    }

    @Test mutating func aMessageThatIsRefusedForGoodIsGivenUpAndTheNextOneIsSent() throws {
        var attempts = sent(harness.request(NoticeTestRequest()) + harness.commitAll())
        ring(kitchen, .missed, .late)
        harness.commitAll()
        for _ in 0..<5 {
            if attempts.isEmpty { attempts = sent(within: .minutes(11)) }
            let attempt = try #require(attempts.first)
            attempts.removeFirst()
            #expect(attempt.post.body.contains(#""kind":"test""#))
            attempts += answer(attempt.attempt, .refused("400"))
        }
        if attempts.isEmpty { attempts = sent(within: .minutes(11)) }
        #expect(attempts.first?.post.body.contains("was missed") == true)
    }

    // MARK: Asking

    @Test mutating func aTestIsAnsweredOnceItIsInTheStoreAndIsShownWhileItWaits() throws {
        harness.request(NoticeTestRequest())
        #expect(harness.replies.isEmpty)
        let effects = harness.commitAll()
        let id = try #require(effects.results.first as? NoticeTestResult).id
        #expect(waiting.map(\.id) == [id])
        harness.request(NoticesRequest())
        guard let result = harness.replies.first?.value as? NoticesResult else {
            throw RequestError(.unavailable, "no answer")
        }
        #expect(result.receiver == "ntfy.example.org" && result.waiting.map(\.id) == [id] && result.problem == nil)
        let read = try WireCodec.decode(Reply<NoticesResult>.self, from: WireCodec.encode(Reply(result: result)))
        #expect(read.result == result)
    }

    @Test mutating func aProblemIsShownByTheDoctor() throws {
        let attempts = sent(harness.request(NoticeTestRequest()) + harness.commitAll())
        let attempt = try #require(attempts.first)
        _ = answer(attempt.attempt, .failed("no connection within 5 s"))
        harness.request(DoctorRequest())
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: 1 << 40, problem: nil)))
        let report = try #require(harness.advance(.seconds(4)).results.first as? DoctorReport)
        let check = try #require(report.checks.first { $0.subject == "messages" })
        #expect(check.verdict == .warning && check.finding.contains("1 waits: no connection within 5 s"))
    }

    /// As a client reads it.
    private mutating func counted() throws -> NoticeMetrics? {
        let request = MetricsRequest()
        harness.request(request)
        harness.send(
            .processRead(
                CoreHarness.origin, request, ProcessReading(processorMilliseconds: 1, residentBytes: 1, openFiles: 1)))
        guard let page = harness.replies.first?.value as? MetricsPage else {
            throw RequestError(.unavailable, "no answer")
        }
        let bytes = WireCodec.encode(Reply(result: page))
        return try WireCodec.decode(Reply<MetricsPage>.self, from: bytes).result?.site.notices
    }

    @Test mutating func whatIsSentAndWhatWaitsIsCounted() throws {
        #expect(try counted() == NoticeMetrics())
        var attempts = sent(harness.request(NoticeTestRequest()) + harness.commitAll())
        #expect(try counted() == NoticeMetrics(waiting: 1))
        _ = answer(try #require(attempts.first).attempt, .failed("no connection"))
        #expect(try counted() == NoticeMetrics(waiting: 1, isFailing: true, failures: 1))
        attempts = sent(within: .seconds(20))
        _ = answer(try #require(attempts.first).attempt, .delivered)
        #expect(try counted() == NoticeMetrics(delivered: 1, failures: 1))
        ring(kitchen, .missed, .late)
        harness.commitAll()
        for _ in 0..<5 {
            attempts = sent(within: .minutes(11))
            _ = answer(try #require(attempts.first).attempt, .refused("400"))
        }
        #expect(try counted() == NoticeMetrics(isFailing: true, delivered: 1, dropped: 1, failures: 6))
    }

    @Test mutating func whereItIsSwitchedOffNothingIsKeptAndATestIsRefused() {
        harness = CoreHarness(at: "17:31:00", store: .empty())
        harness.settleIn(kitchen)
        ring(kitchen, .missed, .late)
        let effects = harness.commitAll() + harness.advance(.hours(30))
        #expect(sent(effects).isEmpty)
        harness.request(NoticeTestRequest())
        #expect(harness.refusal?.code == .unavailable)
    }
}
