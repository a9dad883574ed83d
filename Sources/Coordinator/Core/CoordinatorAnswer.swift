public import ClockWire

/// The answer to a request, before it is bytes.
public enum CoordinatorAnswer: Hashable, Sendable {
    case status(SiteStatus)
    case history(HistoryPage)
    case set(SetResult)
    case announce(AnnounceResult)
    case wake(WakeResult)
    case forget(ForgetResult)
    case adopt(AdoptResult)
    case doctor(DoctorReport)
    case change(ChangeResult)
    case schedule(SchedulePage)
    case play(PlayResult)
    case upload(UploadResult)
    case outcomes(SoundOutcomes)
    case cancel(CancelResult)
    case pack(PackResult)
    case slo(SLOResult)
    case metrics(MetricsPage)
    case notices(NoticesResult)
    case noticeTest(NoticeTestResult)
    case score(ScoreResult)
    case scores(ScoresPage)
    case failed(RequestError)

    /// The same, for whoever treats all answers alike.
    public var result: Result<any RequestResult, RequestError> {
        switch self {
        case .status(let it): .success(it)
        case .history(let it): .success(it)
        case .set(let it): .success(it)
        case .announce(let it): .success(it)
        case .wake(let it): .success(it)
        case .forget(let it): .success(it)
        case .adopt(let it): .success(it)
        case .doctor(let it): .success(it)
        case .change(let it): .success(it)
        case .schedule(let it): .success(it)
        case .play(let it): .success(it)
        case .upload(let it): .success(it)
        case .outcomes(let it): .success(it)
        case .cancel(let it): .success(it)
        case .pack(let it): .success(it)
        case .slo(let it): .success(it)
        case .metrics(let it): .success(it)
        case .notices(let it): .success(it)
        case .noticeTest(let it): .success(it)
        case .score(let it): .success(it)
        case .scores(let it): .success(it)
        case .failed(let it): .failure(it)
        }
    }
}
