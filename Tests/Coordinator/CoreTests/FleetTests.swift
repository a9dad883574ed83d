import ClockDomain
import ClockWire
import Testing

@testable import ClockCoordinatorCore

/// Sites of thousands of rooms.
struct FleetTests {
    @Test func theStatusOfThousandsOfNodesComesInPages() throws {
        var harness = CoreHarness(at: "17:50:00")
        let ids = (1...2_100).compactMap { NodeID("room-\($0)") }.sorted()
        for id in ids { harness.join(id) }

        var request = StatusRequest()
        var pages: [[NodeID]] = []
        repeat {
            harness.request(request)
            guard let status = harness.replies.first?.value as? SiteStatus else {
                Issue.record("status was not answered")
                return
            }
            pages.append(status.nodes.map(\.id))
            request.after = status.nextPage
        } while request.after != nil
        #expect(pages.map(\.count) == [1_000, 1_000, 100])
        #expect(pages.flatMap { $0 } == ids)
    }

    @Test func theLastPageIsTheOneThatNothingFollows() {
        var harness = CoreHarness(at: "17:50:00")
        for id in [bedroom, kitchen] { harness.join(id) }
        func page(_ request: StatusRequest) -> (nodes: [NodeID], next: NodeID?) {
            harness.request(request)
            guard let status = harness.replies.first?.value as? SiteStatus else { return ([], nil) }
            return (status.nodes.map(\.id), status.nextPage)
        }
        #expect(page(StatusRequest(limit: 2)) == ([bedroom, kitchen], nil))
        #expect(page(StatusRequest(limit: 1)) == ([bedroom], bedroom))
        #expect(page(StatusRequest(after: bedroom, limit: 1)) == ([kitchen], nil))
        #expect(page(StatusRequest(after: kitchen, limit: 1)) == ([], nil))
    }
}
