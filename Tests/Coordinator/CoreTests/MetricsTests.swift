import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Counts for graphs and alerts.
@Suite struct MetricsTests {
    private var harness = CoreHarness(at: "18:01:00")
    private let reading = ProcessReading(processorMilliseconds: 40, residentBytes: 20 << 20, openFiles: 12)

    /// The answer to a request, as a client reads it.
    private mutating func page(after: NodeID? = nil) throws -> MetricsPage {
        let request = MetricsRequest(after: after)
        harness.request(request)
        #expect(harness.effects.contains(.readProcess(CoreHarness.origin, request)))
        harness.send(.processRead(CoreHarness.origin, request, reading))
        guard let page = harness.replies.first?.value as? MetricsPage else {
            throw RequestError(.unavailable, "no answer: \(harness.effects)")
        }
        let bytes = WireCodec.encode(Reply(result: page))
        return try #require(WireCodec.decode(Reply<MetricsPage>.self, from: bytes).result)
    }

    private mutating func metrics(of node: NodeID) throws -> NodeMetrics {
        try #require(page().nodes.first { $0.node == node })
    }

    private mutating func line(_ sequence: Int, _ record: QuarterRecord, epoch: String = "e1") {
        let entry = LedgerEntry(sequence: sequence, at: record.target, event: .quarter(record))
        harness.send(.ledger(kitchen, LedgerBatch(epoch: epoch, oldest: 1, entries: [entry])))
        harness.commitAll()
    }

