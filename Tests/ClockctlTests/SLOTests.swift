import ClockDomain
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

@Suite("Weeks of service levels")
struct SLOTests {
    private static let berlin = Zones.berlin.local

    private static func level(
        _ due: Int, _ within: Int, absent: Int = 0, rings: (Int, Int, silent: Int) = (0, 0, 0), p99: Int? = nil,
        worst: Int? = nil
    ) -> ServiceLevel {
        var level = ServiceLevel()
        (level.quarters.due, level.quarters.heard, level.quarters.within) = (due, within, within)
        level.quarters.absent = absent
        (level.rings.due, level.rings.heard, level.rings.silent) = rings
        (level.p99Microseconds, level.worstMicroseconds) = (p99, worst)
        return level
    }

    @Test("Weeks begin on Mondays, also over the change of clocks")
    func edges() {
        let now = WallTime(rfc3339: "2026-10-28T12:00:00Z")!
        #expect(
            SLOTerms.edges(weeks: 2, through: now, in: Self.berlin).map(\.rfc3339) == [
                "2026-10-18T22:00:00.000Z", "2026-10-25T23:00:00.000Z", "2026-11-01T23:00:00.000Z",
            ])
        let sunday = WallTime(rfc3339: "2026-10-25T22:59:59Z")!
        #expect(
            SLOTerms.edges(weeks: 1, through: sunday, in: Self.berlin).map(\.rfc3339) == [
                "2026-10-18T22:00:00.000Z", "2026-10-25T23:00:00.000Z",
            ])
    }

    @Test(
        "The budget is what the objective allows, less what was missed",
        arguments: [(1_000, 1_000, 1.0), (1_000, 995, 0.5), (1_000, 990, 0), (1_000, 980, -1)])
    func budget(due: Int, within: Int, left: Double) throws {
        let level = SLODocument.Level(counts: Self.level(due, within), objectivePercent: 99)
        #expect(abs(try #require(level.budgetLeft) - left) < 1e-9)
        #expect(SLODocument.Level(counts: ServiceLevel(), objectivePercent: 99).budgetLeft == nil)
    }

    private static var document: SLODocument {
        let now = WallTime(rfc3339: "2026-11-24T10:00:00Z")!
        let request = SLORequest(
            edges: SLOTerms.edges(weeks: 3, through: now, in: berlin), withinMicroseconds: 20_000)
        let kitchen = [
            ServiceLevel(), level(672, 672, rings: (7, 7, silent: 2), p99: 31, worst: 120),
            level(130, 128, absent: 1, rings: (1, 0, silent: 0), p99: 18_000, worst: 19_500),
        ]
        let bedroom = [ServiceLevel(), level(200, 200, p99: 12, worst: 40), ServiceLevel()]
        return SLODocument(
            SLOResult(
                site: [
                    ServiceLevel(), level(872, 872, rings: (7, 7, silent: 2), p99: 30, worst: 120),
                    level(130, 128, absent: 1, rings: (1, 0, silent: 0), p99: 18_000, worst: 19_500),
                ],
                nodes: [
                    NodeServiceLevels(node: NodeID("bedroom")!, levels: bedroom),
                    NodeServiceLevels(node: NodeID("kitchen")!, levels: kitchen),
                ]), of: request, objective: 99)
    }

    @Test("The table is as checked in", arguments: [nil, 80, 60])
    func table(width: Int?) throws {
        let view = SLOView(document: Self.document, zone: Self.berlin, width: width)
        let text = view.lines().map(\.plain).joined(separator: "\n") + "\n"
        try Fixtures.expect(text, equals: "slo-\(width.map(String.init) ?? "wide").txt")
        if let width { #expect(view.lines().allSatisfy { $0.width <= width }) }
    }

    @Test("JSON has the newest week first, with shares and what is left")
    func json() throws {
        try Fixtures.expect(JSONOutput.text(Self.document), equals: "slo.json")
    }

    @Test("The page is as checked in, and asks nobody for anything")
    func page() throws {
        let now = WallTime(rfc3339: "2026-11-24T10:00:00Z")!
        let text = SLOPage(document: Self.document, zone: Self.berlin, now: now).text()
        try Fixtures.expect(text, equals: "slo.html")
        for word in ["http:", "https:", "src=", "href=", "url(", "<script"] { #expect(!text.contains(word)) }
    }

    @Test("Weeks without a line say so")
    func nothing() {
        let document = SLODocument(
            SLOResult(site: [ServiceLevel()], nodes: []),
            of: SLORequest(edges: [WallTime(seconds: 0), WallTime(seconds: 1)], withinMicroseconds: 1), objective: 99)
        #expect(
            SLOView(document: document, zone: Self.berlin, width: 80).lines().map(\.plain)
                == ["Nothing is on record for these weeks."])
    }
}
