public import ClockDomain

extension RequestVerb {
    public static let status = RequestVerb("status")
}

/// Answered by ``SiteStatus``.
public struct StatusRequest: SiteRequest {
    public typealias Result = SiteStatus

    public static let verb = RequestVerb.status
    public static let role = ClientRole.viewer
    public static let summary = "shows the whole site"
    public static let fields = ""
    public static let resultFields = "the site: `clockctl status --json`"

    public init() {}
}