    @Test mutating func aLineCountsOnceItIsInTheStore() throws {
        harness.join(kitchen)
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [entry(1, "18:00:00")])))
        #expect(try metrics(of: kitchen).quarters == OutcomeCounts())
        harness.commitAll()
        #expect(try metrics(of: kitchen).quarters[.announced, nil] == 1)
        // Sent again, as the acknowledgement was lost.
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [entry(1, "18:00:00")])))
        harness.commitAll()
        #expect(try metrics(of: kitchen).quarters[.announced, nil] == 1)
        line(2, QuarterRecord(target: instant("18:15:00"), outcome: .missed, reason: .late))
        let metrics = try metrics(of: kitchen)
        #expect(metrics.quarters[.missed, .late] == 1 && metrics.amended == 0)
    }

    @Test mutating func aLineThatIsNotStoredDoesNotCount() throws {
        harness.join(kitchen)
        harness.send(.ledger(kitchen, batch(1...1)))
        harness.failCommit()
        #expect(try metrics(of: kitchen).quarters == OutcomeCounts())
        #expect(try page().site.isDegraded)
        #expect(try page().site.failedCommits == 1)
    }

    @Test mutating func onsetErrorsAndLatenciesFallIntoTheirBuckets() throws {
        harness.join(kitchen)
        for (sequence, error) in [(1, 50), (2, -51), (3, 1_000_001)] {
            line(
                sequence,
                QuarterRecord(
                    target: instant("18:00:00") + QuarterHour.length * sequence, outcome: .announced, source: .wake,
                    wakeLatencyMilliseconds: sequence == 1 ? -3 : 20, onsetErrorMicroseconds: error))
        }
        let error = try metrics(of: kitchen).onsetError
        #expect(error.counts == [1, 1, 0, 0, 0, 0, 0, 1] && error.sumMicroseconds == 1_000_102)
        let latency = try page().site.wakeLatency
        #expect(latency.counts == [1, 2, 0, 0, 0, 0, 0, 0] && latency.sumMicroseconds == 40_000)
    }

    @Test mutating func whatIsClosedCountsAsAbsentAndALateLineAmendsIt() throws {
        harness.join(kitchen)
        harness.join(bedroom)
        harness.live(until: "18:14:00")
        harness.send(.availability(bedroom, .offline))
        harness.live(until: "18:15:30")
        line(1, announced("18:15:00"))
        harness.live(until: "18:40:00")
        #expect(try metrics(of: kitchen).quarters[.absent, .unreported] == 1)
        let bedroomCounts = try metrics(of: bedroom).quarters
        #expect(bedroomCounts[.absent, .offline] == 2 && bedroomCounts[.absent, .unreported] == 0)
        line(2, announced("18:30:00"))
        let metrics = try metrics(of: kitchen)
        #expect(metrics.quarters[.announced, nil] == 2 && metrics.amended == 1)
        #expect(metrics.quarters[.absent, .unreported] == 1)
    }

    @Test mutating func aLineFromBeforeARestartIsNotCountedAsAbsent() throws {
        harness = CoreHarness(
            at: "18:15:30",
            stored: StoredState(
                storeID: "00112233aabbccdd", closedThrough: instant("18:00:00"),
                nodes: [stored(kitchen, last: announced("18:15:00")), stored(bedroom)]))
        harness.live(until: "18:20:00")
        #expect(try metrics(of: kitchen).quarters == OutcomeCounts())
        var absent = OutcomeCounts()
        absent.count(.absent, .coordinatorDown)
        #expect(try metrics(of: bedroom).quarters == absent)
    }

    @Test mutating func aLineThatComesUnderANewEpochCountsOnce() throws {
        harness.join(kitchen)
        line(1, announced("18:15:00"))
        line(1, announced("18:15:00"), epoch: "e2")
        #expect(try metrics(of: kitchen).quarters[.announced, nil] == 1)
    }

    @Test mutating func ringsCountByOutcomeAndReason() throws {
        harness.join(kitchen)
        let occurrence = Occurrence(source: .alarm(AlarmID(number: 1)!), due: instant("18:00:00"))
        let record = RingRecord(
            occurrence: occurrence, label: "Work", outcome: .rang, reason: .unanswered, endedAt: instant("18:10:00"))
        let entry = LedgerEntry(sequence: 1, at: instant("18:10:00"), event: .ring(record))
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [entry])))
        harness.commitAll()
        #expect(try metrics(of: kitchen).rings[.rang, .unanswered] == 1)
    }

    @Test mutating func theStateOfTheSiteAndItsNodesIsThere() throws {
        harness.join(kitchen)
        harness.send(.reported(kitchen, reported(trusted: false, pending: 3)))
        let page = try page()
        #expect(page.site.version == "1.2.3" && page.site.process == reading && !page.site.isDegraded)
        #expect(page.site.nextWake == instant("18:14:45"))
        #expect(page.site.commits.counts.reduce(0, +) > 0)
        let metrics = try #require(page.nodes.first)
        #expect(metrics.isOnline && metrics.isClockTrusted == false && metrics.ledgerPending == 3)
        #expect(metrics.clockOffsetMilliseconds == 0.2 && metrics.revisionLag == 0 && metrics.zone == "Europe/Berlin")
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .on)))
        harness.commitAll()
        #expect(try self.metrics(of: kitchen).revisionLag == 1)
    }

    @Test mutating func aForgottenNodeIsGone() throws {
        harness.join(kitchen)
        line(1, announced("18:15:00"))
        harness.send(.availability(kitchen, .offline))
        harness.request(ForgetRequest(node: kitchen))
        harness.commitAll()
        #expect(try page().nodes.isEmpty)
        harness.join(kitchen)
        #expect(try metrics(of: kitchen).quarters == OutcomeCounts())
    }

    @Test mutating func aThousandNodesWithEverythingCountedComeInPagesThatFit() throws {
        for number in 1...1_000 { harness.join(NodeID("a-room-with-a-long-name-\(number)")!) }
        var nodes: [NodeID] = []
        var after: NodeID?
        var pages = 0
        repeat {
            var page = try page(after: after)
            pages += 1
            nodes += page.nodes.map(\.node)
            after = page.next
            for index in page.nodes.indices { page.nodes[index].fill() }
            #expect(WireCodec.encode(Reply(result: page)).count < 960 << 10)
        } while after != nil
        #expect(pages == 4 && nodes.count == 1_000 && nodes == nodes.sorted())
    }
}

extension NodeMetrics {
    /// As much as can be counted.
    fileprivate mutating func fill() {
        for outcome in QuarterOutcome.allCases {
            for reason in outcome.reasons { quarters.count(outcome, reason, times: 1_000_000) }
        }
        for outcome in RingOutcome.allCases { for reason in outcome.reasons { rings.count(outcome, reason) } }
        for bound in HistogramScale.onsetError.boundsMicroseconds {
            for _ in 0..<3 { onsetError.count(bound, on: .onsetError) }
        }
        room = String(repeating: "ä", count: 64)
        (zone, version, amended) = ("America/Argentina/ComodRivadavia", "10.20.30", 1_000_000)
        (isClockTrusted, clockOffsetMilliseconds, ledgerPending) = (true, -0.123456789, 8_640)
        (nextRing, certificateUntil) = (instant("18:00:00"), instant("18:00:00"))
    }
}
