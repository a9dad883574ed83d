package import ClockWire

extension CoordinatorLink {
    /// Returns the whole site, page after page, with the times of the first page.
    package func status() throws -> Answered<SiteStatus> { try status(from: send(StatusRequest())) }

    /// The same after a request for the first page.
    package func status(from ticket: Ticket) throws -> Answered<SiteStatus> {
        var answered = try wait(for: ticket, as: SiteStatus.self)
        while let last = answered.result.nextPage {
            try answered.result.append(wait(for: send(StatusRequest(after: last)), as: SiteStatus.self).result)
        }
        return answered
    }
}
