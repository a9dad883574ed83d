internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    /// Home Assistant does not name the person.
    private static let homeAssistant = "Home Assistant"

    /// Performs a command of Home Assistant through people's requests, or answers with a reason.
    mutating func obey(_ command: HomeAssistantCommand, at now: Now) {
        do throws(RequestError) {
            switch try readers.homeAssistant.meaning(of: command, view) {
            case .request(let request):
                answer(
                    CoordinatorRequest(request.content.asked(by: Self.homeAssistant)), to: RequestOrigin(command),
                    at: now)
            case .ring(let kind, let occurrences):
                for occurrence in occurrences { out.act(kind, on: occurrence, by: Self.homeAssistant, at: now) }
            }
        } catch {
            readers.homeAssistant.refuse(command, error, &out)
        }
    }

    mutating func found(homeAssistantTopics topics: [String], at now: Now) {
        readers.homeAssistant.found(retained: topics, readersContext, at: now, &out)
    }
}
