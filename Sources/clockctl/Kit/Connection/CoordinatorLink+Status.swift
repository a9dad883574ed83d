package import ClockWire

extension CoordinatorLink {
    /// The whole site, page after page. Told is how the first page came.
    package func status() throws -> Answered<SiteStatus> {
        try status(from: send(.status, StatusRequest()))
    }

    /// The same for a first page that was asked for already.
    package func status(from ticket: Ticket) throws -> Answered<SiteStatus> {
        var answered = try wait(for: ticket, as: SiteStatus.self)
        while let last = answered.result.nextPage {
            try answered.result.append(wait(for: send(.status, StatusRequest(after: last)), as: SiteStatus.self).result)
        }
        return answered
    }
}
