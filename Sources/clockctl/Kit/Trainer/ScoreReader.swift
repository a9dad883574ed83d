package import ClockWire

/// Reads scores from the coordinator, page by page.
package struct ScoreReader {
    package let link: CoordinatorLink

    package init(link: CoordinatorLink) { self.link = link }

    package func read(learner: String? = nil, list: String? = nil) throws -> ScoresPage {
        var request = ScoresRequest(learner: learner, list: list)
        var all = try link.request(request).result
        while let next = all.next {
            request.after = next
            let page = try link.request(request).result
            all.scores += page.scores
            all.next = page.next
        }
        return all
    }
}
