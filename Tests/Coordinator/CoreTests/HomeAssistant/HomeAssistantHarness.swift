import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Foundation
import Testing

/// A coordinator that Home Assistant is connected to, and the messages that the broker keeps for it.
struct HomeAssistantHarness {
    var core: CoreHarness
    /// The retained messages of `clock/v1/home/ha/` and of discovery.
    private(set) var kept: [String: String]
    /// The messages published since ``forgetPublished()``, retained or not.
    private(set) var published: [HomeAssistantMessage] = []
    private(set) var actions: [RingAction] = []
    private(set) var commands: [Command.Action] = []
    /// The log's lines about commands that were not obeyed.
    private(set) var refusals: [String] = []
    /// False to let no more time pass than lies between two subjects: rooms that nobody has heard stay held back.
    private let isPatient: Bool

    static let topics = Topics(site: SiteID("home")!)

    /// - Parameter kept: the broker's messages from before; the coordinator receives them after it has connected.
    init(
        _ settings: HomeAssistantSettings? = HomeAssistantSettings(), at time: String = "18:01:00",
        store: MemoryStore? = nil, kept: [String: String] = [:], isPatient: Bool = true
    ) {
        self.isPatient = isPatient
        core = CoreHarness(at: time, connected: false, homeAssistant: settings, store: store)
        self.kept = kept
        send(.brokerConnected)
        if !kept.isEmpty { send(.homeAssistantFound(kept.keys.sorted())) }
    }

    /// With a kitchen that has reported and is set up.
    static func withKitchen(_ settings: HomeAssistantSettings? = HomeAssistantSettings()) -> HomeAssistantHarness {
        var harness = HomeAssistantHarness(settings)
        harness.join(kitchen)
        return harness
    }

    mutating func join(_ node: NodeID) {
        send(.availability(node, .online))
        send(.reported(node, reported()))
    }

    mutating func send(_ event: CoordinatorEvent) {
        take(core.send(event))
        settle()
    }

    mutating func change(_ changes: Change...) {
        send(.request(CoreHarness.origin, CoordinatorRequest(ChangeRequest(changes: changes))))
    }

    mutating func command(_ subject: String, _ entity: String, _ payload: String = "PRESS") {
        send(.homeAssistantCommand(HomeAssistantCommand(subject: subject, entity: entity, payload: payload)))
    }

    /// Carries out all requests, and continues after each short wait.
    private mutating func settle() {
        take(core.answerZones() + core.commitAll())
        let moment = Duration.milliseconds(50)
        while case .boot(let next)? = core.deadline(.homeAssistant), isPatient || next <= core.now.boot + moment {
            take(core.advance(moment) + core.commitAll())
        }
    }

    mutating func live(until time: String) { take(core.live(until: time)) }

    mutating func forgetPublished() { published = [] }

    mutating func take(_ effects: [CoordinatorEffect]) {
        for effect in effects {
            switch effect {
            case .publishHomeAssistant(let message):
                published.append(message)
                if message.isRetained { kept[message.topic] = message.payload.isEmpty ? nil : message.payload }
            case .publish(.ringActions(let list)): if let last = list.actions.last { actions.append(last) }
            case .publish(.command(_, let command, _)): commands.append(command.action)
            case .logLimited(.notice, let line, _) where !line.hasSuffix("is new"): refusals.append(line)
            default: break
            }
        }
    }

    func state(_ subject: String, _ entity: String) -> String? {
        kept[Self.topics.homeAssistantState(subject, entity)]
    }

    func detail(_ subject: String, _ entity: String) -> [String: Any] {
        guard let text = state(subject, entity),
            let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else { return [:] }
        return value
    }

    func attributes(_ subject: String, _ entity: String) -> [String: Any] {
        detail(subject, entity)["attributes"] as? [String: Any] ?? [:]
    }

    func announcement(
        _ component: String, _ subject: String, _ entity: String, prefix: String = "homeassistant"
    ) -> [String: Any] {
        guard let text = kept[Self.topics.discovery(prefix, component, subject, entity)],
            let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else { return [:] }
        return value
    }

    /// The types of a room's events since ``forgetPublished()``.
    func events(_ node: NodeID) -> [String] {
        published.filter { $0.topic == Self.topics.homeAssistantState(node.rawValue, "ring") }.compactMap {
            let event = try? JSONSerialization.jsonObject(with: Data($0.payload.utf8)) as? [String: Any]
            return $0.isRetained ? "retained" : event?["event_type"] as? String
        }
    }

    /// Returns the number of states published on a topic since ``forgetPublished()``.
    func count(_ subject: String, _ entity: String) -> Int {
        published.count { $0.topic == Self.topics.homeAssistantState(subject, entity) }
    }

    /// Retained topics that name `word`.
    func topics(with word: String) -> [String] { kept.keys.filter { $0.contains(word) }.sorted() }
}
