import Testing

/// Every command of the guides, typed in the order of the page at a site of its own.
struct GuideTests {
    @Test("each command of a page works, and answers what the page shows", arguments: GuideStage.all.map(\.page))
    func typed(page: String) async throws {
        let stage = try #require(GuideStage.all.first { $0.page == page })
        let walk = try GuideWalk(stage)
        try await withSite(walk.reader.site) { _ in
            for fault in try await walk.faults() { Issue.record("\(fault)") }
        }
    }
}
