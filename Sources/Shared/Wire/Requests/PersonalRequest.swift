/// A request whose change carries the asker's name.
public protocol PersonalRequest: SiteRequest {
    /// The asker's name, for people; see ``ChangeMark/by``.
    var by: String? { get set }
}

extension SiteRequest {
    /// The same request in the name of `person`, where it names one.
    public func asked(by person: String?) -> Self {
        guard var request = self as? any PersonalRequest else { return self }
        request.by = person
        return request as? Self ?? self
    }
}
