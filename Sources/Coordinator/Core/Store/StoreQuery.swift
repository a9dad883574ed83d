public import ClockDomain
public import ClockWire

/// A request that the store's lines answer.
public enum StoreQuery: Hashable, Sendable {
    case history(HistoryRequest)
    case serviceLevels(SLORequest)
    case changes(ChangesRequest)
    /// Find the changes that an `undo` is about, of those since this instant; answered by ``FoundChanges``.
    case undo(UndoRequest, since: WallTime)
}

extension CoordinatorStore {
    /// Takes as long as reading the lines does.
    public func answer(_ query: StoreQuery) -> CoordinatorAnswer {
        do throws(StoreError) {
            return switch query {
            case .history(let request): .success(try history(request))
            case .serviceLevels(let request): .success(try serviceLevels(request))
            case .changes(let request): .success(try changes(request))
            case .undo(let request, let since): .success(try changes(toUndoBy: request, since: since))
            }
        } catch {
            return .failed(RequestError(.storeFailed, error.message))
        }
    }
}
