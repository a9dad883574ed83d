public import ClockWire

/// A request that the store's lines answer.
public enum StoreQuery: Hashable, Sendable {
    case history(HistoryRequest)
    case serviceLevels(SLORequest)
    case changes(ChangesRequest)
}

extension CoordinatorStore {
    /// Takes as long as reading the lines does.
    public func answer(_ query: StoreQuery) -> CoordinatorAnswer {
        do throws(StoreError) {
            return switch query {
            case .history(let request): .success(try history(request))
            case .serviceLevels(let request): .success(try serviceLevels(request))
            case .changes(let request): .success(try changes(request))
            }
        } catch {
            return .failed(RequestError(.storeFailed, error.message))
        }
    }
}
