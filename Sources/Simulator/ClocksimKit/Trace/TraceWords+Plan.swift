internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockSimulator
internal import ClockWire

// Faults, requests, answers and messages in words.

extension TraceWords {
    /// A fault of the plan, with its time and hosts.
    func planned(_ fault: PlannedFault) -> String {
        "\(fault.start) \(fault.hosts.map(name).joined(separator: ", ")): \(kind(fault))"
    }

    func planned(_ request: PlannedRequest) -> String { "\(request.at) client \(request.client): \(what(request))" }

    func kind(_ fault: PlannedFault) -> String {
        let length = fault.end.map { ", for \(Self.length($0 - fault.start))" } ?? ""
        if case .zone(let index) = fault.kind { return "zone \(plan.zones[index].name), rules \(index)\(length)" }
        return Self.words(fault.kind) + length
    }

    func what(_ request: PlannedRequest) -> String {
        if case .ask(let asked) = request.what { Self.request(asked) } else { Self.words(request.what) }
    }

    private static func request(_ request: CoordinatorRequest) -> String {
        "\(type(of: request.content).verb.rawValue) \(words(request.content))"
    }

    static func answer(_ answer: CoordinatorAnswer) -> String {
        switch answer.result {
        case .success(let result): words(result)
        case .failure(let error): "REFUSED \(error.code.rawValue): \(error.message)"
        }
    }

    /// Its topic, without the site's prefix, which is the same for all, and its content.
    func message(_ message: Message, _ topic: (TopicID) -> String) -> String {
        let (name, prefix) = (topic(message.topic), Topics(site: plan.site).wake.dropLast("wake".count))
        let content =
            switch message.payload {
            case .request(let request): Self.request(request)
            case .answer(let answer): Self.answer(answer)
            case let payload: Mirror(reflecting: payload).children.first.map { Self.words($0.value) } ?? ""
            }
        return "\(name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : name[...]): \(content)"
            + (message.isRetained ? ", retained" : "")
    }
}
