public import ClockDomain

/// Answered by ``DoctorReport``.
public struct DoctorRequest: SiteRequest {
    public typealias Result = DoctorReport

    public static let verb = RequestVerb("doctor")
    public static let role = ClientRole.viewer
    public static let summary = "examines the coordinator and has every node examine its output"
    public static let fields = ""
    public static let resultFields =
        "`checks`: `subject`, `verdict` (`ok`, `warning`, `failed`), `finding`, `fix`; the same as "
        + "[phrases](#phrases): `code` and `parameters` of the finding, `about`, `remedy`"

    public init() {}
}
