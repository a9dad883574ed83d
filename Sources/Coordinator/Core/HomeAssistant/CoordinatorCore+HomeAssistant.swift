internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    private var homeAssistantContext: HomeAssistant.Context {
        mutating get {
            HomeAssistant.Context(view: view, nextWake: wakes.nextTarget - wakes.lead, health: store.health)
        }
    }

    /// Does what Home Assistant wishes, by the requests of people, or tells it why not.
    mutating func obey(_ command: HomeAssistantCommand, at now: Now) {
        do throws(RequestError) {
            switch try homeAssistant.meaning(of: command, view) {
            case .request(let request): answer(request, to: RequestOrigin(command), at: now)
            case .ring(let kind, let occurrences):
                for occurrence in occurrences { out.act(kind, on: occurrence, by: "Home Assistant", at: now) }
            }
        } catch {
            homeAssistant.refuse(command, error, &out)
        }
    }

    mutating func found(homeAssistantTopics topics: [String], at now: Now) {
        homeAssistant.found(retained: topics, homeAssistantContext, at: now, &out)
    }

    /// Hands what became known to whoever shows it to others.
    mutating func tellReaders(at now: Now) {
        metrics.follow(news, nodes)
        if notices.isOn { notices.follow(news, noticesContext(), at: now, &out) }
        for (command, answer) in out.takeHomeAssistantAnswers() { homeAssistant.answered(command, answer, &out) }
        if homeAssistant.isOn { homeAssistant.follow(news, homeAssistantContext, at: now, &out) }
        news.removeAll(keepingCapacity: true)
    }
}
