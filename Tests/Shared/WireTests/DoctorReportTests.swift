import ClockDomain
import ClockWire
import Testing

/// A report fits into one message, however many nodes there are.
struct DoctorReportTests {
    private func checks(_ count: Int, failed: Range<Int>, warnings: Range<Int>) -> [DoctorCheck] {
        (0..<count).map { number in
            let node = NodeID("a-room-with-a-long-name-\(number)")!
            let verdict: DoctorCheck.Verdict =
                failed.contains(number) ? .failed : warnings.contains(number) ? .warning : .ok
            return DoctorCheck(
                .nodeOffline(since: WallTime(seconds: 1_795_284_000)), verdict,
                .nodeTwice(node, "10.0.0.1", "10.0.0.2"),
                fix: verdict == .ok ? nil : .findNode(node))
        }
    }

    private func size(_ report: DoctorReport) -> Int { WireCodec.encode(Reply(result: report)).count }

    @Test func ofTenThousandNodesWhatFailedIsToldAndTheOthersAreCounted() throws {
        let all = checks(60_000, failed: 30_000..<30_020, warnings: 50_000..<50_100)
        let report = DoctorReport(bounding: all)
        #expect(size(report) < 1 << 20)
        #expect(report.checks.count { $0.verdict == .failed } == 20)
        #expect(report.checks.count { $0.verdict == .warning } == 100)
        let last = try #require(report.checks.last)
        #expect(
            last.verdict == .ok
                && last.finding.contains("more checks: \(60_000 - report.checks.count + 1) found nothing"))
        // In their order, and the site's own first.
        #expect(report.checks.first == DoctorReport(bounding: Array(all.prefix(3_000))).checks.first)
    }

    @Test func whereEverythingHasFailedAsMuchIsToldAsFits() throws {
        let report = DoctorReport(bounding: checks(60_000, failed: 0..<50_000, warnings: 50_000..<60_000))
        #expect(size(report) < 1 << 20 && size(report) > 300 << 10)
        let last = try #require(report.checks.last)
        #expect(last.verdict == .failed && last.fix != nil && last.finding.contains("10000 warnings"))
    }

    @Test func whatFitsIsToldWhole() {
        let all = checks(1_000, failed: 3..<4, warnings: 5..<6)
        #expect(DoctorReport(bounding: all).checks == all && size(DoctorReport(bounding: all)) < 1 << 20)
    }
}
